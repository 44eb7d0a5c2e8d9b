import type { UserDb } from '#src/offline/user-db.ts'
import { same } from '#contract/merge.ts'

type Values = Record<string, unknown>

/** A new record as it was sent first, as long as nobody knows what became of it. */
export type Sent = { current: { id: number; values: Values } | null }

/** What a form began with: the version of the record, and its fields as they were then. */
export type Start = { version: number } & Record<string, unknown>

/** What somebody typed into a form and did not save. */
export type Draft = {
  /** Its own: two forms of the same place keep two drafts. */
  key: string
  /** The fields that differ from what the form started with. */
  values: Values
  /** Where they began: the version, and those fields as they were; null for what began with nothing. */
  base: { version: number; fields: Values } | null
  /** The new record that it was sent as, where nobody knows what became of that. */
  sent?: Sent['current'] | undefined
  at: number
}

/** Between the place of a form and what is the draft's own: no place has it. */
const OF = '#'

export const newKey = (place: string): string => `${place}${OF}${crypto.randomUUID()}`
export const placeOf = (key: string): string => key.slice(0, key.lastIndexOf(OF))

/** What is damaged, or still sealed, stays where it lies, and is offered to nobody. */
function isDraft(value: unknown): value is Pick<Draft, 'values' | 'base' | 'sent'> {
  if (!isObject(value)) return false
  const { values, base } = value
  return (
    isObject(values) && (base === null || (isObject(base) && typeof base.version === 'number' && isObject(base.fields)))
  )
}
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The drafts of forms whose place begins so, the last one first. */
async function readAll(db: UserDb, start: string): Promise<Draft[]> {
  const rows = await db.drafts.where(':id').startsWith(start).toArray()
  return rows
    .filter(({ key, value }) => key.includes(OF) && isDraft(value))
    .map(({ key, value, at }) => ({ ...(value as Pick<Draft, 'values' | 'base' | 'sent'>), key, at }))
    .toSorted((one, other) => other.at - one.at)
}

export const readDrafts = (db: UserDb, place: string): Promise<Draft[]> => readAll(db, place + OF)

/** The drafts of every record of a module, the last one first. */
export const readModuleDrafts = (db: UserDb, module: string): Promise<Draft[]> => readAll(db, `${module}:`)

/** Kept until it is saved or given up; sealed when the person leaves. */
export async function writeDraft(db: UserDb, { key, at, ...value }: Draft): Promise<void> {
  await db.drafts.put({ key, value, at })
}

export const dropDraft = (db: UserDb, key: string): Promise<void> => db.drafts.delete(key)

/** Of what was changed, as it was when the form began. */
export const baseOf = (start: Start | undefined, changes: Values): Draft['base'] =>
  start
    ? {
        version: start.version,
        fields: Object.fromEntries(Object.keys(changes).map(name => [name, start[name] ?? null])),
      }
    : null

/** Was it typed over just this? Words of it that stand there by now came with a change that was kept before it. */
export const fits = ({ base, values }: Draft, start: Start | undefined): boolean =>
  base === null || start === undefined
    ? base === null && start === undefined
    : base.version === start.version &&
      Object.entries(base.fields).every(([name, was]) => {
        const is = start[name] ?? null
        return same(was, is) || same(values[name] ?? null, is)
      })
