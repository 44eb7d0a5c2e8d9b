import { sql, type Kysely, type Transaction } from 'kysely'
import type { z } from 'zod'
import type { Actor } from '#contract/actor.ts'
import type { Digest, digestCall } from '#contract/calls/sync.ts'
import { isKeptInPart } from '#contract/keep.ts'
import { tableOf, type Module, type Register } from '#contract/module.ts'
import { holds, partOf } from '#contract/rules.ts'
import type { Tables } from '#server/db/tables.ts'
import { readClock } from './clock.ts'
import { holdingsOf } from './holdings.ts'
import { keptBy, ofRegister } from './snapshot.ts'

type Asked = z.output<(typeof digestCall)['input']>

/** Of what this person's devices keep whole: what this device holds otherwise. Null where it is not at the end of the feed. */
export async function driftOf(
  db: Kysely<Tables>,
  register: Register,
  actor: Actor,
  { epoch, seq, held }: Asked,
  now: Date,
): Promise<string[] | null> {
  const { names } = holdingsOf(register, actor)
  const whole = new Map(
    Object.values(register)
      .filter(module => Object.hasOwn(held, partOf(module)) && holds(names, module) && !isKeptInPart(module))
      .map(module => [partOf(module), module]),
  )
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async trx => {
      const clock = await readClock(trx)
      if (clock.epoch !== epoch || clock.seq !== seq) return null
      const drifted: string[] = []
      for (const [part, module] of whole)
        if (!isSame(await digestOf(trx, register, actor, module, now), held[part]!)) drifted.push(part)
      return drifted
    })
}

const isSame = (a: Digest, b: Digest) => a.count === b.count && a.ids === b.ids && a.versions === b.versions

async function digestOf(
  db: Transaction<Tables>,
  register: Register,
  actor: Actor,
  module: Module,
  now: Date,
): Promise<Digest> {
  const kept = keptBy(module, actor, now) ?? sql`and false`
  const { rows } = await sql<Digest>`
    select count(*)::int4 as count, coalesce(bit_xor(id), 0)::text as ids, coalesce(sum(version), 0)::text as versions
    from ${sql.table(tableOf(module))} where true ${ofRegister(register, module)} ${kept}
  `.execute(db)
  return rows[0]!
}
