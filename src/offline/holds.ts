import { splitOp } from '#contract/intent.ts'
import { numbersIn } from './outbox/numbers-in.ts'
import type { OutboxOp } from './outbox/op.ts'
import { isSound } from './outbox/sound.ts'
import { isSealed } from './seal.ts'
import type { Upload } from './upload.ts'

/**
 * Why a file may not go yet: the record that it hangs on, or the change that names it, has to be there first. `gone`: that
 * was discarded, and no form names it.
 */
export type Hold = 'record' | 'change' | 'gone'
export type HoldOf = (upload: Pick<Upload, 'id' | 'module' | 'record' | 'ahead'>) => Hold | null

type Work = {
  /** Changes that the server has not confirmed, and those that came to an end. */
  open: readonly OutboxOp[]
  over: readonly OutboxOp[]
  drafts: readonly unknown[]
}

export function holdsIn({ open, over, drafts }: Work): HoldOf {
  const by = (state: OutboxOp['state']) => over.filter(op => op.state === state)
  const [waiting, done, dropped] = [whatIn(open), whatIn(by('done')), whatIn(by('discarded'))]
  const typed = new Set(numbersIn(drafts.map(draft => (draft as { value?: unknown }).value)))
  // What is sealed may name anything.
  const isNamed = (id: number, ahead = false) => typed.has(id) || (ahead && drafts.some(isSealed))
  return ({ id, module, record, ahead }) => {
    const [kind, name] = record === null ? (['files', id] as const) : (['made', `${module}:${record}`] as const)
    const isIn = (what: What) => (what[kind] as ReadonlySet<string | number>).has(name)
    // A record that holds it waits for it, whoever else is to have it too: a copy, or a later change that names it again.
    if (record === null && isIn(done)) return null
    if (isIn(waiting)) return record === null ? 'change' : 'record'
    if (isIn(done)) return null
    if (isIn(dropped) && !(record === null && isNamed(id, ahead))) return 'gone'
    // Sent from a form that is not saved yet.
    return ahead ? 'change' : null
  }
}

/** The records that ops make, as lanes, and the numbers that they name. */
type What = { made: ReadonlySet<string>; files: ReadonlySet<number> }
const whatIn = (ops: readonly OutboxOp[]): What => ({
  made: new Set(
    ops
      .filter(isSound)
      .filter(({ op }) => splitOp(op).action === 'create')
      .map(({ lane }) => lane),
  ),
  files: new Set(ops.flatMap(({ args }) => [...numbersIn(args)])),
})
