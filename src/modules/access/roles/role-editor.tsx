import Archive from 'lucide-react/icons/archive'
import Copy from 'lucide-react/icons/copy'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import { isBeyond } from '#contract/grants.ts'
import { role, type Role } from '#contract/modules/access/role.ts'
import { useActs } from '#src/crud/acts/use-acts.ts'
import { NoRecord } from '#src/crud/no-record.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useCan } from '#src/session/actor.ts'
import { Avatar } from '#src/ui/avatar.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { Select } from '#src/ui/select.tsx'
import { emptyRole } from './draft.ts'
import { RoleForm } from './role-form.tsx'
import { useRoles } from './use-people.ts'
import { useRoleForm } from './use-role-form.ts'

/** Changes a role, or makes a new one. */
export function RoleEditor(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  return id > 0 ? <LoadedRole key={id} {...props} id={id} /> : <NewRole {...props} />
}

function LoadedRole({ id, ...props }: ScreenProps & { id: number }) {
  const { row, loading, error } = useRecord(role, id)
  if (row) return <OldRole {...props} row={row} />
  return <NoRecord screens={props.screens} loading={loading} error={error} />
}

function OldRole({ screens, title, row }: ScreenProps & { row: Role }) {
  const { t } = useTranslation(['access', 'role'])
  const form = useRoleForm(row)
  const mayCreate = useCan(role, 'create')
  const acts = useActs(role)
  const [inUse, setInUse] = useState(false)
  const [refused, setRefused] = useState('')
  // Also whoever is switched off: they may come back.
  const holders = form.people?.filter(person => !person.archivedAt && person.roles.includes(row.id)) ?? []
  const isStronger = form.stronger !== null && isBeyond(form.stronger)
  const create = mayCreate ? pathTo(screens, 'create') : undefined

  const putAway = async () => {
    if (holders.length > 0) return setInUse(true)
    const sure = await confirm({
      title: t('states.archiveTitle', { name: row.name }),
      text: t('states.archiveText'),
      confirmLabel: t('editor.archive'),
    })
    if (!sure) return
    setRefused(whyNot(await acts.archive(row)))
  }
  const bringBack = async () => setRefused(whyNot(await acts.restore(row)))
  return (
    <>
      <RoleForm
        screens={screens}
        form={form}
        row={row}
        title={t(title)}
        notices={
          refused && (
            <Banner tone="danger" announce onDismiss={() => setRefused('')}>
              {refused}
            </Banner>
          )
        }
        actions={
          <>
            {create && (
              <ButtonLink size="sm" icon={Copy} to={`${create}?from=${row.id}`}>
                {t('editor.copy')}
              </ButtonLink>
            )}
            {!isStronger && (
              <Menu
                trigger={<IconButton size="sm" variant="secondary" icon={Ellipsis} label={t('editor.more')} />}
                items={[
                  row.archivedAt
                    ? { label: t('editor.restore'), icon: Undo2, onSelect: () => void bringBack() }
                    : { label: t('editor.archive'), icon: Archive, onSelect: () => void putAway() },
                ]}
              />
            )}
          </>
        }
      />
      <Dialog
        open={inUse}
        onClose={() => setInUse(false)}
        title={t('states.inUseTitle', { name: row.name })}
        description={t('states.inUse')}
        footer={<Button onClick={() => setInUse(false)}>{t('states.close')}</Button>}
      >
        <ul className="grid gap-2">
          {holders.map(person => (
            <li key={person.id} className="flex items-center gap-2">
              <Avatar name={person.name} src={person.avatar} decorative />
              {person.name}
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  )
}

const NOTHING = 0

/** A new role begins with nothing or as a copy; which one stands in the address. */
function NewRole({ screens, title }: ScreenProps) {
  const [params] = useSearchParams()
  const [from] = useState(() => Number(params.get('from') ?? 0))
  const { row, loading } = useRecord(role, from)
  // The form starts once, with what it starts from.
  if (from > 0 && loading) return <NoRecord screens={screens} loading error={null} />
  return <StartedRole screens={screens} title={title} from={row ?? null} />
}

function StartedRole({ screens, title, from }: ScreenProps & { from: Role | null }) {
  const { t } = useTranslation(['access', 'role'])
  const [, setParams] = useSearchParams()
  const [source, setSource] = useState(from)
  const form = useRoleForm(null, source ?? emptyRole)
  const roles = useRoles()?.filter(one => !one.archivedAt)
  const offered = roles ?? (from ? [from] : [])
  const leftOut = source ? source.permissions.filter(code => !form.me.permissions.has(code)).length : 0
  const start = (id: number) => {
    const other = offered.find(one => one.id === id) ?? null
    setSource(other)
    form.startFrom(other ?? emptyRole)
    setParams(id === NOTHING ? {} : { from: String(id) }, { replace: true, preventScrollReset: true })
  }
  return (
    <RoleForm
      screens={screens}
      form={form}
      row={null}
      title={t(title)}
      comparedWith={source?.name}
      notices={leftOut > 0 && <Banner tone="info">{t('editor.leftOut', { count: leftOut })}</Banner>}
      start={
        offered.length > 0 && (
          <Field label={t('editor.startFrom')}>
            <Select
              value={source?.id ?? NOTHING}
              onChange={start}
              options={[
                { value: NOTHING, label: t('editor.startEmpty') },
                ...offered.map(({ id, name }) => ({ value: id, label: name })),
              ]}
            />
          </Field>
        )
      }
    />
  )
}
