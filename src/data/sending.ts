import { t } from 'i18next'
import type { Module } from '#contract/module.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import { isUnknown, type Outcome } from './outcome.ts'
import { titleOf } from './use-titles.ts'
import { wordsFor } from './words.ts'

export { sendWish } from '#src/offline/push.ts'

/** Tells whoever has left the screen that asked what came to nothing, and why, or that nobody knows, unless the outbox does. */
export function sayUnheard(module: Module, about: Record<string, unknown>, outcome: Outcome<unknown>): void {
  if (outcome.state === 'saved' || outcome.state === 'waiting' || outcome.inOutbox) return
  const [said = outcome.state === 'refused' ? outcome.message : wordsFor('changed-meanwhile')] = Object.values(
    (outcome.state === 'refused' && outcome.fields) || {},
  )
  const title = titleOf(module, about)
  const key = isUnknown(outcome) ? 'unknown' : 'unheard'
  toast(t(title ? `problems:${key}.of` : `problems:${key}.any`, { title, message: said }), { duration: LONG })
}
