import { t } from 'i18next'
import type { Outcome } from '#src/data/outcome.ts'
import { formatDateTime } from '#src/lib/format.ts'

/** Why something was not done, where no field stands beside which it could be said; empty where it was done, or waits. */
export function whyNot<R>(outcome: Outcome<R>): string {
  if (outcome.state === 'refused') return Object.values(outcome.fields ?? {})[0] ?? outcome.message
  if (outcome.state !== 'conflict') return ''
  const first = outcome.theirs?.[outcome.asks[0] ?? '']
  return first?.byName
    ? t('crud:detail.changedFirstBy', { who: first.byName, when: formatDateTime(first.at) })
    : t('crud:detail.changedFirst')
}
