import CloudOff from 'lucide-react/icons/cloud-off'
import Copy from 'lucide-react/icons/copy'
import Plus from 'lucide-react/icons/plus'
import RotateCw from 'lucide-react/icons/rotate-cw'
import SearchX from 'lucide-react/icons/search-x'
import ServerCrash from 'lucide-react/icons/server-crash'
import ShieldCheck from 'lucide-react/icons/shield-check'
import { useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { usedPermissions } from '#contract/permission-table.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { MoreRows } from '#src/crud/more-rows.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { SearchBox } from '#src/crud/list/search-box.tsx'
import { useListQuery } from '#src/crud/list/use-list-query.ts'
import { useRecords } from '#src/data/use-records.ts'
import { formatNumber, formatRelative } from '#src/lib/format.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useCan } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { buttonLook } from '#src/ui/button-look.ts'
import { Card } from '#src/ui/card.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Switch } from '#src/ui/switch.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#src/ui/table.tsx'
import { goFromRowToRow } from '#src/ui/row-keys.ts'
import { Faces } from './faces.tsx'
import { isUsed } from './lines.ts'
import { holdersOf, usePeople } from './use-people.ts'

/** Every role: who has it, how much it grants, when it changed. */
export function RoleList({ screens, title }: ScreenProps) {
  const { t } = useTranslation(['access', 'role'])
  const navigate = useNavigate()
  const mayEdit = useCan(role, 'edit')
  const create = useCan(role, 'create') ? pathTo(screens, 'create') : undefined
  const [query, want] = useListQuery()
  const records = useRecords(role, {
    q: useDeferredValue(query.q),
    archived: query.archived,
    ...(query.sort ? { sort: query.sort } : {}),
  })
  const createKeys = useShortcut('create', create ? () => void navigate(create) : null, t('list.new'))
  const sortOf = (name: string) =>
    query.sort === name ? 'ascending' : query.sort === `-${name}` ? 'descending' : 'none'
  const sortBy = (name: string) => () => want({ sort: query.sort === name ? `-${name}` : name })
  return (
    <>
      <PageHead
        title={t(title)}
        actions={
          create && (
            <ButtonLink variant="primary" size="sm" icon={Plus} to={create} aria-keyshortcuts={createKeys}>
              {t('list.new')}
            </ButtonLink>
          )
        }
      />
      <div role="search" className="mb-3 flex flex-wrap items-center gap-2">
        <SearchBox
          label={t('list.find')}
          placeholder={t('list.find')}
          q={query.q}
          onSearch={q => want({ q })}
          pause={0}
        />
        <Switch label={t('list.archived')} checked={query.archived} onChange={archived => want({ archived })} />
        {records.rows.length > 0 && (
          <span className="ms-auto text-30 text-muted" role="status">
            {t('list.count', { count: records.rows.length })}
          </span>
        )}
      </div>
      <Card flush>
        {records.rows.length > 0 ? (
          <Table caption={t(title)}>
            <TableHead>
              <HeadCell sort={sortOf('name')} onSort={sortBy('name')}>
                {t('list.columns.name')}
              </HeadCell>
              <HeadCell>{t('list.columns.people')}</HeadCell>
              <HeadCell>{t('list.columns.permissions')}</HeadCell>
              <HeadCell sort={sortOf('updatedAt')} onSort={sortBy('updatedAt')}>
                {t('list.columns.changed')}
              </HeadCell>
              {create && (
                <HeadCell>
                  <span className="sr-only">{t('editor.copy')}</span>
                </HeadCell>
              )}
            </TableHead>
            <TableBody onKeyDown={goFromRowToRow}>
              {records.rows.map(row => (
                <RoleRow
                  key={row.id}
                  row={row}
                  to={mayEdit ? pathTo(screens, 'edit', row.id) : undefined}
                  copyTo={create && `${create}?from=${row.id}`}
                />
              ))}
            </TableBody>
          </Table>
        ) : records.loading ? (
          <SkeletonRows />
        ) : (
          <NoRoles
            narrowed={query.q !== '' || query.archived}
            failure={records.error}
            create={create}
            onClear={() => want({ q: '', archived: false })}
          />
        )}
        <MoreRows found={records}>
          <div className="grid justify-items-center border-t p-3">
            <Button loading={records.loadingMore} onClick={records.loadMore}>
              {t('diff.showAll')}
            </Button>
          </div>
        </MoreRows>
      </Card>
    </>
  )
}

type RoleRowProps = { row: Role; to: string | undefined; copyTo: string | undefined }

function RoleRow({ row, to, copyTo }: RoleRowProps) {
  const { t } = useTranslation('access')
  const navigate = useNavigate()
  const people = usePeople()
  const holders = people && holdersOf(people, row.id)
  const granted = row.permissions.filter(isUsed).length
  const all = usedPermissions.length
  return (
    <Row
      className={to ? 'cursor-pointer' : undefined}
      onClick={event => {
        const onControl = (event.target as Element).closest('a, button, input, label')
        if (to && !onControl && !window.getSelection()?.toString()) void navigate(to)
      }}
    >
      <Cell wrap className="py-2! max-sm:pb-2!">
        {to ? (
          <Link to={to} data-row-link="" className="rounded-1 font-medium hover:underline">
            {row.name}
          </Link>
        ) : (
          <span className="font-medium">{row.name}</span>
        )}
        {row.about && <span className="block text-20 text-subtle">{row.about}</span>}
      </Cell>
      <Cell label={t('list.columns.people')}>
        {holders === undefined ? (
          '—'
        ) : holders.length === 0 ? (
          <span className="text-subtle">{t('list.nobody')}</span>
        ) : (
          <span className="inline-flex items-center gap-2">
            <span className="min-w-4 text-end">{formatNumber(holders.length)}</span>
            <Faces people={holders} />
          </span>
        )}
      </Cell>
      <Cell label={t('list.columns.permissions')}>
        <span className="inline-flex items-center gap-3">
          <span aria-hidden="true" className="h-1 w-16 overflow-hidden rounded-full bg-surface-pressed max-lg:hidden">
            <span
              data-solid=""
              className="block h-full rounded-full bg-primary"
              style={{ inlineSize: `${(granted / all) * 100}%` }}
            />
          </span>
          {granted === all ? t('list.everything') : t('list.granted', { granted, all })}
        </span>
      </Cell>
      <Cell label={t('list.columns.changed')} className="text-muted">
        {formatRelative(row.updatedAt)}
      </Cell>
      {copyTo && (
        <Cell actions>
          <Link
            to={copyTo}
            aria-label={t('list.copy', { name: row.name })}
            title={t('list.copy', { name: row.name })}
            data-control-size="sm"
            className={buttonLook({ variant: 'ghost', square: true })}
          >
            <Icon of={Copy} size="sm" />
          </Link>
        </Cell>
      )}
    </Row>
  )
}

type NoRolesProps = {
  narrowed: boolean
  failure: { code: string; message: string } | null
  create: string | undefined
  onClear: () => void
}

function NoRoles({ narrowed, failure, create, onClear }: NoRolesProps) {
  const { t } = useTranslation('access')
  const queries = useQueryClient()
  if (failure)
    return (
      <EmptyState
        icon={failure.code === 'unreachable' ? CloudOff : ServerCrash}
        tone={failure.code === 'unreachable' ? 'warning' : 'danger'}
        title={t(failure.code === 'unreachable' ? 'list.notHere' : 'list.failed')}
        text={failure.message}
        action={
          <Button icon={RotateCw} onClick={() => void queries.invalidateQueries({ queryKey: [role.name] })}>
            {t('list.again')}
          </Button>
        }
      />
    )
  if (narrowed)
    return (
      <EmptyState
        icon={SearchX}
        title={t('list.noMatch')}
        text={t('list.noMatchText')}
        action={<Button onClick={onClear}>{t('list.showAll')}</Button>}
      />
    )
  return (
    <EmptyState
      icon={ShieldCheck}
      title={t('list.firstTitle')}
      text={t('list.firstText')}
      action={
        create && (
          <ButtonLink variant="primary" icon={Plus} to={create}>
            {t('list.new')}
          </ButtonLink>
        )
      }
    />
  )
}
