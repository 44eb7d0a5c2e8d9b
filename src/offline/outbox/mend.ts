import { splitOp } from '#contract/intent.ts'
import { same } from '#contract/merge.ts'
import { migrated } from '#contract/migrate.ts'
import { correctWith, inOrder, type Books, type NewOp } from './machine.ts'
import { isOpen, type OutboxOp } from './op.ts'

type Values = Record<string, unknown>

/**
 * A change of a record whose earlier change was refused would wait behind that for ever. So it takes the place of the refused
 * one, and carries its words, and those of the changes that wait behind it, with the new words over them. Null where it can
 * only wait for what its person decides: about a conflict or a move.
 */
export function mend(books: Books, wish: NewOp, now: number): OutboxOp | null {
  const [refused, ...others] = inOrder(books.ops.filter(op => op.lane === wish.lane && isOpen(op)))
  if (refused?.state !== 'rejected' || refused.problem?.own || !isChange(wish)) return null
  const isNew = splitOp(refused.op).action === 'create'
  const isPlain = (op: OutboxOp) => op.state !== 'conflict' && isChange(op)
  if (!(isNew || isChange(refused)) || !others.every(isPlain)) return null
  const said = [...[refused, ...others].map(op => migrated(op)), wish]
  const wanted: Values = Object.assign({}, ...said.map(({ args }) => args))
  const seen: Values = Object.assign({}, ...said.map(({ base }) => base?.fields ?? {}).toReversed())
  // What they have put back is wanted no more, and is not to stand against what somebody else wrote.
  const names = Object.keys(wanted).filter(name => isNew || !(name in seen) || !same(wanted[name], seen[name]))
  const { mid, opV, at, clockOffset, build, deps = [] } = wish
  const base = isNew ? null : { version: refused.base?.version ?? 1, fields: only(names, seen) }
  const better = { mid, opV, at, clockOffset, build, deps, args: only(names, wanted), base }
  const followers = others.map(one => one.mid)
  return correctWith(books, refused, followers, better, now)
}

const isChange = ({ op }: Pick<OutboxOp, 'op'>) => splitOp(op).action === 'change'

const only = (names: readonly string[], values: Values): Values =>
  Object.fromEntries(names.map(name => [name, values[name] ?? null]))
