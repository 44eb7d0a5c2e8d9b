import { useTranslation } from 'react-i18next'
import { bank, type Bank } from '#contract/modules/money/bank.ts'
import { reveals } from '#contract/rules.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { formatDate, formatMoney } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Card } from '#src/ui/card.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'

/** What came in and went out, with the balance after each. An account begins with what was on it. */
export function BankLedger({ record }: PartProps) {
  const { t } = useTranslation('bank')
  const actor = useActor()
  const one = record as unknown as Bank
  if (!reveals(bank, 'openingBalance', actor)) return null
  return (
    <Card
      flush
      title={t('screen.ledger.title')}
      aside={
        <span>
          <span className="text-30 text-muted">{t('screen.ledger.balance')}</span>{' '}
          <b className="text-40 tabular-nums">{formatMoney(one.openingBalance)}</b>
        </span>
      }
      footer={t('screen.ledger.none')}
    >
      <Table caption={t('screen.ledger.title')}>
        <TableHead isStatic>
          <HeadCell>{t('screen.ledger.date')}</HeadCell>
          <HeadCell className="w-full">{t('screen.ledger.what')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.in')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.out')}</HeadCell>
          <HeadCell numeric>{t('screen.ledger.balance')}</HeadCell>
        </TableHead>
        <TableBody>
          <Row>
            <Cell label={t('screen.ledger.date')}>{formatDate(one.createdAt)}</Cell>
            <Cell flex>{t('fields.openingBalance')}</Cell>
            <Cell numeric label={t('screen.ledger.in')}>
              {one.openingBalance > 0 ? formatMoney(one.openingBalance) : '—'}
            </Cell>
            <Cell numeric label={t('screen.ledger.out')}>
              {one.openingBalance < 0 ? formatMoney(-one.openingBalance) : '—'}
            </Cell>
            <Cell numeric label={t('screen.ledger.balance')}>
              <b>{formatMoney(one.openingBalance)}</b>
            </Cell>
          </Row>
        </TableBody>
      </Table>
    </Card>
  )
}
