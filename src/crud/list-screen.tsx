import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { hiddenFields } from '#contract/rules.ts'
import { useRecords } from '#src/data/use-records.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { CreateLink } from './create-link.tsx'
import { filterNames } from './filters.tsx'
import { ListTools } from './list-tools.tsx'
import { NoRows } from './no-rows.tsx'
import { RecordTable } from './record-table.tsx'
import { pathTo, type ScreenProps } from './screens.ts'
import { everything, isNarrowed, useListQuery } from './use-list-query.ts'

/** The records of a module: search, filters, sort, and one of six honest answers where there are no rows. */
export function ListScreen({ screens, title }: ScreenProps) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const actor = useActor()
  const mayOpen = useCan(module, 'details')
  const mayEdit = useCan(module, 'edit')
  const [query, want] = useListQuery()
  const records = useRecords(module, {
    q: useDeferredValue(query.q),
    filter: query.filter,
    ...(query.sort ? { sort: query.sort } : {}),
    archived: query.archived,
  })
  const hidden = hiddenFields(module, actor)
  const columns = screens.columns.filter(name => !hidden.includes(name))
  const linkTo = (row: Row) =>
    (mayOpen ? pathTo(screens, 'details', row.id) : undefined) ??
    (mayEdit ? pathTo(screens, 'edit', row.id) : undefined)
  return (
    <>
      <PageHead title={t(title)} actions={<CreateLink screens={screens} size="sm" />} />
      <ListTools module={module} filters={filterNames(module)} query={query} onWant={want} records={records} />
      <Card flush>
        {records.rows.length > 0 ? (
          <RecordTable
            module={module}
            title={t(title)}
            columns={columns}
            rows={records.rows}
            sort={query.sort}
            onSort={sort => want({ sort })}
            linkTo={linkTo}
          />
        ) : records.loading ? (
          <SkeletonRows />
        ) : (
          <NoRows
            screens={screens}
            title={t(title)}
            narrowed={isNarrowed(query)}
            failure={records.error}
            onClear={() => want(everything)}
          />
        )}
        {records.hasMore && (
          <div className="grid justify-items-center border-t p-3">
            <Button loading={records.loadingMore} onClick={records.loadMore}>
              {t('records.more')}
            </Button>
          </div>
        )}
      </Card>
    </>
  )
}
