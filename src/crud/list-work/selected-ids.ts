import { readAll } from '#src/data/list-pages.ts'
import type { ListModel, Target } from '../list/model.ts'

/** The records that are selected, at most so many of them; where all that match are, the list is asked on. */
export async function selectedIds({ module, rows }: ListModel, target: Target, most: number): Promise<number[]> {
  if ('ids' in target) return target.ids.slice(0, most)
  const except = new Set(target.except)
  const known = Array.from({ length: rows.count }, (_, at) => rows.idAt(at))
  const isAllHere = !rows.more && known.every(id => id !== undefined)
  const read = async () => (await readAll(module, target.question, most + except.size)).map(({ id }) => id)
  return (isAllHere ? known : await read()).filter(id => id !== undefined && !except.has(id)).slice(0, most)
}
