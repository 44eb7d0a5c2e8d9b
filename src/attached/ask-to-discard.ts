import type { TFunction } from 'i18next'
import { confirm } from '#src/ui/confirm.tsx'

/** Asks before a file is given up that is on this device alone, in the words of the outbox; `isSaved`: something saved names it. */
export const askToDiscard = (t: TFunction, name: string, isSaved = false): Promise<boolean> =>
  confirm({
    title: t('outbox:files.discardTitle', { name }),
    text: t(isSaved ? 'outbox:files.discardSavedText' : 'outbox:files.discardText'),
    confirmLabel: t('outbox:actions.discard'),
    cancelLabel: t('outbox:discard.keep'),
    danger: true,
  })
