import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { isEditable, reveals } from '#contract/rules.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useChange, useSave } from '#src/data/use-writes.ts'
import { fieldView } from '#src/fields/view.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { kinds } from '#src/fields/kinds.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { toast } from '#src/ui/toast.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { emptyValues, type Errors, type Values } from './check.ts'
import { ConflictChoice, useConflict } from './conflict-choice.tsx'
import { FormField } from './form-field.tsx'
import { NoRecord } from './no-record.tsx'
import { pathTo, type ScreenProps } from './screens.ts'
import { useForm } from './use-form.ts'
import { useLeaveGuard } from './use-leave-guard.ts'

/** Makes a record or changes one: the same layout for both. */
export function FormScreen(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  return id > 0 ? <EditForm key={id} {...props} id={id} /> : <RecordForm {...props} />
}

function EditForm({ id, ...props }: ScreenProps & { id: number }) {
  const { screens } = props
  const { row, loading, error } = useRecord(screens.module, id)
  // What the person saw first is what their changes are measured against; a clean form starts again from what is new.
  const [dirty, setDirty] = useState(false)
  const [seen, setSeen] = useState<Row | null>(null)
  if (row && !dirty && row.version !== seen?.version) setSeen(row)
  if (seen)
    return (
      <RecordForm
        key={seen.version}
        {...props}
        seen={seen}
        changed={row?.version !== seen.version}
        onDirty={setDirty}
      />
    )
  return <NoRecord screens={screens} loading={loading} error={error} />
}

type FormProps = ScreenProps & {
  seen?: Row
  /** Somebody else changed it since. */
  changed?: boolean
  onDirty?: (dirty: boolean) => void
}

function RecordForm({ screens, title, seen, changed, onDirty }: FormProps) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const words = useWords(module)
  const actor = useActor()
  const navigate = useNavigate()
  const save = useSave(module)
  const change = useChange(module)
  const layout = screens.form.map(names => names.filter(name => reveals(module, name, actor)))
  const names = layout.flat()
  const form = useForm(module, seen ? valuesOf(seen, names) : emptyValues(module, names), seen ? 'change' : 'input')
  const { conflict, ask, choose, clear, wanted } = useConflict()
  const [saving, setSaving] = useState(false)
  const [refused, setRefused] = useState('')
  const [summary, setSummary] = useState<Errors>({})
  const { dirty } = form
  useEffect(() => onDirty?.(dirty), [dirty, onDirty])
  const letGo = useLeaveGuard(() => dirty)

  const idOf = (name: string) => `field-${name}`
  const show = (errors: Errors) => {
    setSummary(errors)
    const first = names.find(name => errors[name])
    if (first) document.getElementById(idOf(first))?.focus()
  }
  const finish = (outcome: Extract<Outcome, { state: 'saved' | 'waiting' }>) => {
    letGo()
    form.start(form.values)
    const id = outcome.state === 'saved' ? outcome.row.id : seen?.id
    toast(outcome.state === 'saved' ? t('form.saved', { noun: words.noun }) : t('form.waiting', { noun: words.noun }), {
      waiting: outcome.state === 'waiting',
    })
    const to = (id === undefined ? undefined : pathTo(screens, 'details', id)) ?? pathTo(screens, 'list') ?? '/'
    void navigate(to, { replace: seen === undefined })
  }
  const submit = async () => {
    if (saving) return
    setRefused('')
    const wrong = form.check()
    show(wrong)
    if (Object.keys(wrong).length > 0) return
    const changes = wanted(form.changes)
    if (seen && Object.keys(changes).length === 0) return finish({ state: 'saved', row: seen })
    setSaving(true)
    const outcome = seen ? await change(conflict?.row ?? seen, changes) : await save(form.values)
    setSaving(false)
    if (outcome.state === 'saved' || outcome.state === 'waiting') return finish(outcome)
    if (outcome.state === 'conflict') return ask(outcome.row, outcome.asks)
    clear()
    const fields = topFields(outcome.fields ?? {})
    form.refuse(fields)
    show(fields)
    if (Object.keys(fields).length === 0) setRefused(outcome.message)
  }
  const errors = Object.entries(summary).filter(([name]) => form.errors[name])
  const back = (seen && pathTo(screens, 'details', seen.id)) ?? pathTo(screens, 'list') ?? '/'
  const locked = seen && !isEditable(module, seen)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys that save belong to all of it
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        void submit()
      }}
      onKeyDown={event => {
        if (!(event.ctrlKey || event.metaKey) || !['s', 'Enter'].includes(event.key)) return
        event.preventDefault()
        void submit()
      }}
    >
      <PageHead
        title={t(title)}
        aside={seen && <span className="text-muted">{titleOf(module, seen)}</span>}
        actions={<span className="text-30 text-muted">{t('form.needed')}</span>}
      />
      <div className="grid max-w-form gap-4">
        {locked && <Banner tone="warning">{t('form.locked', { noun: words.noun })}</Banner>}
        {changed && !conflict && !saving && <Banner tone="info">{t('form.changedMeanwhile')}</Banner>}
        {errors.length > 1 && (
          <Banner tone="danger" title={t('form.toFix', { count: errors.length })} announce>
            <ul>
              {errors.map(([name, message]) => (
                <li key={name}>
                  <a href={`#${idOf(name)}`} onClick={event => focusField(event, idOf(name))}>
                    {message}
                  </a>
                </li>
              ))}
            </ul>
          </Banner>
        )}
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        {conflict && <ConflictChoice module={module} conflict={conflict} mine={form.values} onChoose={choose} />}
        <Card>
          <div className="grid gap-4 sm:grid-cols-2">
            {layout.map(row =>
              row.map((name, column) => (
                <FormField
                  key={name}
                  id={idOf(name)}
                  form={form}
                  field={fieldView(module, name, words)}
                  first={name === names[0] && !seen && !window.matchMedia?.('(pointer: coarse)').matches}
                  className={spanOf(module, row, name, column)}
                />
              )),
            )}
          </div>
        </Card>
      </div>
      <div className="sticky bottom-0 z-(--z-bar) -mx-gutter mt-6 flex min-h-16 flex-wrap items-center justify-end gap-3 border-t border-line-strong bg-surface-raised px-gutter py-3">
        <span className="me-auto text-30 text-muted" role="status">
          {dirty ? t('form.unsaved') : ''}
        </span>
        <ButtonLink to={back}>{t('cancel')}</ButtonLink>
        <Button variant="primary" type="submit" loading={saving} disabled={locked}>
          {t('save')}
          <Kbd keys={t('form.saveKeys')} className="max-sm:hidden" />
        </Button>
      </div>
    </form>
  )
}

const valuesOf = (row: Row, names: readonly string[]): Values =>
  Object.fromEntries(names.map(name => [name, row[name] ?? null]))

/** What the server says about `address.city` is said beside the address. */
const topFields = (fields: Errors): Errors =>
  Object.fromEntries(Object.entries(fields).map(([path, message]) => [path.split('.')[0] ?? path, message]))

/** Two fields share a row; one alone, or one that needs the room, has it for itself. */
function spanOf(
  module: ScreenProps['screens']['module'],
  row: readonly string[],
  name: string,
  column: number,
): string {
  const field = module.fields[name]
  const alone = row.length === 1 || (row.length % 2 === 1 && column === row.length - 1)
  return alone || (field && kinds[fieldView(module, name, noWords).meta.kind].wide) ? 'sm:col-span-2' : ''
}
const noWords = {} as Parameters<typeof fieldView>[2]

function focusField(event: { preventDefault: () => void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
