import * as z from 'zod/mini'
import type { Row } from '../module.ts'

/** A record as the server answers it. Its fields are read where they are kept or shown; what has no id is no record. */
export const rowAnswer = z.looseObject({ id: z.int() }) as unknown as z.ZodMiniType<Row>

const next = z.nullable(z.string())

/** A page of a list. */
export const pageAnswer = z.looseObject({ rows: z.array(rowAnswer), next })

/** How many records answer a question. */
export const totalAnswer = z.looseObject({ total: z.number() })

/** Records that may be chosen, by their titles. */
export const pickAnswer = z.looseObject({ rows: z.array(z.looseObject({ id: z.int(), title: z.string() })) })

/** How many records each value of a field has. */
export const groupAnswer = z.looseObject({
  groups: z.array(
    z.looseObject({
      value: z.nullable(z.union([z.string(), z.number(), z.boolean()])),
      count: z.number(),
      more: z.boolean(),
    }),
  ),
  next,
})

/** The records before and after one. */
export const neighboursAnswer = z.looseObject({ previous: z.nullable(z.int()), next: z.nullable(z.int()) })

/** What became of the items that were pasted into a list. */
export const pasteAnswer = z.object({
  /** The items that were added, in the order in which they were sent. */
  rows: z.array(rowAnswer),
  /** What became of each line. A skipped one is in the list already. */
  lines: z.array(
    z.object({ index: z.int(), status: z.enum(['added', 'skipped', 'refused']), id: z.optional(z.int()) }),
  ),
  problems: z.array(z.object({ index: z.int(), message: z.string(), fields: z.record(z.string(), z.string()) })),
})
export type PasteAnswer = z.infer<typeof pasteAnswer>

/** Where an item of a list is used. */
export const usesAnswer = z.object({
  total: z.number(),
  uses: z.array(z.object({ module: z.string(), field: z.string(), count: z.number() })),
})

/** How often each item of a list is used, by its id. */
export const listUsesAnswer = z.object({ uses: z.record(z.string(), z.number()) })

/** Who changed what, newest first. */
export const historyAnswer = z.object({
  entries: z.array(
    z.looseObject({
      id: z.int(),
      at: z.string(),
      action: z.string(),
      actor: z.nullable(z.int()),
      actorName: z.nullable(z.string()),
      recordId: z.int(),
      version: z.int(),
      offline: z.boolean(),
      /** When it was said, where it waited on a device. */
      saidAt: z.optional(z.nullable(z.string())),
      before: z.record(z.string(), z.unknown()),
      after: z.record(z.string(), z.unknown()),
    }),
  ),
})
