import type pg from 'pg'
import type { DecidedBy } from '#contract/calls/push.ts'
import { Problem, type PassedOn, type Touch } from '#contract/problem.ts'

type Pool = Pick<pg.Pool, 'query'>

/** What people are called, by their numbers, as history names them. */
export async function namesOf(pool: Pool, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const { rows } = await pool.query<{ id: number; name: string }>(
    'select id, name from app_user where id = any($1::bigint[])',
    [[...new Set(ids)]],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

type Named = {
  theirs?: Record<string, Touch> | undefined
  gone?: (Touch & { row: Record<string, unknown> }) | undefined
  passed?: PassedOn | undefined
  decidedBy?: DecidedBy | undefined
}

/** The same answers with what people are called: one question for all of them, and none where nobody is named. */
export async function withNames<T extends Named>(
  names: (ids: number[]) => Promise<ReadonlyMap<number, string>>,
  answers: T[],
): Promise<T[]> {
  const ids = answers.flatMap(({ theirs, gone, passed, decidedBy }) =>
    [...Object.values(theirs ?? {}), gone, passed, { by: decidedBy?.id }].flatMap(who => who?.by ?? []),
  )
  if (ids.length === 0) return answers
  const known = await names(ids)
  const nameOf = (id: number | null) => (id === null ? null : (known.get(id) ?? null))
  const told = <T extends Touch>(touch: T) => ({ ...touch, byName: nameOf(touch.by) })
  return answers.map(answer => {
    const { theirs, gone, passed, decidedBy } = answer
    return {
      ...answer,
      ...(theirs && {
        theirs: Object.fromEntries(Object.entries(theirs).map(([field, touch]) => [field, told(touch)])),
      }),
      ...(gone && { gone: told(gone) }),
      ...(passed && { passed: told(passed) }),
      ...(decidedBy && { decidedBy: { ...decidedBy, name: nameOf(decidedBy.id) } }),
    }
  })
}

/** Does the work; if it is refused because somebody was faster, the refusal names them. */
export async function naming<T>(pool: Pool, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const [details] = await withNames(ids => namesOf(pool, ids), [error.details])
    throw new Problem(error.code, error.message, details)
  }
}
