import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { isList, type Item, type List } from '#contract/list.ts'
import { useModule } from '#src/data/data.ts'
import { useUses, type Uses } from '#src/data/use-facts.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Spinner } from '#src/ui/spinner.tsx'

/** Where an item is used, and how often. */
export function UsesDialog({ list, item, onClose }: { list: List; item: Item; onClose: () => void }) {
  const { t } = useTranslation('crud')
  const { data, loading, error } = useUses(list, item.id)
  return (
    <Dialog open onClose={onClose} title={t('uses.title', { label: item.label })}>
      {loading && <Spinner label={t('uses.loading')} />}
      {error && <Banner tone="warning">{error.message}</Banner>}
      {data?.total === 0 && <p className="text-muted">{t('uses.none')}</p>}
      {data && data.total > 0 && (
        <ul className="divide-y">
          {data.uses.map(use => (
            <Use key={`${use.module}.${use.field}`} use={use} item={item} />
          ))}
        </ul>
      )}
    </Dialog>
  )
}

function Use({ use, item }: { use: Uses['uses'][number]; item: Item }) {
  const module = useModule(use.module)
  const words = useWords(module)
  const { t } = useTranslation(namespaceOf(module))
  const below = isList(module) && use.field === 'parent'
  const title = isList(module) ? t(`lists:${module.name}.title`) : t(`${module.name}:titles.list`)
  return (
    <li className="flex min-h-control items-center gap-3">
      {below ? (
        <Link to={`/settings/${module.list.path}?parent=${item.id}`} className="link">
          {title}
        </Link>
      ) : (
        <span>{title}</span>
      )}
      {!below && <span className="text-muted">{words.field(use.field.split('.')[0] ?? use.field)}</span>}
      <span className="ms-auto tabular-nums">{formatNumber(use.count)}</span>
    </li>
  )
}
