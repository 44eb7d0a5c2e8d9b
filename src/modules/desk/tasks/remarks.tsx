import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import type { Remark } from '#contract/modules/desk/task.ts'
import { fieldOf, type Errors } from '#src/form/check.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useActor } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Field } from '#src/ui/field.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import type { useRemark } from './use-remark.ts'

type Props = {
  remark: ReturnType<typeof useRemark>
  id: string
  /** Of the form: what it says of the remarks is said here. */
  errors: Errors
}

/** What was said so far, and room for what there is to say: it goes with the task when that is saved. */
export function Remarks({ remark, id, errors }: Props) {
  const { t } = useTranslation('task')
  const { said, text, write, problem } = remark
  const wrong = Object.keys(errors).find(path => fieldOf(path) === 'taskRemarks')
  return (
    <div className="grid gap-3">
      <RemarkList remarks={said} />
      <Field
        id={id}
        label={t(said.length > 0 ? 'task:screen.dialog.answer' : 'task:screen.dialog.remark')}
        error={problem || (wrong && errors[wrong])}
      >
        <TextArea value={text} onChange={write} rows={2} />
      </Field>
    </div>
  )
}

/** The earliest first, as people read a conversation. */
export function RemarkList({ remarks }: { remarks: readonly Remark[] }) {
  const { t } = useTranslation('task')
  if (remarks.length === 0) return null
  const inOrder = remarks.toSorted((a, b) => (a.at ?? '~').localeCompare(b.at ?? '~') || a.id - b.id)
  return (
    <section aria-label={t('task:fields.taskRemarks')} className="grid gap-1">
      <h3 className="text-30 font-medium">{t('task:fields.taskRemarks')}</h3>
      <ol className="grid gap-3 rounded-2 border bg-surface-sunken p-3">
        {inOrder.map(remark => (
          <Said key={remark.id} remark={remark} />
        ))}
      </ol>
    </section>
  )
}

function Said({ remark: { text, at, by } }: { remark: Remark }) {
  const { t } = useTranslation('task')
  const me = useActor().id
  const name = useTitle(user, by ?? 0)
  const who = by === me ? t('task:screen.me') : (name ?? '')
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2">
      <Avatar name={name ?? '?'} me={by === me} decorative className="row-span-2" />
      <span className="flex flex-wrap items-baseline gap-x-2 text-20 text-muted">
        <bdi className="font-medium text-ink">{who}</bdi>
        {at && <Ago at={at} />}
      </span>
      <p dir="auto" className="text-30 wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
    </li>
  )
}
