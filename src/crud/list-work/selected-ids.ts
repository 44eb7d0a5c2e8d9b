import { readAll } from '#src/data/list-pages.ts'
import { idsOf } from '#src/data/rows/source.ts'
import type { ListModel, Target } from '../list/model.ts'

/** The records that are selected, at most so many of them; where all that match are, the list is asked on. */
export async function selectedIds({ module, rows }: ListModel, target: Target, most: number): Promise<number[]> {
  if ('ids' in target) return target.ids.slice(0, most)
  const except = new Set(target.except)
  const known = idsOf(rows)
  const isAllHere = !rows.more && known.length === rows.count
  const read = async () => (await readAll(module, target.question, most + except.size)).map(({ id }) => id)
  return (isAllHere ? known : await read()).filter(id => !except.has(id)).slice(0, most)
}
