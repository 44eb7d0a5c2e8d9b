import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId, text } from '../fields.ts'
import { nothing } from '../nothing.ts'

const word = z.string().check(z.minLength(1), z.maxLength(120))

/** How a list's columns stand: which, how wide, how high the rows. Null and left out is the usual. */
export const listLook = z.strictObject({
  columns: z.optional(z.nullable(z.array(word).check(z.maxLength(100)))),
  widths: z.optional(z.record(word, z.int().check(z.gte(40), z.lte(1_000)))),
  density: z.optional(z.nullable(z.enum(['compact', 'regular', 'comfortable']))),
})
export type ListLook = z.infer<typeof listLook>

/** What a saved view shows, as the list's address says it, and its look. */
export const viewState = z.strictObject({
  search: z.string().check(z.maxLength(4_000)),
  look: listLook,
})
export type ViewState = z.infer<typeof viewState>

const viewName = text(60)

export const savedView = z.object({
  id: recordId(),
  module: z.string(),
  name: z.string(),
  /** Everybody who may list the module sees it. */
  shared: z.boolean(),
  /** Is it the asker's own? Only then may it be changed. */
  mine: z.boolean(),
  /** Whose it is. */
  owner: z.string(),
  state: viewState,
})
export type SavedView = z.infer<typeof savedView>

/** The views of a module: one's own and those that others share. Takes the right to list the module. */
export const viewsCall = defineCall({
  method: 'GET',
  path: '/views',
  may: 'anyone',
  input: z.strictObject({ module: word }),
  output: z.object({ views: z.array(savedView) }),
})

export const createViewCall = defineCall({
  method: 'POST',
  path: '/views/create',
  may: 'anyone',
  input: z.strictObject({ module: word, name: viewName, shared: z.boolean(), state: viewState }),
  output: z.object({ view: savedView }),
})

/** Changes a view of one's own. */
export const changeViewCall = defineCall({
  method: 'POST',
  path: '/views/change',
  may: 'anyone',
  input: z.strictObject({
    id: recordId(),
    name: z.optional(viewName),
    shared: z.optional(z.boolean()),
    state: z.optional(viewState),
  }),
  output: z.object({ view: savedView }),
})

export const deleteViewCall = defineCall({
  method: 'POST',
  path: '/views/delete',
  may: 'anyone',
  input: z.strictObject({ id: recordId() }),
  output: nothing(),
})

const preferenceKey = z.string().check(z.regex(/^[a-z][\w:.-]{0,119}$/i))
/** Small and plain: what somebody set for themselves, by name. */
const preferenceValue = z.record(z.string().check(z.maxLength(60)), z.unknown())

/** What the asker set for themselves, on whatever device. */
export const preferencesCall = defineCall({
  method: 'GET',
  path: '/preferences',
  may: 'anyone',
  input: z.strictObject({}),
  output: z.object({ preferences: z.record(z.string(), preferenceValue) }),
})

type Preference = Readonly<Record<string, unknown>>

/** So many of what was added to a list stay. */
const MOST_ADDED = 200

/** A preference with more in its lists: each thing once, what came last at the end, and the oldest give way. */
export const withMore = (before: Preference, more: Preference): Record<string, unknown> => ({
  ...before,
  ...Object.fromEntries(
    Object.entries(more).map(([name, added]) => {
      const there: unknown = before[name]
      if (!Array.isArray(added)) return [name, added]
      const others = Array.isArray(there) ? (there as unknown[]).filter(one => !added.includes(one)) : []
      return [name, [...others, ...new Set<unknown>(added)].slice(-MOST_ADDED)]
    }),
  ),
})

/**
 * Null takes it away. `adds`: what stands in its lists comes to what is there, so that of two devices that knew nothing of
 * each other neither takes away what the other one said.
 */
export const setPreferenceCall = defineCall({
  method: 'POST',
  path: '/preferences/set',
  may: 'anyone',
  input: z.strictObject({
    key: preferenceKey,
    value: z.nullable(preferenceValue),
    adds: z.optional(z.literal(true)),
  }),
  output: nothing(),
})
