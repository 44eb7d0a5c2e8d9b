import { t } from 'i18next'
import { Problem } from '#contract/problem.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { isLostStore, isQuotaError } from '#src/offline/guarded-open.ts'
import { isNoIds } from '#src/offline/ids.ts'
import type { Outcome } from '#src/offline/outcome.ts'

/** What went wrong, in words for the screen. */
export type Failure = { code: string; message: string }

/** The server's own words where it had some; else ours for the code. The namespace is loaded by DataProvider. */
export function wordsFor(code: string, message = ''): string {
  return message || t(`code.${code}`, { ns: 'problems', defaultValue: t('code.unknown', { ns: 'problems' }) })
}

export function failureOf(error: unknown): Failure | null {
  if (error === null || error === undefined) return null
  if (isUnreachable(error)) return { code: 'unreachable', message: wordsFor('unreachable', error.said) }
  if (isNoIds(error)) return { code: error.code, message: wordsFor(error.code) }
  if (error instanceof Problem) return { code: error.code, message: wordsFor(error.code, error.message) }
  // The browser says of its store what helps nobody who uses it.
  if (isQuotaError(error)) return { code: 'storage-full', message: wordsFor('storage-full') }
  if (isLostStore(error)) return { code: 'no-storage', message: wordsFor('no-storage') }
  return { code: 'unknown', message: wordsFor('unknown', error instanceof Error ? error.message : '') }
}

export const inWords = <R>(outcome: Outcome<R>): Outcome<R> =>
  outcome.state === 'refused' ? { ...outcome, message: wordsFor(outcome.code, outcome.message) } : outcome
