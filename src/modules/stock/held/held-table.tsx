import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { heldPart, type HeldPart } from '#contract/modules/stock/held-part.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useCan } from '#src/session/actor.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Button } from '#src/ui/button.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'

/** What is moved, or how many there should be. */
export type HeldDeed = 'giveBack' | 'countHeld' | 'minimum'
type Props = {
  caption: string
  rows: readonly HeldPart[]
  /** What tells the rows apart: of one part who has it, of one person which part it is. */
  nameOf: 'person' | 'part'
  /** A sign beneath the name, as the code of a part. */
  codeOf?: (row: HeldPart) => string | undefined
  warehouse?: number | null
  /** Not there for whoever only looks. */
  onAsk?: (deed: HeldDeed, row: HeldPart) => void
}

/** What is with technicians: how many, whether that is too few, and what is done about it. */
export function HeldTable({ caption, rows, nameOf, codeOf, warehouse = null, onAsk }: Props) {
  const { t } = useTranslation(['heldPart', 'stockMove'])
  const words = useWords(heldPart)
  const maySetMinimum = useCan(heldPart, 'edit')
  const pieces = t('stockMove:screen.levels.pieces')
  return (
    <Table caption={caption}>
      <TableHead isStatic>
        <HeadCell className="w-full">{words.field(nameOf)}</HeadCell>
        <HeadCell numeric>{pieces}</HeadCell>
        <HeadCell numeric>{words.field('minimum')}</HeadCell>
        {onAsk && (
          <HeadCell>
            <span className="sr-only">{t('screen.deeds')}</span>
          </HeadCell>
        )}
      </TableHead>
      <TableBody>
        {warehouse !== null && (
          <Row>
            <Cell>
              <b>{t('screen.warehouse')}</b>
            </Cell>
            <Cell numeric label={pieces}>
              <b className={warehouse < 0 ? 'text-danger-text' : ''}>{formatNumber(warehouse)}</b>
            </Cell>
            <Cell>{null}</Cell>
            {onAsk && <Cell>{null}</Cell>}
          </Row>
        )}
        {rows.map(row => (
          <Row key={row.id}>
            <Cell>
              <span className="grid gap-0.5">
                <span className="flex flex-wrap items-center gap-2">
                  {nameOf === 'person' ? <RecordName module={user} id={row.person!} /> : row.name}
                  {row.low && (
                    <Badge tone={row.qty! < 0 ? 'danger' : 'warning'}>
                      {row.qty! < 0 ? t('screen.lessThanNothing') : t('flags.low.on')}
                    </Badge>
                  )}
                </span>
                {codeOf && <span className="ltr text-30 text-muted">{codeOf(row)}</span>}
              </span>
            </Cell>
            <Cell numeric label={pieces} className={row.qty! < 0 ? 'text-danger-text' : ''}>
              {formatNumber(row.qty ?? 0)}
            </Cell>
            <Cell numeric label={words.field('minimum')}>
              {row.minimum === null ? '—' : formatNumber(row.minimum)}
            </Cell>
            {onAsk && (
              <Cell>
                <span className="flex flex-wrap gap-2 md:flex-nowrap">
                  <Button disabled={row.qty! <= 0} onClick={() => onAsk('giveBack', row)}>
                    {t('stockMove:screen.levels.giveBack')}
                  </Button>
                  <Button onClick={() => onAsk('countHeld', row)}>{t('stockMove:screen.levels.count')}</Button>
                  {maySetMinimum && <Button onClick={() => onAsk('minimum', row)}>{t('screen.setMinimum')}</Button>}
                </span>
              </Cell>
            )}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}
