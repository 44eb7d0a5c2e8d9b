import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/calls/work.ts'
import { allFields, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
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

type TurnsProps = { module: Module; turns: BulkPreview['turns'] }

/** What each field is now and what it would be, with the number of records of which that is true. */
function Turns({ module, turns }: TurnsProps) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const value = (field: string, said: unknown) => <Said module={module} field={field} value={said} words={words} />
  return (
    <ScrollBox label={t('listWork.bulk.turns')} className="max-h-64">
      <table className="w-full text-start text-30">
        <thead className="text-20 text-muted">
          <tr className="border-b *:px-3 *:py-2 *:text-start *:font-medium">
            <th scope="col">{t('listWork.bulk.field')}</th>
            <th scope="col">{t('listWork.bulk.before')}</th>
            <th scope="col">{t('listWork.bulk.after')}</th>
            <th scope="col" className="text-end!">
              {t('listWork.bulk.many')}
            </th>
          </tr>
        </thead>
        <tbody className="divide-y">
          {turns.map(({ field, before, after, count }, at) => (
            <tr key={at} className="align-baseline *:px-3 *:py-2">
              <td className="text-muted">{words.field(field)}</td>
              <td className="wrap-anywhere">{value(field, before)}</td>
              <td className="font-medium wrap-anywhere">{value(field, after)}</td>
              <td className="text-end tabular-nums">{formatNumber(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}

type SaidProps = { module: Module; field: string; value: unknown; words: Words }

function Said({ module, field, value, words }: SaidProps) {
  if (field === 'stage') return <RecordStage module={module} stage={value as string} words={words} />
  return field in allFields(module) && <FieldCell field={fieldView(module, field, words)} value={value} />
}
