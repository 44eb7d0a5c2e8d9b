import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { user, type User } from '#contract/modules/access/user.ts'
import { CreateLink } from '#src/crud/create-link.tsx'
import { ListTools } from '#src/crud/list/list-tools.tsx'
import { NoRows } from '#src/crud/list/no-rows.tsx'
import { MoreRows } from '#src/record/more-rows.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { everything, isNarrowed } from '#src/crud/list/address.ts'
import { useListQuery } from '#src/crud/list/use-list-query.ts'
import { useRecords } from '#src/data/use-records.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { UserTable } from './user-table.tsx'
import { Waiting } from './waiting.tsx'

const filters = ['stage', 'roles', 'branch']

/** Everybody who works here, and on top who waits for somebody who may edit users. */
export function UserList({ screens, title }: ScreenProps) {
  const { t } = useTranslation(['user', 'crud'])
  const mayOpen = useCan(user, 'details')
  const mayEdit = useCan(user, 'edit')
  const [query, want] = useListQuery()
  const queries = useQueryClient()
  const people = useRecords(user, {
    q: useDeferredValue(query.q),
    filter: query.filter,
    ...(query.sort ? { sort: query.sort } : {}),
    archived: query.archived,
  })
  const linkTo = ({ id }: User) =>
    mayOpen ? pathTo(screens, 'details', id) : mayEdit ? pathTo(screens, 'edit', id) : undefined
  return (
    <>
      <PageHead title={t(title)} actions={<CreateLink screens={screens} size="sm" />} />
      {mayEdit && <Waiting screens={screens} />}
      <ListTools
        module={user}
        filters={filters}
        query={query}
        onWant={want}
        count={people.rows.length > 0 ? { shown: people.rows.length, more: people.hasMore } : null}
      />
      <Card flush>
        {people.rows.length > 0 ? (
          <UserTable
            title={t(title)}
            people={people.rows}
            sort={query.sort}
            onSort={sort => want({ sort })}
            linkTo={linkTo}
          />
        ) : people.loading ? (
          <SkeletonRows />
        ) : (
          <NoRows
            screens={screens}
            title={t(title)}
            narrowed={isNarrowed(query)}
            failure={people.error}
            onClear={() => want(everything)}
            onAgain={() => void queries.invalidateQueries({ queryKey: [user.name] })}
          />
        )}
        <MoreRows found={people}>
          <div className="grid justify-items-center border-t p-3">
            <Button loading={people.loadingMore} onClick={people.loadMore}>
              {t('crud:records.more')}
            </Button>
          </div>
        </MoreRows>
      </Card>
    </>
  )
}
