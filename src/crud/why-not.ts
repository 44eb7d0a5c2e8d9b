import { t } from 'i18next'
import type { Outcome } from '#src/data/outcome.ts'
import { formatDateTime } from '#src/lib/format.ts'

/** So many reasons are read at once. */
const MOST = 5

/** Why something was not done, where no field stands beside which it could be said; empty where it was done, or waits. */
export function whyNot<R>(outcome: Outcome<R>): string {
  if (outcome.state === 'refused') return reasons(outcome.fields) || outcome.message
  if (outcome.state !== 'conflict') return ''
  const first = outcome.theirs?.[outcome.asks[0] ?? '']
  return first?.byName
    ? t('crud:detail.changedFirstBy', { who: first.byName, when: formatDateTime(first.at) })
    : t('crud:detail.changedFirst')
}

/** Each once: of many lines one thing may be said, and of each another. */
function reasons(fields: Readonly<Record<string, string>> = {}): string {
  const all = [...new Set(Object.values(fields))]
  const more = all.length - MOST
  return [...all.slice(0, MOST), ...(more > 0 ? [t('crud:detail.moreReasons', { count: more })] : [])].join(' · ')
}
