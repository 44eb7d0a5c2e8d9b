import { useTranslation } from 'react-i18next'
import { DraftKept } from '#src/crud/drafts/draft-kept.tsx'
import type { DraftState } from '#src/crud/drafts/use-draft.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { useRootMark } from '#src/lib/root-mark.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'

type Props = {
  isNew: boolean
  /** How many things are different. */
  changes: number
  /** How many people get them; undefined where nobody here may know. */
  reach: number | undefined
  blocked: boolean
  /** Why it cannot be saved any more. */
  reason: string | undefined
  saving: boolean
  draft: DraftState
  /** What the server said against it. */
  refused: string
  onDismiss: () => void
  back: string
  onSave: () => void
  onDiscard: () => void
}

/** Comes with the first change: what saving means, and the way back. */
export function SaveBar(props: Props) {
  const { isNew, changes, reach, blocked, reason, saving, draft, refused, back, onDismiss, onSave, onDiscard } = props
  const { t } = useTranslation('access')
  const { online } = useConnection()
  const saveKeys = useShortcut('save', blocked ? null : onSave, t(isNew ? 'save.create' : 'save.save'))
  useShortcut('saveNext', blocked ? null : onSave, t(isNew ? 'save.create' : 'save.save'))
  const discardKeys = useShortcut('discard', changes > 0 ? onDiscard : null, t('save.discard'))
  const shown = isNew || changes > 0 || saving
  useRootMark('data-save-bar-shown', shown)
  return (
    shown && (
      <div
        data-save-bar
        className="stays sticky bottom-0 z-(--z-bar) -mx-gutter mt-6 grid gap-3 border-t border-line-strong bg-surface-raised px-gutter py-3 shadow-[0_-8px_24px_-16px_var(--scrim)]"
      >
        {refused && (
          <Banner tone="danger" announce onDismiss={onDismiss}>
            {refused}
          </Banner>
        )}
        <div className="flex min-h-10 items-center gap-x-4 gap-y-3 max-sm:flex-wrap">
          {changes > 0 && (
            <span className="flex items-center gap-2 font-medium whitespace-nowrap" role="status">
              <span aria-hidden="true" className="size-2 rounded-full bg-warning" />
              {t('save.unsaved', { count: changes })}
            </span>
          )}
          <DraftKept draft={draft} />
          {reason ? (
            <span className="min-w-0 text-20 text-warning-text">{reason}</span>
          ) : !online ? (
            <span className="min-w-0 text-20 text-warning-text">{t('save.offline')}</span>
          ) : (
            reach !== undefined && (
              <span className="min-w-0 text-20 text-subtle max-sm:hidden">{t('save.reach', { count: reach })}</span>
            )
          )}
          <span className="ms-auto flex shrink-0 gap-2 max-sm:basis-full max-sm:*:flex-1">
            {isNew ? (
              <ButtonLink to={back}>{t('save.discard')}</ButtonLink>
            ) : (
              <Button onClick={onDiscard} aria-keyshortcuts={discardKeys}>
                {t('save.discard')}
              </Button>
            )}
            <Button variant="primary" loading={saving} disabled={blocked} onClick={onSave} aria-keyshortcuts={saveKeys}>
              {t(isNew ? 'save.create' : 'save.save')}
            </Button>
          </span>
        </div>
      </div>
    )
  )
}
