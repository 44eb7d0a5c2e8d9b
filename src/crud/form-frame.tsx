import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { ConflictChoice } from './conflict-choice.tsx'
import { idOf, type RecordForm } from './use-record-form.ts'

type Props = {
  module: Module
  record: RecordForm
  title: ReactNode
  /** Whose form it is: said beside the title. */
  aside?: ReactNode
  /** What is true of the record before anything is typed. */
  notices?: ReactNode
  /** Somebody else changed the record since it was opened. */
  changed?: boolean | undefined
  /** It cannot be saved now; the notices say why. */
  locked?: boolean | undefined
  /** The way out, before the button that saves. */
  cancel?: ReactNode
  saveLabel?: string | undefined
  /** The bar comes with the first change: for settings that are looked at more often than changed. */
  quiet?: boolean | undefined
  children: ReactNode
}

/** What stands around the fields of a record: its title, what is wrong, and the bar that saves. */
export function FormFrame(props: Props) {
  const { module, record, title, aside, notices, changed, locked, cancel, saveLabel, quiet, children } = props
  const { form, saving, submit, refused, dismiss, errors, conflict, choose } = record
  const { t } = useTranslation('crud')
  const way = useRef<HTMLSpanElement>(null)
  const save = saveLabel ?? t('save')
  const saveKeys = useShortcut('save', locked ? null : submit, save)
  useShortcut('discard', cancel ? () => way.current?.querySelector<HTMLElement>('a, button')?.click() : null)
  return (
    <form
      noValidate
      onSubmit={event => {
        event.preventDefault()
        if (!locked) submit()
      }}
    >
      <PageHead
        title={title}
        aside={aside}
        actions={!locked && <span className="text-30 text-muted">{t('form.needed')}</span>}
      />
      {/* What gets the focus stops above the bar, never behind it. */}
      <div className="grid max-w-form gap-4 **:scroll-mb-24">
        {notices}
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
          <Banner tone="danger" announce onDismiss={dismiss}>
            {refused}
          </Banner>
        )}
        {conflict && <ConflictChoice module={module} conflict={conflict} mine={form.values} onChoose={choose} />}
        {children}
      </div>
      {(!quiet || form.dirty || saving) && (
        <div
          data-save-bar
          className="sticky bottom-0 z-(--z-bar) -mx-gutter mt-6 flex min-h-16 flex-wrap items-center justify-end gap-3 border-t border-line-strong bg-surface-raised px-gutter py-3"
        >
          <span className="me-auto text-30 text-muted" role="status">
            {form.dirty ? t('form.unsaved') : ''}
          </span>
          <span ref={way} className="contents">
            {cancel}
          </span>
          <Button variant="primary" type="submit" loading={saving} disabled={locked} aria-keyshortcuts={saveKeys}>
            {save}
            <Kbd keys={t('form.saveKeys')} className="max-sm:hidden pointer-coarse:hidden" />
          </Button>
        </div>
      )}
    </form>
  )
}

function focusField(event: { preventDefault: () => void }, id: string) {
  event.preventDefault()
  document.getElementById(id)?.focus()
}
