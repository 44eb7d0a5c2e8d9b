import { ERASED, erasingOf, personal } from '#contract/modules/personal.ts'
import { NOTE, opOf } from '#contract/intent.ts'
import type { Module, Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { houseRules } from '#server/lib/house-rules.ts'
import { e164 } from '#server/lib/phones.ts'

/** The rows that are erased, by module and number. */
export type Found = Map<Module, Map<number, Row>>
type Kept = { mid: string; module: string }

/** What devices were answered, and what of it waits for somebody to decide: also to make what names them or their number. */
export async function eraseAnswers(occasion: Occasion, found: Found, numbers: readonly string[]): Promise<void> {
  const { tx, register } = occasion
  // Numbers are compared as text: an intent may say anything. One look through the ledger is enough for all modules.
  const about = await tx.also<Kept>(
    `select mid, split_part(op, '.', 1) as module from sync_mutation
     where coalesce(result #>> '{row,id}', result #>> '{problem,row,id}', result #>> '{problem,gone,row,id}') = any($1::text[])
       or intent ->> 'id' = any($1::text[]) or intent #>> '{args,customer}' = any($2::text[])`,
    [[...found.values()].flatMap(rows => [...rows.keys()]).map(String), [...found.get(customer)!.keys()].map(String)],
  )
  about.push(...(await madeByPhone(occasion, numbers)))
  for (const module of Object.values(register)) {
    const mids = about.filter(one => one.module === module.name).map(({ mid }) => mid)
    if (mids.length > 0) await eraseAnswersOf(tx, module, mids)
  }
}

/** What was to be made of nobody we know, with one of these numbers, however it was typed. */
async function madeByPhone({ tx, now }: Occasion, numbers: readonly string[]): Promise<Kept[]> {
  if (numbers.length === 0) return []
  const { country } = await houseRules(tx, now)
  const waiting = await tx.also<Kept & { args: Args }>(
    `select mid, split_part(op, '.', 1) as module, intent -> 'args' as args from sync_mutation
     where intent is not null and op = any($1)`,
    [Object.keys(personal).map(name => `${name}.create`)],
  )
  const isTheirs = (typed: unknown) =>
    typeof typed === 'string' && numbers.includes(e164(typed, country) ?? typed.trim())
  return waiting.filter(({ args }) => (args.customer ?? null) === null && numbersIn(args).some(isTheirs))
}

/** An intent may say anything: nobody has checked yet what stands where numbers are expected. */
type Args = Record<string, unknown>
const numbersIn = ({ phone, phones }: Args): unknown[] => [
  phone,
  ...(Array.isArray(phones) ? phones.map((one: Args | null) => one?.number) : []),
]

async function eraseAnswersOf(tx: Occasion['tx'], module: Module, mids: readonly string[]): Promise<void> {
  const how = JSON.stringify(erasingOf(module))
  const without = (value: string, path: string) =>
    `case when jsonb_typeof(${value} #> '{${path}}') = 'object'
       then jsonb_set(${value}, '{${path}}', erased(${value} #> '{${path}}', $2::jsonb)) else ${value} end`
  for (const path of ['row', 'problem,row', 'problem,gone,row'])
    await tx.also(
      `update sync_mutation set result = ${without('result', path)} where result is not null and mid = any($1)`,
      [mids, how],
    )
  for (const path of ['args', 'base,fields'])
    await tx.also(
      `update sync_mutation set intent = (${without('intent::jsonb', path)})::json
       where intent is not null and mid = any($1)`,
      [mids, how],
    )
  await tx.also(
    `update sync_mutation set intent = jsonb_set(intent::jsonb, '{args,text}', to_jsonb($2::text), false)::json
     where intent is not null and mid = any($1) and op = $3`,
    [mids, ERASED, opOf(module, NOTE)],
  )
}
