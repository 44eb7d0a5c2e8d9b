import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import { useWords } from '#src/fields/words.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useRootMark } from '#src/lib/root-mark.ts'
import { Button } from '#src/ui/button.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { submitting } from '#src/ui/submitting.ts'
import { DraftKept } from './drafts/draft-kept.tsx'
import { FormNotices, type Lock } from './form-notices.tsx'
import type { RecordForm } from './use-record-form.ts'

type Props = Lock & {
  module: Module
  record: RecordForm
  title: ReactNode
  /** Whose form it is: said beside the title. */
  aside?: ReactNode
  /** What is true of the record before anything is typed. */
  notices?: ReactNode
  /** It cannot be saved now; the notices say why. */
  locked?: boolean | undefined
  /** The way out, before the button that saves. */
  cancel?: ReactNode
  saveLabel?: string | undefined
  /** What Ctrl+Enter does, in words; the same as saving unless given. */
  nextLabel?: string | undefined
  /** The bar comes with the first change. */
  quiet?: boolean | undefined
  /** Escape, where nothing is typed. */
  onEscape?: (() => void) | undefined
  children: ReactNode
}

/** What stands around the fields of a record: its title, what is wrong, and the bar that saves. */
export function FormFrame(props: Props) {
  const { module, record, title, aside, notices, gone, closed, away, cancel, saveLabel, nextLabel, quiet, onEscape } =
    props
  const locked = props.locked || gone || closed || away
  const { form, draft, saving, submit, submitNext, discard } = record
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const way = useRef<HTMLSpanElement>(null)
  const box = useRef<HTMLFormElement>(null)
  // Its button goes with it; whoever pressed it is still on this form.
  const giveUp = () => {
    discard()
    box.current?.querySelector<HTMLElement>('h1')?.focus()
  }
  const save = saveLabel ?? t('save')
  const saveKeys = useShortcut('save', locked ? null : submit, save)
  const next = nextLabel ? submitNext : submit
  const nextKeys = useShortcut('saveNext', locked ? null : next, nextLabel ?? save)
  const wayOut = () => way.current?.querySelector<HTMLElement>('a, button')?.click()
  const discardKeys = useShortcut('discard', form.dirty ? giveUp : cancel ? wayOut : null)
  const hasBar = !quiet || form.dirty || saving
  useRootMark('data-save-bar-shown', hasBar)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape leaves all of the form
    <form
      ref={box}
      noValidate
      onSubmit={submitting(() => locked || submit())}
      onKeyDown={event => {
        if (event.key === 'Escape' && !event.defaultPrevented && !form.dirty) onEscape?.()
      }}
    >
      <PageHead
        title={title}
        aside={aside}
        actions={!locked && <span className="text-30 text-muted">{t('form.needed')}</span>}
      />
      {/* What gets the focus stops above the bar, never behind it. */}
      <div className="grid max-w-form gap-4 **:scroll-mb-43">
        <FormNotices module={module} record={record} gone={gone} closed={closed} away={away}>
          {notices}
        </FormNotices>
        {props.children}
      </div>
      {hasBar && (
        <div
          data-save-bar
          className="stays sticky bottom-0 z-(--z-bar) -mx-gutter mt-6 flex min-h-16 flex-wrap items-center justify-end gap-3 border-t border-line-strong bg-surface-raised px-gutter py-3"
        >
          <span className="me-auto flex min-w-0 flex-wrap items-center gap-x-3 text-30 text-muted">
            <span role="status" className="flex items-center gap-2 font-medium text-ink">
              {form.dirty && <span aria-hidden="true" className="size-2 rounded-full bg-warning" />}
              {form.dirty ? t('form.unsaved', { noun: words.noun }) : ''}
            </span>
            {!gone && <DraftKept draft={draft} />}
          </span>
          {form.dirty && (
            <Button variant="ghost" onClick={giveUp} disabled={saving} aria-keyshortcuts={discardKeys}>
              {t('form.discard')}
            </Button>
          )}
          <span ref={way} className="contents">
            {cancel}
          </span>
          {nextLabel && !locked && (
            <Button onClick={submitNext} disabled={saving} aria-keyshortcuts={nextKeys} className="max-sm:hidden">
              {nextLabel}
            </Button>
          )}
          <Button variant="primary" type="submit" loading={saving} disabled={locked} aria-keyshortcuts={saveKeys}>
            {save}
            <Kbd keys={t('form.saveKeys')} className="max-sm:hidden pointer-coarse:hidden" />
          </Button>
        </div>
      )}
    </form>
  )
}
