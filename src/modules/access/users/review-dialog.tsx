import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import { user, type User } from '#contract/modules/access/user.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useChange, useMove } from '#src/data/use-writes.ts'
import { One as ReferenceInput } from '#src/fields/inputs/reference.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { RightsInAll } from './rights-in-all.tsx'
import { RolesInput } from './roles-input.tsx'
import { useAccess } from './use-access.ts'
import { whyNot } from '#src/crud/why-not.ts'

/** Somebody asked for an account: give them roles and let them in, or refuse. */
export function ReviewDialog({ person, onClose }: { person: User; onClose: () => void }) {
  // With the words of rights that come with the first role: nothing here may wait once it is open.
  const { t } = useTranslation(['user', 'crud', 'access', 'role'])
  const words = useWords(user)
  const me = useActor()
  const access = useAccess()
  const change = useChange(user)
  const activate = useMove(user, 'activate')
  const switchOff = useMove(user, 'switchOff')
  const [roles, setRoles] = useState<number[]>(person.roles)
  const [branch, setBranch] = useState<number | null>(person.branch)
  const [busy, setBusy] = useState<'in' | 'out' | null>(null)
  const [refused, setRefused] = useState('')
  const rights = access.rightsOf({ ...person, branch }, roles)

  const failed = (outcome: Outcome<User>): boolean => {
    if (outcome.state === 'saved') return false
    setBusy(null)
    setRefused(whyNot(outcome))
    return true
  }
  const letIn = async () => {
    setRefused('')
    setBusy('in')
    let row: User = person
    const wanted = {
      ...(same(roles, person.roles) ? {} : { roles }),
      ...(branch === person.branch ? {} : { branch }),
      // Nobody gives what they may not do: whoever may set some statuses only hands out none at first.
      ...(me.statusPermission === 'all' || !person.anyStatus ? {} : { anyStatus: false }),
    }
    if (Object.keys(wanted).length > 0) {
      const changed = await change(row, wanted)
      if (failed(changed)) return
      if (changed.state === 'saved') row = changed.row
    }
    if (failed(await activate(row))) return
    toast(t('user:screen.review.letIn', { name: person.name }))
    onClose()
  }
  const refuse = async () => {
    setRefused('')
    setBusy('out')
    if (failed(await switchOff(person))) return
    toast(t('user:screen.review.refused', { name: person.name }))
    onClose()
  }
  return (
    <Dialog
      open
      sticky
      size="md"
      onClose={onClose}
      title={t('user:screen.review.title', { name: person.name })}
      description={t('user:screen.review.text', { at: formatDateTime(person.createdAt) })}
      onSubmit={() => void letIn()}
      footer={
        <>
          <Button onClick={onClose}>{t('crud:cancel')}</Button>
          <Button variant="danger" loading={busy === 'out'} onClick={() => void refuse()}>
            {t('user:screen.review.refuse')}
          </Button>
          <Button variant="primary" type="submit" loading={busy === 'in'}>
            {t('user:screen.review.letThemIn')}
          </Button>
        </>
      }
    >
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1 text-30">
        {(['username', 'email'] as const).map(name => (
          <div key={name} className="contents">
            <dt className="text-muted">{words.field(name)}</dt>
            <dd className="wrap-anywhere">
              <bdi>{person[name]}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {refused && (
        <Banner tone="danger" announce>
          {refused}
        </Banner>
      )}
      <Field label={words.field('roles')} hint={t('user:screen.form.accessText')}>
        <RolesInput access={access} value={roles} onChange={setRoles} />
      </Field>
      <Field label={words.field('branch')} hint={words.hint('branch')}>
        <ReferenceInput
          field={fieldView(user, 'branch', words)}
          value={branch}
          onChange={next => setBranch(next as number | null)}
        />
      </Field>
      {rights && roles.length > 0 && <RightsInAll rights={rights} />}
      {roles.length === 0 && <p className="text-30 text-muted">{t('user:screen.review.noRoles')}</p>}
    </Dialog>
  )
}
