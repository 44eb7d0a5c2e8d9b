import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/calls/work.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import type { Column } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { Refusals } from './refusals.tsx'

/** How many records would change, and from what to what; how many stay as they are, or are refused, and why. */
export function BulkPreviewCard({ preview, nouns }: { preview: BulkPreview; nouns: string }) {
  const { t } = useTranslation('crud')
  const module = useData().register[preview.module]
  const facts = [
    { name: t('listWork.bulk.willChange'), count: preview.changes, tone: '' },
    { name: t('listWork.bulk.willStay'), count: preview.unchanged, tone: 'text-muted' },
    {
      name: t('listWork.bulk.willFail'),
      count: preview.refusedCount,
      tone: preview.refusedCount > 0 ? 'text-danger-text' : 'text-muted',
    },
  ]
  return (
    <>
      <dl className="grid grid-cols-3 divide-x rounded-3 border bg-surface" aria-live="polite">
        {facts.map(({ name, count, tone }) => (
          <div key={name} className="grid gap-0.5 px-3 py-2">
            <dt className="text-20 text-muted">{name}</dt>
            <dd className={`text-60 font-semibold tabular-nums ${tone}`}>{formatNumber(count)}</dd>
          </div>
        ))}
      </dl>
      {module && preview.turns.length > 0 && <Turns module={module} turns={preview.turns} />}
      {preview.judged < preview.count && (
        <Banner tone="info">
          {t('listWork.bulk.judged', {
            judged: formatNumber(preview.judged),
            count: formatNumber(preview.count),
            nouns,
          })}
        </Banner>
      )}
      <Refusals refused={preview.refused} count={preview.refusedCount} />
    </>
  )
}

type Turn = BulkPreview['turns'][number] & { id: number }
type Cell = (turn: Turn) => ReactNode

/** What each field is now and what it would be, with the number of records of which that is true. */
function Turns({ module, turns }: { module: Module; turns: BulkPreview['turns'] }) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const column = (key: 'field' | 'before' | 'after' | 'many', width: number, cell: Cell): Column<Turn> => {
    return { key, label: t(`listWork.bulk.${key}`), width, cell }
  }
  // Whoever confirms it reads all of it: nothing is cut, also of what stands in one line elsewhere.
  const value = (field: string, said: unknown) => (
    <span className="**:whitespace-normal">
      {field === 'stage' ? (
        <RecordStage module={module} stage={said as string} words={words} />
      ) : (
        field in allFields(module) && <FieldCell field={fieldView(module, field, words)} value={said} />
      )}
    </span>
  )
  // Together as wide as two lines become columns: the number of records is never out of sight.
  const columns: Column<Turn>[] = [
    column('field', 104, ({ field }) => <span className="font-normal text-muted">{words.field(field)}</span>),
    column('before', 156, ({ field, before }) => value(field, before)),
    column('after', 156, ({ field, after }) => <b className="font-medium text-ink">{value(field, after)}</b>),
    { ...column('many', 88, ({ count }) => formatNumber(count)), atEnd: true },
  ]
  const rows = useLocalRows(turns.map((turn, index): Turn => ({ ...turn, id: index + 1 })))
  return (
    <ScrollBox className="max-h-64 [--table-top:0px]">
      <Table title={t('listWork.bulk.turns')} rows={rows} columns={columns} />
    </ScrollBox>
  )
}
