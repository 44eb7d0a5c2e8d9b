import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import type { Row } from '#contract/module.ts'
import { isEditable } from '#contract/rules.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { namespaceOf, useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { copyOf } from './copy-of.ts'
import type { Values } from './check.ts'
import { EditForm } from './edit-form.tsx'
import { FormBody, useFormLayout } from './form-body.tsx'
import { FormFrame } from './form-frame.tsx'
import { OutOfReach, useOutOfReach } from './needs-server.tsx'
import { NoRecord } from './no-record.tsx'
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

function Copied({ id, ...props }: ScreenProps & { id: number }) {
  const { module } = props.screens
  const { row, loading, error } = useRecord(module, id)
  const newId = useNewId()
  const [start, setStart] = useState<Values | null>(null)
  const [failed, setFailed] = useState<{ message: string } | null>(null)
  const copy = useEffectEvent((row: Row) => copyOf(module, row, newId))
  // As it was when the form opened: it is a copy, not a mirror.
  const isThere = Boolean(row)
  useEffect(() => {
    if (row) copy(row).then(setStart, (error: unknown) => setFailed(failureOf(error)))
    // oxlint-disable-next-line react/exhaustive-deps -- once
  }, [isThere])
  if (!start)
    return <NoRecord screens={props.screens} loading={loading || (isThere && !failed)} error={error ?? failed} />
  return <NewForms {...props} start={start} of={row ? titleOf(module, row) : ''} />
}

/** One new record after the other. */
function NewForms(props: ScreenProps & { start?: Values; of?: string }) {
  const [round, setRound] = useState(0)
  return <RecordForm key={round} {...props} onNext={() => setRound(round => round + 1)} />
}

type FormProps = ScreenProps & {
  seen?: Row
  current?: Row
  start?: Values
  /** What it is a copy of. */
  of?: string
  gone?: boolean
  onDirty?: (dirty: boolean) => void
  /** The next new one. */
  onNext?: () => void
}

const coarse = () => window.matchMedia?.('(pointer: coarse)').matches ?? false

function RecordForm({ screens, title, seen, current, start, of, gone, onDirty, onNext }: FormProps) {
  const { module } = screens
  const { t } = useTranslation(['crud', namespaceOf(module)])
  const words = useWords(module)
  const navigate = useNavigate()
  const sayKept = useSayKept()
  const layout = useFormLayout(screens)
  const list = pathTo(screens, 'list') ?? '/'
  const record = useRecordForm({
    module,
    names: layout.flat(),
    seen,
    current,
    ...(start ? { start } : {}),
    onSaved: (outcome, next, isHere) => {
      const id = outcome.row?.id ?? seen?.id
      const name = outcome.state === 'saved' ? titleOf(module, outcome.row) : ''
      sayKept(outcome, name ? t('form.savedNamed', { name }) : t('form.saved'))
      if (!isHere) return
      if (next && onNext) return onNext()
      const details = id === undefined || next ? undefined : pathTo(screens, 'details', id)
      return void navigate(details ?? list, { replace: seen === undefined })
    },
  })
  const { dirty } = record.form
  useEffect(() => onDirty?.(record.open), [record.open, onDirty])
  // A new one that was saved while somebody typed on is there by now.
  const there = record.seen
  const wayBack = (there && pathTo(screens, 'details', there.id)) ?? list
  const locked = there !== undefined && !isEditable(module, there)
  const away = useOutOfReach(!module.offline.write)
  return (
    <FormFrame
      module={module}
      record={record}
      title={t(title)}
      aside={
        (there || of) && (
          <span className="text-muted">{there ? titleOf(module, there) : t('form.copyOf', { name: of })}</span>
        )
      }
      notices={
        <>
          {locked && <Banner tone="warning">{t('form.locked', { noun: words.noun })}</Banner>}
          <OutOfReach away={away && !locked} what="form" />
        </>
      }
      locked={locked || away}
      gone={gone}
      quiet={seen !== undefined}
      nextLabel={seen ? t('form.saveAndClose') : t('form.saveAndNew')}
      onEscape={() => void navigate(wayBack)}
      cancel={!dirty && <ButtonLink to={wayBack}>{t('cancel')}</ButtonLink>}
    >
      <FormBody screens={screens} layout={layout} form={record.form} seen={there} first={!seen && !coarse()} />
    </FormFrame>
  )
}
