import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bankLedgerCall, isPeriod, LEDGER_FILE } from '#contract/calls/bank-ledger.ts'
import { bank, type Bank } from '#contract/modules/money/bank.ts'
import { payment } from '#contract/modules/money/payment.ts'
import { reveals } from '#contract/rules.ts'
import { MoreButton, MoreRows } from '#src/record/more-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { PartProps } from '#src/crud/screens.ts'
import { useAskedPages } from '#src/data/use-asked-pages.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useFile } from '#src/data/use-file.ts'
import { formatMoney, houseNow, today } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { LedgerPrint } from './ledger-print.tsx'
import { LedgerTable } from './ledger-table.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { daysOf, type Days, type PeriodName } from './periods.ts'

/** What came in and went out, with the balance after each. An account begins with what was on it. */
export function BankLedger({ record }: PartProps) {
  return reveals(bank, 'openingBalance', useActor()) ? <Ledger one={record as unknown as Bank} /> : null
}

/** A day that is still being typed narrows nothing yet. */
const isDay = (day = '') => /^\d{4}-\d\d-\d\d$/.test(day)

/** Payments come in bursts, of every account: all pages are read anew once for all of them. In milliseconds. */
const CALM = 3_000

function Ledger({ one }: { one: Bank }) {
  const { t, i18n } = useTranslation('bank')
  const [name, setName] = useState<PeriodName>('month')
  const [own, setOwn] = useState<Days>({})
  const [printing, setPrinting] = useState(false)
  const chosen = daysOf(name, own, today(), houseNow().country)
  const typed = { ...(isDay(chosen.from) && { from: chosen.from }), ...(isDay(chosen.to) && { to: chosen.to }) }
  // What is said beside the last day is no period yet: until it is one, that of before stands there.
  const [days, setDays] = useState(typed)
  if (isPeriod(typed) && (typed.from !== days.from || typed.to !== days.to)) setDays(typed)
  const asked = { bank: one.id, ...days }
  const found = useAskedPages(bankLedgerCall, asked, [payment.name, 'ledger', one.id, one.version, days])
  const [stale, setStale] = useState(false)
  useChanges(payment, () => setStale(true))
  const again = useEffectEvent(found.again)
  useEffect(() => {
    if (!stale) return
    const soon = setTimeout(() => {
      setStale(false)
      again()
    }, CALM)
    return () => clearTimeout(soon)
  }, [stale])
  const file = useFile(LEDGER_FILE)
  const [first] = found.pages
  if (printing) return <LedgerPrint one={one} days={days} found={found} onBack={() => setPrinting(false)} />
  return (
    <Card
      flush
      title={t('screen.ledger.title')}
      aside={
        <>
          <Button
            size="sm"
            icon={Download}
            loading={file.busy}
            onClick={() => file.save({ ...asked, language: i18n.language }, 'ledger.csv')}
          >
            {t('screen.ledger.save')}
          </Button>
          <Button size="sm" icon={Printer} disabled={!first} onClick={() => setPrinting(true)}>
            {t('screen.ledger.print')}
          </Button>
        </>
      }
      footer={first?.count === 0 && t('screen.ledger.none')}
    >
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3 border-b p-3">
        <PeriodChoice name={name} onName={setName} own={own} onOwn={setOwn} />
        {first && <Sums {...first} />}
      </div>
      {file.failed && (
        <div className="border-b p-3">
          <Banner tone="danger" announce>
            {file.failed}
          </Banner>
        </div>
      )}
      {found.loading && <SkeletonRows rows={3} />}
      {found.error && (
        <div className="p-3">
          <Failed message={found.error.message} onAgain={found.again} />
        </div>
      )}
      {first && (
        <LedgerTable
          days={days}
          opening={first.opening}
          lines={found.pages.flatMap(({ lines }) => lines)}
          end={found.hasMore ? null : first}
        />
      )}
      <MoreRows found={found}>
        <p className="border-t p-2 text-center">
          <MoreButton found={found} />
        </p>
      </MoreRows>
    </Card>
  )
}

/** The four figures of a period, above whatever of it is shown. */
function Sums(sums: { opening: number; in: number; out: number; closing: number }) {
  const { t } = useTranslation('bank')
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 text-30">
      {(['opening', 'in', 'out', 'closing'] as const).map(name => (
        <div key={name} className="whitespace-nowrap">
          <dt className="text-muted">{t(`screen.ledger.${name}`)}</dt>
          <dd className={name === 'closing' ? 'font-semibold tabular-nums' : 'tabular-nums'}>
            {formatMoney(sums[name])}
          </dd>
        </div>
      ))}
    </dl>
  )
}
