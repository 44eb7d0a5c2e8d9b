import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/calls/work.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useLocalRows } from '#src/data/rows/use-local-rows.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
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

/** What each field is now and what it would be, with the number of records of which that is true. */
function Turns({ module, turns }: { module: Module; turns: BulkPreview['turns'] }) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const label = t('listWork.bulk.turns')
  const value = (field: string, said: unknown) => <Said module={module} field={field} value={said} words={words} />
  const columns: Column<Turn>[] = [
    { key: 'field', label: t('listWork.bulk.field'), text: ({ field }) => words.field(field) },
    { key: 'before', label: t('listWork.bulk.before'), cell: ({ field, before }) => value(field, before) },
    { key: 'after', label: t('listWork.bulk.after'), cell: ({ field, after }) => value(field, after) },
    { key: 'count', label: t('listWork.bulk.many'), atEnd: true, text: ({ count }) => formatNumber(count) },
  ]
  const rows = useLocalRows(turns.map((turn, id): Turn => ({ ...turn, id })))
  return (
    <ScrollBox label={label} className="max-h-64 [--table-top:0px]">
      <Table wide title={label} rows={rows} columns={columns} />
    </ScrollBox>
  )
}

type SaidProps = { module: Module; field: string; value: unknown; words: Words }

function Said({ module, field, value, words }: SaidProps) {
  if (field === 'stage') return <RecordStage module={module} stage={value as string} words={words} />
  return field in allFields(module) && <FieldCell field={fieldView(module, field, words)} value={value} />
}
