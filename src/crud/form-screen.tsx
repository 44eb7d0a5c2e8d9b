import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { isEditable } from '#contract/record-rules.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { namespaceOf } from '#src/fields/words.ts'
import { coarse } from '#src/lib/coarse.ts'
import { useHasLabel } from '#src/labels/use-add-labels.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { copyOf } from './copy-of.ts'
import type { Values } from '#src/form/check.ts'
import { EditForm, type Seen } from './edit-form.tsx'
import { FormBody, useFormLayout } from './form-body.tsx'
import { FormFrame } from './form-frame.tsx'
import { useOutOfReach } from './needs-server.tsx'
import { NoRecord } from './no-record.tsx'
import { LabelButtons, printsLabel } from './label-ways.tsx'
import { useSayKept } from './say-waiting.ts'
import { pathTo, type ScreenProps } from './screens.ts'
import { useRecordForm } from './use-record-form.ts'

/** Makes a record or changes one: the same layout for both. `?copy=12` begins a new one as that one is. */
export function FormScreen(props: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const from = Number(useSearchParams()[0].get('copy') ?? 0)
  if (id > 0)
    return (
      <EditForm key={id} screens={props.screens} id={id}>
        {open => <RecordForm {...props} {...open} />}
      </EditForm>
    )
  return from > 0 ? <Copied {...props} id={from} /> : <NewForms {...props} />
}

/** A new record that begins as another one is. */
export function CopyScreen(props: ScreenProps) {
  return <Copied {...props} id={Number(useParams().id ?? 0)} />
}

/** A new record that begins as this one is; `said`: what it has otherwise. */
export function Copied({ id, said, ...props }: ScreenProps & { id: number; said?: Values }) {
  const { module } = props.screens
  const { row, loading, error } = useRecord(module, id)
  const newId = useNewId()
  const { start, failed } = useStart(Boolean(row), () => copyOf(module, row!, newId, said))
  if (!start)
    return <NoRecord screens={props.screens} loading={loading || (Boolean(row) && !failed)} error={error ?? failed} />
  return <NewForms {...props} start={start} of={row ? titleOf(module, row) : ''} />
}

/** What a new record begins with, found once it can be: as that was when the form opened, a copy and no mirror. */
export function useStart(isThere: boolean, find: () => Promise<Values>) {
  const [start, setStart] = useState<Values | null>(null)
  const [failed, setFailed] = useState<{ message: string } | null>(null)
  const begin = useEffectEvent(find)
  useEffect(() => {
    if (isThere) begin().then(setStart, (error: unknown) => setFailed(failureOf(error)))
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isThere])
  return { start, failed }
}

/** One new record after the other. */
export function NewForms({ start, ...props }: ScreenProps & { start?: Values; of?: string }) {
  const [round, setRound] = useState(0)
  const begins = round === 0 || !start ? start : withoutLines(props.screens.module, start)
  return <RecordForm key={round} {...props} start={begins} onNext={() => setRound(round => round + 1)} />
}

/** The numbers of lines are used up by the first record that has them. */
const withoutLines = ({ fields }: Module, start: Values): Values =>
  Object.fromEntries(Object.entries(start).filter(([name]) => !fields[name] || metaOf(fields[name]).kind !== 'lines'))

type FormProps = ScreenProps &
  Partial<Seen> & {
    start?: Values | undefined
    /** What it is a copy of. */
    of?: string
    /** Where saving and giving up lead, instead of the record's own page or the list. */
    after?: string
    /** What is said beside the title, instead of what the record is called. */
    about?: ReactNode
    /** The next new one. Left out, there is no other: what it begins with can be used up only once. */
    onNext?: () => void
  }

/** A record that is changed, or one new one. */
export function RecordForm(props: FormProps) {
  const { screens, title, seen, current, start, of, gone, after, about, onDirty, onNext } = props
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module), 'label'])
  const navigate = useNavigate()
  const sayKept = useSayKept()
  const layout = useFormLayout(screens)
  const hasLabel = useHasLabel(module)
  const list = pathTo(screens, 'list') ?? '/'
  const record = useRecordForm({
    module,
    names: layout.flat(),
    seen,
    current,
    start,
    onSaved: (outcome, next, isHere) => {
      const id = outcome.row?.id ?? seen?.id
      const name = outcome.state === 'saved' ? titleOf(module, outcome.row) : ''
      const page = id === undefined ? undefined : pathTo(screens, 'details', id)
      // What has just come in gets its label without a page in between.
      const action =
        seen || !hasLabel || !page
          ? undefined
          : { label: t('label:printOne'), onSelect: () => void navigate(page, { state: printsLabel }) }
      sayKept(outcome, name ? t('form.savedNamed', { name }) : t('form.saved'), { action })
      if (!isHere) return
      if (next && onNext) return onNext()
      const details = next ? undefined : page
      return void navigate(after ?? details ?? list, { replace: seen === undefined })
    },
  })
  const { dirty } = record.form
  useEffect(() => onDirty?.(record.open), [record.open, onDirty])
  // A new one that was saved while somebody typed on is there by now.
  const there = record.seen
  const wayBack = after ?? (there && pathTo(screens, 'details', there.id)) ?? list
  const away = useOutOfReach(!module.offline.write)
  return (
    <FormFrame
      module={module}
      record={record}
      title={t(title)}
      aside={
        about ??
        ((there || of) && (
          <>
            <span className="text-muted">{there ? titleOf(module, there) : t('form.copyOf', { name: of })}</span>
            {there && !pathTo(screens, 'details') && <LabelButtons screens={screens} row={there} size="sm" />}
          </>
        ))
      }
      closed={there !== undefined && !isEditable(module, there)}
      away={away}
      gone={gone}
      quiet={seen !== undefined}
      nextLabel={after ? undefined : onNext ? t('form.saveAndNew') : t('form.saveAndClose')}
      onEscape={() => void navigate(wayBack)}
      cancel={!dirty && <ButtonLink to={wayBack}>{t('cancel')}</ButtonLink>}
    >
      <FormBody screens={screens} layout={layout} form={record.form} seen={there} first={!seen && !coarse()} />
    </FormFrame>
  )
}
