import type { OpState, OutboxOp } from './op.ts'

const states: ReadonlySet<unknown> = new Set<OpState>([
  'pending',
  'sending',
  'conflict',
  'rejected',
  'cancelling',
  'superseded',
  'done',
  'discarded',
])

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isTexts = (value: unknown) => Array.isArray(value) && value.every(one => typeof one === 'string')
const orNone = (fits: (value: unknown) => boolean, value: unknown) =>
  value === null || value === undefined || fits(value)

const isBase = (value: unknown) => isObject(value) && typeof value.version === 'number' && isObject(value.fields)
const isProblem = (value: unknown) =>
  isObject(value) &&
  typeof value.code === 'string' &&
  orNone(isTexts, value.asks) &&
  [value.fields, value.row, value.theirs, value.gone, value.passed].every(part => orNone(isObject, part))

/** Is the row a change as this app keeps them, so that whoever reads it finds what they look for? */
export function isSound(row: unknown): row is OutboxOp {
  if (!isObject(row)) return false
  const { seq, ord, mid, op, id, lane, args, base, deps, state, at, problem } = row
  return (
    [seq, ord, id, at].every(value => typeof value === 'number' && Number.isFinite(value)) &&
    typeof mid === 'string' &&
    typeof op === 'string' &&
    typeof lane === 'string' &&
    lane.includes(':') &&
    isObject(args) &&
    orNone(isBase, base) &&
    isTexts(deps) &&
    states.has(state) &&
    orNone(isProblem, problem)
  )
}

const told = new Set<unknown>()

/**
 * The changes among these rows. What is damaged, or still sealed, stays where it lies, because nobody else has it, and is
 * counted; it is neither shown nor sent.
 */
export function soundOps(rows: readonly OutboxOp[]): OutboxOp[] {
  const sound = rows.filter(isSound)
  if (sound.length < rows.length)
    for (const row of rows.filter(row => !isSound(row) && !Object.hasOwn(Object(row), 'sealed'))) {
      const seq: unknown = Object(row).seq
      if (!told.has(seq)) console.error('A change on this device is damaged, and left as it is:', seq)
      told.add(seq)
    }
  return sound
}
