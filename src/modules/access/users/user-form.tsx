import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { managesAccess } from '#contract/grants.ts'
import { statusFields, user, type User } from '#contract/modules/access/user.ts'
import { EditForm } from '#src/crud/edit-form.tsx'
import { FormField } from '#src/crud/form-field.tsx'
import { FormFrame } from '#src/crud/form-frame.tsx'
import { FormSection } from '#src/crud/form-section.tsx'
import { useOutOfReach } from '#src/crud/needs-server.tsx'
import { pathTo, type ScreenProps } from '#src/crud/screens.ts'
import { idOf, useRecordForm } from '#src/crud/use-record-form.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useWords } from '#src/fields/words.ts'
import { coarse } from '#src/lib/coarse.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { LinkDialog, useLinks, type Handed } from './links.tsx'
import { RightsInAll } from './rights-in-all.tsx'
import { RolesInput } from './roles-input.tsx'
import { StatusFields } from './status-fields.tsx'
import { useAccess } from './use-access.ts'
import { useBeyondWords } from './use-beyond-words.ts'

const names = [
  'name',
  'phone',
  'username',
  'email',
  'roles',
  'branch',
  'anyStatus',
  ...statusFields,
  'notificationPermission',
] as const

/** Invites somebody, or changes who they are and what they may do. */
export function UserForm(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  if (id <= 0) return <PersonForm {...props} />
  return (
    <EditForm key={id} screens={props.screens} id={id}>
      {open => <PersonForm {...props} {...open} />}
    </EditForm>
  )
}

type FormProps = ScreenProps & { seen?: Row; current?: Row; gone?: boolean; onDirty?: (dirty: boolean) => void }

function PersonForm({ screens, title, seen, current, gone, onDirty }: FormProps) {
  // With the words of rights that come with the first role: nothing here may wait once something is typed.
  const { t } = useTranslation(['user', 'crud', 'access', 'role'])
  const words = useWords(user)
  const me = useActor()
  const mayInvite = useCan(user, 'edit')
  const access = useAccess()
  const navigate = useNavigate()
  const links = useLinks()
  const [handed, setHanded] = useState<{ handed: Handed; id: number } | null>(null)
  const person = seen as User | undefined

  const leave = (id: number | undefined) => {
    const to = (id === undefined ? undefined : pathTo(screens, 'details', id)) ?? pathTo(screens, 'list') ?? '/'
    void navigate(to, { replace: person === undefined })
  }
  const invite = async (id: number, name: string, isHere: boolean) => {
    const sent = await links.send({ id, name }, 'invitation')
    if ('refused' in sent) toast(t('user:screen.form.notInvited', { name, why: sent.refused }))
    else if (sent.handed) return setHanded({ handed: sent.handed, id })
    if (isHere) leave(id)
  }
  const record = useRecordForm({
    module: user,
    names,
    seen,
    current,
    start: me.statusPermission === 'all' ? {} : { anyStatus: false },
    onSaved: (outcome, _, isHere) => {
      const saved = outcome.state === 'saved' ? outcome.row : undefined
      if (!person && saved && mayInvite) return void invite(saved.id, String(saved.name), isHere)
      toast(person ? t('crud:form.saved') : t('user:screen.form.savedNotInvited'))
      if (isHere) leave(saved?.id ?? person?.id)
    },
  })
  const { form, open } = record
  const { values, errors, set, blur } = form
  const away = useOutOfReach(!user.offline.write)
  useEffect(() => onDirty?.(open), [open, onDirty])

  const chosen = values.roles as number[]
  const rights = access.rightsOf({ ...nobody, ...values, id: person?.id ?? 0 } as User, chosen)
  const stronger = person ? access.strongerBy(person) : null
  // What is being given is judged by the field that gives it; here is what no field says.
  const otherBranch = access.surplusOf(rights)?.otherBranch === true && !stronger
  const losesLast = Boolean(person && rights && !managesAccess(rights) && access.isLast(person) && form.changes.roles)
  const field = (name: (typeof names)[number], className?: string) => (
    <FormField
      id={idOf(name)}
      form={form}
      module={user}
      name={name}
      first={name === 'name' && !seen && !coarse()}
      className={className}
    />
  )
  return (
    <>
      <FormFrame
        module={user}
        record={links.busy === null ? record : { ...record, saving: true }}
        title={t(title)}
        aside={person && <span className="text-muted">{person.name}</span>}
        notices={<Notices person={person} stronger={stronger} losesLast={losesLast} otherBranch={otherBranch} />}
        locked={stronger !== null || losesLast || otherBranch || away}
        gone={gone}
        saveLabel={person || !mayInvite ? undefined : t('user:screen.form.invite')}
        cancel={
          <ButtonLink to={(person && pathTo(screens, 'details', person.id)) ?? pathTo(screens, 'list') ?? '/'}>
            {t('crud:cancel')}
          </ButtonLink>
        }
      >
        <Card flush>
          <FormSection title={t('user:screen.form.who')} text={person ? undefined : t('user:screen.form.whoText')}>
            {field('name')}
            {field('phone')}
            {field('username')}
            {field('email')}
          </FormSection>
          <FormSection title={t('user:screen.form.access')} text={t('user:screen.form.accessText')}>
            <Field id={idOf('roles')} label={words.field('roles')} error={errors.roles} className="sm:col-span-2">
              <RolesInput
                access={access}
                value={chosen}
                onChange={next => set('roles', next)}
                onBlur={() => blur('roles')}
              />
            </Field>
            {rights && chosen.length > 0 && <RightsInAll rights={rights} className="sm:col-span-2" />}
            {field('branch', 'sm:col-span-2')}
          </FormSection>
          <FormSection title={t('user:screen.form.statuses')} text={t('user:screen.form.statusesText')}>
            <StatusFields form={form} />
          </FormSection>
          <FormSection title={t('user:screen.form.notifications')} text={t('user:screen.form.notificationsText')}>
            {field('notificationPermission', 'sm:col-span-2')}
          </FormSection>
        </Card>
      </FormFrame>
      {handed && <LinkDialog handed={handed.handed} onClose={() => leave(handed.id)} />}
    </>
  )
}

type NoticesProps = {
  person: User | undefined
  stronger: ReturnType<ReturnType<typeof useAccess>['strongerBy']>
  losesLast: boolean
  otherBranch: boolean
}

/** Everything that the server would refuse, before anything is typed for nothing. */
function Notices({ person, stronger, losesLast, otherBranch }: NoticesProps) {
  const { t } = useTranslation('user')
  const say = useBeyondWords()
  const { online } = useConnection()
  const name = person?.name ?? ''
  return (
    <>
      {!online && <Banner tone="warning">{t('screen.offline')}</Banner>}
      {stronger && (
        <Banner tone="warning" title={t('screen.stronger.title', { name })}>
          {t('screen.stronger.text', { rights: say(stronger) })}
        </Banner>
      )}
      {otherBranch && (
        <Banner tone="danger" announce>
          {t('screen.form.otherBranch')}
        </Banner>
      )}
      {losesLast && (
        <Banner tone="danger" announce title={t('screen.last.title', { name })}>
          {t('screen.last.roles')}
        </Banner>
      )}
    </>
  )
}

const nobody = { branch: null, anyStatus: true }
