import type { Module, Row } from '#contract/module.ts'
import type { Deeds } from '#server/crud/by-server.ts'
import type { WriteContext } from '#server/crud/store.ts'

type Values = Record<string, unknown>

/** What the goods of the sample business stand on: who works here, and the items of its lists by their labels. */
export type Ground = {
  admin: number
  people: Map<string, number>
  branches: Map<string, number>
  item(list: string, label: string): number | null
  cities: {
    id: number
    label: string
    state: number | null
    stateLabel: string
    areas: { id: number; pincode: string }[]
  }[]
  now: Date
}

/** How many rows are made at once, with a history that says who made them. */
export function makerOf({ tx }: Deeds, { admin, now }: Ground) {
  const context = (action: string, actor = admin): WriteContext => ({
    actor,
    action,
    mid: null,
    device: null,
    request: null,
    offline: false,
    asDated: true,
  })
  return {
    context,
    nextId: () => tx.nextId(),
    /** So many days ago, at some time of a working day; of today what is over already, as nothing was done tomorrow. */
    ago: (days: number, hour = 10) => {
      const at = now.getTime() - days * 86_400_000 + (hour - 12) * 3_600_000
      return new Date(days >= 0 && at > now.getTime() ? now.getTime() - hour * 60_000 : at).toISOString()
    },
    /** A whole row of what was said; the contract fills in the rest. */
    async row(module: Module, input: Values, at: string, given: Values = {}): Promise<Row> {
      const empty = Object.fromEntries(Object.keys(module.given ?? {}).map(name => [name, null]))
      const record = { version: 1, createdAt: at, createdBy: admin, updatedAt: at, updatedBy: admin, archivedAt: null }
      return {
        id: await tx.nextId(),
        ...record,
        ...module.input.parse(input),
        ...empty,
        ...(module.stages ? { stage: module.stages[0]! } : {}),
        ...given,
      }
    },
    insert: (module: Module, rows: Row[], action: string) => tx.insertMany(module, rows, context(action)),
  }
}

export type Maker = ReturnType<typeof makerOf>
