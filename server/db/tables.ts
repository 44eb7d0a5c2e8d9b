import type { Generated } from 'kysely'
import type * as z from 'zod/mini'
import { metaOf, type FieldKind } from '#contract/fields.ts'
import { allFields, snake, type Module, type RowOf } from '#contract/module.ts'
import type { Modules } from '#contract/modules/index.ts'

/** The column that keeps each kind of value. No SQL above PostgreSQL 15. */
export const columnTypes: Record<FieldKind, string> = {
  text: 'text',
  longText: 'text',
  email: 'text',
  phone: 'text',
  url: 'text',
  number: 'double precision',
  money: 'bigint',
  date: 'date',
  dateTime: 'timestamptz(3)',
  flag: 'boolean',
  choice: 'text',
  choices: 'text[]',
  listItem: 'bigint',
  listItems: 'bigint[]',
  reference: 'bigint',
  references: 'bigint[]',
  lines: 'jsonb',
  files: 'bigint[]',
  address: 'jsonb',
  colour: 'text',
  tags: 'text[]',
}

export type Column = { type: string; nullable: boolean }

const recordColumns: Record<string, Column> = {
  id: { type: 'bigint', nullable: false },
  version: { type: 'integer', nullable: false },
  created_at: { type: 'timestamptz(3)', nullable: false },
  created_by: { type: 'bigint', nullable: false },
  updated_at: { type: 'timestamptz(3)', nullable: false },
  updated_by: { type: 'bigint', nullable: false },
  archived_at: { type: 'timestamptz(3)', nullable: true },
}

const columnOf = (field: z.ZodMiniType, nullable: boolean): Column => ({
  type: columnTypes[metaOf(field).kind],
  nullable,
})

/** The columns that a module's rows need, in SQL names. Items of all lists share one table; their own fields are `extra`. */
export function columnsOf(module: Module): Record<string, Column> {
  const columns: Record<string, Column> = { ...recordColumns }
  for (const [name, field] of Object.entries(allFields(module))) {
    if (module.list?.extra.includes(name)) continue
    columns[snake(name)] = columnOf(field, name in (module.given ?? {}) || field.safeParse(null).success)
  }
  if (module.stages) columns.stage = { type: 'text', nullable: false }
  if (!module.list) return columns
  return {
    ...columns,
    list: { type: 'text', nullable: false },
    // A person may leave these two out; the server never does.
    code: { type: 'text', nullable: false },
    position: { type: 'double precision', nullable: false },
    stage: { type: 'text', nullable: true },
    extra: { type: 'jsonb', nullable: false },
  }
}

/** A value as the pg driver wants it: it would write a JavaScript array into a JSON column as a PostgreSQL array. */
export const toColumn = (type: string, value: unknown): unknown =>
  type === 'jsonb' && value !== null && value !== undefined ? JSON.stringify(value) : value

type RecordRow = {
  id: number
  version: Generated<number>
  createdAt: Generated<string>
  createdBy: number
  updatedAt: Generated<string>
  updatedBy: number
  archivedAt: string | null
}

type OwnTables = {
  listItem: RecordRow & {
    list: string
    label: string
    code: string
    colour: string | null
    position: number
    active: Generated<boolean>
    parent: number | null
    stage: string | null
    mergedInto: number | null
    extra: Generated<Record<string, unknown>>
  }
  syncLease: {
    first: number
    last: number
    deviceId: string | null
    userId: number | null
    leasedAt: Generated<string>
  }
  syncClock: { id: number; seq: number; epoch: string; home: Generated<Record<string, string> | null> }
  syncChange: {
    seq: number
    entity: string
    id: number
    version: number
    deleted: Generated<boolean>
    groupsBefore: string[]
    groupsAfter: string[]
    at: Generated<string>
  }
  syncMutation: {
    mid: string
    userId: number
    queueId: string | null
    queueSeq: number | null
    lane: string | null
    op: string
    opV: number
    reqHash: Buffer
    status: 'applied' | 'conflict' | 'rejected' | 'cancelled' | 'superseded'
    supersededBy: string | null
    result: unknown
    feedSeq: number | null
    intent: unknown
    decided: unknown
    untold: Generated<boolean>
    receivedAt: Generated<string>
  }
  syncDevice: {
    deviceId: string
    userId: number
    queueId: string | null
    epoch: string | null
    unsent: Generated<number>
    acknowledged: Generated<number>
    build: string | null
    seenAt: Generated<string>
    lost: Generated<number>
    lostAt: Generated<string | null>
  }
  auditEvent: {
    id: Generated<number>
    at: Generated<string>
    kind: string
    actor: number | null
    subject: string | null
    address: string | null
    requestId: string | null
    details: Generated<Record<string, unknown>>
  }
}

/** What a module's table is called here: as its module, or as it says itself. */
type TableName<N extends keyof Modules> = N extends 'user' ? 'appUser' : N

/** A row in the database has the type the contract gives it. */
export type Tables = { [N in keyof Modules as TableName<N>]: RowOf<Modules[N]> } & OwnTables
