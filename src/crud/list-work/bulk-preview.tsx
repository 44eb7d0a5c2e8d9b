import { useTranslation } from 'react-i18next'
import type { BulkPreview } from '#contract/calls/work.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Refusals } from './refusals.tsx'

/** How many records would change, stay as they are, or be refused, and why. */
export function BulkPreviewCard({ preview, nouns }: { preview: BulkPreview; nouns: string }) {
  const { t } = useTranslation('crud')
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
