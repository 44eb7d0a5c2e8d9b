import type { Actor } from '#contract/actor.ts'
import { maybe, reference, text } from '#contract/fields.ts'
import { defineModule, type Register } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import { behaviour, type Writer } from '#server/crud/behaviour.ts'

/** What the simulated devices work on: a title that may be argued about, and a log that shows what was done and when. */
export const task = defineModule({
  name: 'task',
  code: 1,
  fields: { title: text(), note: maybe(text()), about: maybe(reference('task')) },
  given: { log: text(10_000) },
  title: 'title',
  search: ['title'],
  offline: { keep: 'all', write: true },
  moves: { add: { offline: true, args: { what: text() } } },
})

export const register: Register = { task }

/** What is wrong with the server for a moment, or with one change for as long as that is tried. */
export const FAULT = 'nobody foresaw this'
export type Faults = { left: number; of?: string }
/** Is this the change that the server always fails at? */
export const isFailing = ({ of }: Faults, { what }: { what?: unknown }): boolean => of !== undefined && what === of

/** What the server refuses, whoever asks. */
export const BAD = 'bad'

export function taskWriter(faults: Faults): Writer {
  const special = behaviour(task, {
    check({ row, args }) {
      if (faults.left > 0) {
        faults.left--
        throw new Error(FAULT)
      }
      if (isFailing(faults, args)) throw new Error(FAULT)
      if (row.title === BAD || args.what === BAD) throw problem('invalid', 'Bad')
    },
    on: { add: ({ row, args }) => ({ log: `${(row.log as string | null) ?? ''}${args.what as string};` }) },
  })
  return { register, behaviourOf: () => special.behaviour, now: () => new Date(0) }
}

export const actor: Actor = {
  id: 1,
  permissions: new Set(['1-a', '1-b', '1-c', '1-d']),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
}

/** Somebody who decides about what of others is stuck. */
export const supervisor: Actor = { ...actor, id: 2, approves: new Set(['task']) }
