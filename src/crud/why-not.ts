import { t } from 'i18next'
import type { Outcome } from '#src/data/outcome.ts'

/** Why something was not done, where no field stands beside which it could be said; empty where it was done, or waits. */
export function whyNot<R>(outcome: Outcome<R>): string {
  if (outcome.state === 'refused') return Object.values(outcome.fields ?? {})[0] ?? outcome.message
  return outcome.state === 'conflict' ? t('crud:detail.changedFirst') : ''
}
