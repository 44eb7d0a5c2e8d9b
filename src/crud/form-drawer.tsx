import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditable, mayWrite } from '#contract/record-rules.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useWords } from '#src/fields/words.ts'
import { isPressed } from '#src/lib/keys/is-pressed.ts'
import { Button } from '#src/ui/button.tsx'
import { Drawer } from '#src/ui/drawer.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import type { Values } from '#src/form/check.ts'
import { EditForm, type Seen } from './edit-form.tsx'
import { FormBody, useFormLayout } from './form-body.tsx'
import { FormNotices } from './form-notices.tsx'
import { useOutOfReach } from './needs-server.tsx'
import { useSayKept } from './say-waiting.ts'
import type { ScreenProps } from './screens.ts'
import { useActor } from '#src/session/actor.ts'
import { askToLeave } from '#src/session/leave.ts'
import { useRecordForm, type Done } from './use-record-form.ts'

type Props = {
  screens: ScreenProps['screens']
  /** The record to change; without one a new one is made. */
  id?: number | undefined
  start?: Values
  /** What a new one is called, where its noun is not enough. */
  title?: string
  /** What it is opened for, where one page opens it for several: what is half typed waits for that alone. */
  place?: string
  onSaved: (outcome: Done, next: boolean) => void
  onClose: () => void
}

/** A module's own form at the side of the page: where a record is made on the way, or the module has no page for it. */
export function FormDrawer({ id, ...props }: Props) {
  if (id === undefined) return <Sheet {...props} />
  return (
    <EditForm key={id} screens={props.screens} id={id}>
      {open => <Sheet {...props} {...open} />}
    </EditForm>
  )
}

function Sheet(props: Omit<Props, 'id'> & Partial<Seen>) {
  const { screens, start, title, place, seen: opened, current, gone = false, onDirty, onSaved, onClose } = props
  const { module } = screens
  const { t } = useTranslation('crud')
  const sayKept = useSayKept()
  const words = useWords(module)
  const layout = useFormLayout(screens)
  const record = useRecordForm({
    module,
    names: layout.flat(),
    seen: opened,
    current,
    start,
    place: place ? `drawer:${place}` : 'drawer',
    prefix: 'drawer',
    onSaved: (outcome, next, isHere) => {
      if (isHere) return onSaved(outcome, next)
      // Another form may stand in its place by now, and is neither closed nor given what was saved.
      const name = outcome.row ? titleOf(module, outcome.row) : ''
      sayKept(outcome, t('form.savedNamed', { name }))
    },
  })
  const { form, seen, open, saving, submit, submitNext } = record
  useEffect(() => onDirty?.(open), [open, onDirty])
  const isClosed = seen !== undefined && !isEditable(module, seen)
  const away = useOutOfReach(!module.offline.write)
  const actor = useActor()
  const isOthers = seen !== undefined && !mayWrite(module, seen, actor, ['edit'])
  const locked = isClosed || isOthers || away || gone
  const close = async () => {
    if (!form.dirty || (await askToLeave(t))) onClose()
  }
  return (
    <Drawer
      open
      sticky
      size="lg"
      title={
        seen ? t('list.editTitle', { label: titleOf(module, seen) }) : (title ?? t('records.new', { noun: words.noun }))
      }
      onClose={() => void close()}
      onSubmit={isClosed ? undefined : () => locked || submit()}
      footer={
        <>
          {form.dirty && (
            <span role="status" className="me-auto text-30 text-muted">
              {t('form.unsaved', { noun: words.noun })}
            </span>
          )}
          <Button onClick={() => void close()}>{t('cancel')}</Button>
          <Button variant="primary" type="submit" loading={saving} disabled={locked}>
            {t('save')}
            <Kbd keys={t('form.saveKeys')} className="max-sm:hidden pointer-coarse:hidden" />
          </Button>
        </>
      }
    >
      {/* The page's own shortcuts are off while something stands before it. */}
      <div
        role="presentation"
        className="grid content-start gap-4"
        onKeyDown={event => {
          const keys = isPressed(event, 'save') ? submit : isPressed(event, 'saveNext') ? submitNext : null
          if (!keys || locked) return
          event.preventDefault()
          event.stopPropagation()
          keys()
        }}
      >
        <FormNotices module={module} record={record} gone={gone} closed={isClosed} others={isOthers} away={away} />
        <FormBody screens={screens} layout={layout} form={form} seen={seen} idOf={record.idOf} bare />
      </div>
    </Drawer>
  )
}
