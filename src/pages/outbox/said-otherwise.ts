import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { reveals } from '#contract/rules.ts'
import type { Values } from '#src/form/check.ts'
import { asLines } from '#src/fields/lines.tsx'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

type Said = Pick<OutboxOp, 'args' | 'base'>

const isAddOnly = (module: Module, name: string) => metaOf(module.fields[name]!).addOnly

/** What a change says of a field, as far as it can be said otherwise: of lines that are only added, those that it adds. */
export function openValue(module: Module, name: string, { args, base }: Said): unknown {
  if (!isAddOnly(module, name)) return args[name] ?? null
  const there = new Set(asLines(base?.fields[name]).map(({ id }) => id))
  return asLines(args[name]).filter(({ id }) => !there.has(id))
}

/** All that the change says once these values are in it. What its person may not see by now would be refused for ever. */
export function saidOtherwise(module: Module, { args, base }: Said, values: Values, actor: Actor): Values {
  const kept = Object.entries(args).filter(([name]) => reveals(module, name, actor))
  const typed = Object.entries(values).map(([name, value]) => [
    name,
    isAddOnly(module, name) ? [...asLines(base?.fields[name]), ...asLines(value)] : value,
  ])
  return Object.fromEntries([...kept, ...typed]) as Values
}
