import { same } from '../../merge.ts'
import { deriveMaintenance, linesIn } from './maintenance-rules.ts'

type Values = Record<string, unknown>
type Signed = { signedAt: string | null; signedChangedAt: string | null }

/** What a customer puts their name under: what was wrong, what was done and what it costs. */
export const signedFields = [
  'product',
  'serial',
  'problems',
  'checklist',
  'parts',
  'labour',
  'charges',
  'cover',
  'diagnosis',
  'workDone',
] as const

/** Since when a job is signed, and since when it says something else than what was signed. Whoever signs anew signs what stands there. */
export function signedAfter(before: Values | null, row: Values, at: string): Signed {
  if (linesIn(row.signature).length === 0) return { signedAt: null, signedChangedAt: null }
  if (!same(before?.signature ?? [], row.signature)) return { signedAt: at, signedChangedAt: null }
  const isOther = signedFields.some(field => !same(before?.[field] ?? null, row[field] ?? null))
  const { signedAt = null, signedChangedAt = null } = row as Partial<Signed>
  return { signedAt, signedChangedAt: isOther ? at : signedChangedAt }
}

/** A job as its papers say it: with what was signed, and what that came to. */
export function asSigned<Job extends Values>(job: Job, signed: Values): Job {
  const then = { ...job, ...signed }
  return { ...then, ...deriveMaintenance(then) }
}
