import { metaOf, type Fields } from './fields.ts'

type Values = Record<string, unknown>

/** People choose whole minutes: the one that has just begun is not over. */
const MINUTE = 60_000

/**
 * The fields whose time must lie ahead and does not, as of `said`, in ms. What stood there before (`before`) may be over by
 * now: nobody says it anew.
 */
export const overIn = (fields: Fields, values: Values, said: number, before: Values | null = null): string[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    if (!metaOf(field).ahead || typeof values[name] !== 'string') return []
    const at = Date.parse(values[name])
    return at < said - MINUTE && at !== Date.parse(String(before?.[name])) ? [name] : []
  })
