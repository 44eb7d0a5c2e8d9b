import type { Module } from '#contract/module.ts'
import { formRulesOf } from '#contract/modules/form-rules.ts'
import type { Data } from '#src/data/data.ts'
import { readRecord } from '#src/data/read-record.ts'
import type { Values } from '#src/form/check.ts'
import { choicesIn, filledBy, moduleAt, type Choice } from './fill.ts'

type From = Pick<Data, 'db' | 'register'>

/** A record that cannot be read now fills nothing in. */
async function read({ db, register }: From, module: Module, source: string, id: number | null): Promise<Values | null> {
  const target = register[moduleAt(module.fields, source)]
  if (!target || id === null) return null
  return readRecord(db, target, id).catch(() => null)
}

/** Reads what was chosen, and hands on what follows from it. */
export async function fillIn(
  from: From,
  module: Module,
  choices: readonly Choice[],
  amend: (change: (values: Values) => Values) => void,
): Promise<void> {
  const { fills } = formRulesOf(module)
  if (!fills) return
  await Promise.all(
    choices.map(async choice => {
      const { source } = choice
      const [chosen, before] = await Promise.all([choice.to, choice.from].map(id => read(from, module, source, id)))
      if (chosen) amend(values => filledBy(fills, choice, chosen, before ?? null, values))
    }),
  )
}

/** Values for a new record, with what follows from those that are chosen in them. */
export async function filledFrom(from: From, module: Module, start: Values): Promise<Values> {
  let values = start
  await fillIn(from, module, choicesIn(formRulesOf(module).fills ?? {}, {}, start), change => {
    values = { ...values, ...change(values) }
  })
  return values
}
