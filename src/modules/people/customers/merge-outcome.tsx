import { useTranslation } from 'react-i18next'
import type { MergePreview } from '#contract/calls/work.ts'
import { allFields } from '#contract/module.ts'
import { customer, type Customer } from '#contract/modules/people/customer.ts'
import type { Failure } from '#src/data/words.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type Props = {
  preview: { data: MergePreview | undefined; loading: boolean; error: Failure | null }
  kept: Customer
}

/** What goes over to the one that stays, before anything is done. */
export function MergeOutcome({ preview: { data, loading, error }, kept }: Props) {
  const modules = data?.refers.map(({ module }) => module) ?? []
  const { t } = useTranslation(['customer', ...modules])
  const words = useWords(customer)
  if (error) return <Banner tone="warning">{error.message}</Banner>
  if (loading || !data) return <SkeletonRows rows={2} />
  const moving = data.refers.filter(({ count }) => count > 0)
  const fills = Object.entries(data.fills).filter(([name]) => name in allFields(customer))
  return (
    <section className="grid gap-2 rounded-3 border bg-surface-sunken px-4 py-3 text-30" aria-live="polite">
      <h3 className="text-30 font-semibold">{t('screen.merge.after', { name: kept.name })}</h3>
      <ul className="grid gap-1">
        {moving.map(({ module, count }) => (
          <li key={module}>
            <b>{count}</b> {t(`${module}:${count === 1 ? 'noun' : 'nouns'}`)}
          </li>
        ))}
        {data.elsewhere > 0 && <li className="text-muted">{t('screen.merge.elsewhere', { count: data.elsewhere })}</li>}
        {moving.length === 0 && data.elsewhere === 0 && <li className="text-muted">{t('screen.merge.nothing')}</li>}
        {fills.map(([name, value]) => (
          <li key={name} className="flex flex-wrap gap-x-2">
            <span className="text-muted">{words.field(name)}</span>
            <b className="min-w-0 wrap-anywhere">
              <FieldCell field={fieldView(customer, name, words)} value={value} />
            </b>
          </li>
        ))}
      </ul>
    </section>
  )
}
