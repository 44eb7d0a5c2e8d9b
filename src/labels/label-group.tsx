import Printer from 'lucide-react/icons/printer'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LabelKind } from '#contract/module.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useData } from '#src/data/data.ts'
import { serverNow } from '#src/lib/clock.ts'
import { formatNumber } from '#src/lib/format.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { LabelSheets } from '#src/paper/label-sheets.tsx'
import { sizesOf } from '#src/paper/label-sizes.ts'
import { namelessLabels, printSheets } from '#src/paper/print-sheets.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { LabelPreview } from './label-preview.tsx'
import { LabelTools } from './label-tools.tsx'
import { copiesOf, markPrinted, setCopies, type Queued } from './queue.ts'
import { QueueList } from './queue-list.tsx'
import { drawn, foundIn, repeated } from './ready.tsx'
import { keepSettings, keepUsed, readSettings, readUsed } from './settings.ts'
import { withoutNames } from './without-names.ts'
import type { Source } from './with-labels.tsx'

/** So many labels are drawn for one print: more make a browser stand still. */
const MOST_PRINTED = 1_000

type Props = {
  kind: LabelKind
  entries: readonly Queued[]
  sources: readonly Source[]
  onRefused: (why: string) => void
}

/** All labels of one kind: how they are printed, what they look like, and which they are. */
export function LabelGroup({ kind, entries, sources, onRefused }: Props) {
  const { t } = useTranslation('label')
  const { db } = useData()
  const [settings, setSettings] = useState(() => readSettings(kind))
  const [all, setAll] = useState<number | string | null>(() => alike(entries))
  const [round, setRound] = useState(0)
  const [used, setUsed] = useState(() => readUsed(kind))
  const [printing, setPrinting] = useState(false)
  const failed = sources.find(({ error }) => error)
  if (failed) return <Failed message={failed.error!.message} onAgain={failed.again} />
  if (sources.some(({ loading }) => loading)) return <SkeletonRows rows={6} />
  const size = sizesOf[kind][settings.size]!
  const found = foundIn(entries, sources)
  const ready = found.flatMap(({ entry, source, row, why }) => (row && !why ? [{ entry, source, row }] : []))
  const sets = ready.map(({ entry, source: { label, module }, row }) => ({
    entry,
    labels: drawn(label, module, row, { size, dpi: settings.dpi }),
  }))
  const wanted = sets.reduce((sum, { entry, labels }) => sum + labels.length * entry.copies, 0)
  const tooMany = wanted > MOST_PRINTED
  const printed = tooMany ? [] : sets.flatMap(({ entry, labels }) => repeated(labels, entry.copies))
  const print = async () => {
    onRefused('')
    keepSettings(kind, settings)
    const nameless = await namelessLabels()
    const without = sets.filter(({ labels }) => labels.some(({ key }) => nameless.has(key)))
    if (without.length > 0) {
      const titles = ready.filter(one => without.some(({ entry }) => entry === one.entry))
      if (!(await withoutNames(titles.map(({ source, row }) => titleOf(source.module, row))))) return
    }
    await printSheets()
    setUsed(keepUsed(kind, settings.size, size.onPage > 1 ? Math.min(used, size.onPage - 1) : 0, printed.length))
    await markPrinted(
      db,
      ready.map(({ entry }) => entry),
      new Date(serverNow()).toISOString(),
    ).catch(() => undefined) // they stay in the queue
    const answers = await Promise.all(
      sources.map(source =>
        source.count(ready.flatMap(one => (one.source === source ? [{ row: one.row, copies: one.entry.copies }] : []))),
      ),
    )
    onRefused(answers.find(Boolean) ?? '')
  }
  const press = async () => {
    setPrinting(true)
    await print().finally(() => setPrinting(false))
  }
  return (
    <>
      {tooMany && (
        <Banner tone="warning" className="mb-4 print:hidden">
          {t('tooMany', { shown: formatNumber(wanted), most: formatNumber(MOST_PRINTED) })}
        </Banner>
      )}
      {found.length > ready.length && (
        <Banner tone="warning" className="mb-4 print:hidden">
          {t('leftOut', { count: found.length - ready.length })}
        </Banner>
      )}
      <LabelTools
        kind={kind}
        settings={settings}
        onSettings={next => {
          // Another paper is a sheet of its own, of which nothing is used up.
          if (next.size !== settings.size) setUsed(0)
          setSettings(next)
        }}
        copies={all}
        onCopies={typed => {
          setAll(typed)
          setRound(round + 1)
          void setCopies(db, entries, copiesOf(typed))
        }}
        used={used}
        onUsed={setUsed}
      />
      <div className="mb-4 print:hidden">
        <Button
          variant="primary"
          size="lg"
          icon={Printer}
          disabled={printed.length === 0 || printing}
          onClick={() => void press()}
        >
          {t('print', { count: wanted, shown: formatNumber(wanted) })}
        </Button>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[minmax(0,1fr)_minmax(336px,2fr)] print:hidden">
        <QueueList
          found={found}
          round={round}
          onCopies={(entry, copies) => {
            setAll(null)
            void setCopies(db, [entry], copies)
          }}
        />
        <div className="min-w-0">
          <LabelPreview size={size} labels={sets.flatMap(({ labels }) => labels)} />
        </div>
      </div>
      <LabelSheets size={size} labels={printed} used={used} />
    </>
  )
}

/** The copies of all of them; null where they are not alike. */
const alike = ([first, ...others]: readonly Queued[]): number | null =>
  first && others.every(({ copies }) => copies === first.copies) ? first.copies : null
