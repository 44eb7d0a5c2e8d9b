import CloudOff from 'lucide-react/icons/cloud-off'
import Inbox from 'lucide-react/icons/inbox'
import Lock from 'lucide-react/icons/lock'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import Search from 'lucide-react/icons/search'
import SearchX from 'lucide-react/icons/search-x'
import ServerCrash from 'lucide-react/icons/server-crash'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '#contract/module.ts'
import { hiddenFields } from '#contract/rules.ts'
import { useRecords } from '#src/data/use-records.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { Filters } from './filters.tsx'
import { RecordTable } from './record-table.tsx'
import { pathTo, type ScreenProps } from './screens.ts'
import { useListQuery } from './use-list-query.ts'

/** The records of a module: search, filters, sort, and one of six honest answers where there are no rows. */
export function ListScreen({ screens, title }: ScreenProps) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const words = useWords(module)
  const actor = useActor()
  const mayCreate = useCan(module, 'create')
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
  const create = mayCreate ? pathTo(screens, 'create') : undefined
  const narrowed = query.q !== '' || Object.keys(query.filter).length > 0 || query.archived
  return (
    <>
      <PageHead
        title={t(title)}
        actions={
          create && (
            <ButtonLink variant="primary" size="sm" icon={Plus} to={create}>
              {t('records.new', { noun: words.noun })}
            </ButtonLink>
          )
        }
      />
      <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
        <TextInput
          type="search"
          size="sm"
          icon={Search}
          className="max-w-72 min-w-40 flex-1 max-sm:max-w-none max-sm:basis-full"
          aria-label={t('list.search')}
          placeholder={t('list.find', { nouns: words.nouns })}
          clearable
          value={query.q}
          onChange={q => want({ q })}
        />
        <Filters module={module} filter={query.filter} onFilter={filter => want({ filter })} />
        <Switch label={t('records.archived')} checked={query.archived} onChange={archived => want({ archived })} />
        {records.rows.length > 0 && (
          <span className="ms-auto text-30 text-muted" role="status">
            {t('records.count', {
              count: records.rows.length,
              shown: formatNumber(records.rows.length) + (records.hasMore ? '+' : ''),
              nouns: words.nouns,
            })}
          </span>
        )}
      </div>
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
            narrowed={narrowed}
            failure={records.error}
            create={create}
            onClear={() => want({ q: '', filter: {}, archived: false })}
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

type NoRowsProps = {
  screens: ScreenProps['screens']
  title: string
  narrowed: boolean
  failure: { code: string; message: string } | null
  create: string | undefined
  onClear: () => void
}

function NoRows({ screens, title, narrowed, failure, create, onClear }: NoRowsProps) {
  const { module, icon = Inbox } = screens
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const queries = useQueryClient()
  const again = (
    <Button icon={RotateCw} onClick={() => void queries.invalidateQueries({ queryKey: [module.name] })}>
      {t('records.again')}
    </Button>
  )
  if (failure?.code === 'forbidden')
    return <EmptyState icon={Lock} title={t('records.forbidden', { title })} text={failure.message} />
  if (failure?.code === 'unreachable')
    return (
      <EmptyState
        icon={CloudOff}
        tone="warning"
        title={t('records.notHere', { title })}
        text={failure.message}
        action={again}
      />
    )
  if (failure)
    return (
      <EmptyState
        icon={ServerCrash}
        tone="danger"
        title={t('records.failed', { title })}
        text={failure.message}
        action={again}
      />
    )
  if (narrowed)
    return (
      <EmptyState
        icon={SearchX}
        title={t('list.noMatch', { nouns: words.nouns })}
        text={t('list.noMatchText')}
        action={<Button onClick={onClear}>{t('list.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={icon}
      title={t('records.first', { noun: words.noun })}
      text={create ? undefined : t('list.firstReader')}
      action={
        create && (
          <ButtonLink variant="primary" icon={Plus} to={create}>
            {t('records.new', { noun: words.noun })}
          </ButtonLink>
        )
      }
    />
  )
}
