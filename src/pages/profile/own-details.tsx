import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnswerOf } from '#contract/call.ts'
import { profileCall, type ownProfileCall } from '#contract/calls/access.ts'
import { user } from '#contract/modules/access/user.ts'
import { DraftBanner } from '#src/crud/drafts/draft-banner.tsx'
import { DraftKept } from '#src/crud/drafts/draft-kept.tsx'
import { draftName } from '#src/crud/drafts/draft-name.ts'
import { useDraft } from '#src/crud/drafts/use-draft.ts'
import { FormField } from '#src/crud/form-field.tsx'
import { changedSince, useForm } from '#src/crud/use-form.ts'
import { useLeaveGuard } from '#src/session/leave.ts'
import { useCall } from '#src/data/use-call.ts'
import { useWords } from '#src/fields/words.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { submitting } from '#src/ui/submitting.ts'
import { toast } from '#src/ui/toast.ts'
import { OwnPicture } from './own-picture.tsx'

type Profile = AnswerOf<typeof ownProfileCall>
const names = ['name', 'phone', 'email'] as const

/** Who one is, as far as one says it oneself. */
export function OwnDetails({ profile, onChanged }: { profile: Profile; onChanged: () => Promise<void> }) {
  const { t } = useTranslation(['profile', 'crud'])
  const words = useWords(user)
  const save = useCall(profileCall)
  const { name, phone, email } = profile
  const form = useForm(user, { name, phone, email }, 'change')
  // A profile has no version of its own: what its fields were tells whether it is still the same.
  const draft = useDraft('profile', form, { version: 0, name, phone, email })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  useLeaveGuard(() => form.dirty)
  // A save ends in a later moment than it began in, and people go on typing.
  const typed = useSteady(() => form.values)

  const submit = async () => {
    if (busy || !form.dirty) return
    setRefused('')
    if (Object.keys(form.check()).length > 0) return
    setBusy(true)
    const submitted = form.values
    await draft.hand()
    const called = await save(form.changes)
    setBusy(false)
    if ('failure' in called) {
      draft.takeBack()
      const { fields = {}, message } = called.failure
      form.refuse(fields)
      if (Object.keys(fields).length === 0) setRefused(message)
      return
    }
    form.settle(submitted, submitted)
    if (Object.keys(changedSince(submitted, typed())).length === 0) await draft.drop()
    toast(t('crud:form.saved'))
    await onChanged()
  }
  const discard = () => {
    form.start({ name, phone, email })
    void draft.drop()
  }
  return (
    <Card title={t('profile:details.title')}>
      <form noValidate onSubmit={event => submitting(() => void submit())(event)} className="grid gap-5">
        <DraftBanner draft={draft} isNew={false} nameOf={values => draftName(user, values)} onDiscard={discard} />
        <OwnPicture name={profile.name} avatar={profile.avatar} onChanged={onChanged} />
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          {names.map(field => (
            <FormField
              key={field}
              id={`field-${field}`}
              form={form}
              module={user}
              name={field}
              noHint
              className={field === 'name' ? 'sm:col-span-2' : ''}
            />
          ))}
        </div>
        {/* As everywhere: what saves comes with the first change, and is never switched off. */}
        <div className="flex min-h-control-md flex-wrap items-center justify-end gap-3">
          <span className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 text-30 text-muted">
            <span role="status">
              {'email' in form.changes
                ? t('profile:details.emailAsks')
                : form.dirty
                  ? t('crud:form.unsaved', { noun: words.noun })
                  : ''}
            </span>
            <DraftKept draft={draft} />
          </span>
          {(form.dirty || busy) && (
            <>
              <Button disabled={busy} onClick={discard}>
                {t('profile:details.discard')}
              </Button>
              <Button variant="primary" type="submit" loading={busy}>
                {t('crud:save')}
              </Button>
            </>
          )}
        </div>
      </form>
    </Card>
  )
}
