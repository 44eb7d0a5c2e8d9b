import type pg from 'pg'
import type { Actor } from '#contract/actor.ts'
import { snake, tableOf, type Module, type Register, type Row } from '#contract/module.ts'
import { scopeFilter } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { isTheirs } from '#server/crud/list-sql.ts'
import { idsAt, pointersOf, type Pointer } from '#server/crud/pointers.ts'

type Pool = Pick<pg.Pool, 'query'>

/** Names of what records refer to, by id: one number is one thing, whatever it is. */
export type Titles = (id: unknown) => string

/** So many are kept at hand; more and they are looked up anew. */
const KEPT = 20_000

/**
 * Looks up the names of what these rows refer to, once for each. Who may list the rows may read the names in them; of
 * records of the same module only those within their reach.
 */
export function titlesFor(pool: Pool, register: Register, module: Module, actor: Actor, fields: ReadonlySet<string>) {
  const pointers = pointersOf(module).filter(({ field }) => fields.has(field))
  const people = ['createdBy', 'updatedBy'].filter(field => fields.has(field))
  const known = new Map<number, string>()

  return async (rows: readonly Row[]): Promise<Titles> => {
    if (known.size > KEPT) known.clear()
    const wanted = new Map<string, Set<number>>()
    const want = (target: string, id: number) => {
      if (!known.has(id)) wanted.set(target, (wanted.get(target) ?? new Set()).add(id))
    }
    for (const row of rows) {
      for (const pointer of pointers)
        for (const { id } of idsAt(pointer, row[pointer.field])) if (targetOf(pointer)) want(targetOf(pointer)!, id)
      for (const field of people) want('user', row[field] as number)
    }
    for (const [name, ids] of wanted) await look(register[name], [...ids])
    return id => (typeof id === 'number' ? (known.get(id) ?? '') : '')
  }

  async function look(target: Module | undefined, ids: number[]) {
    for (const id of ids) known.set(id, '')
    if (!target || !reveals(target, target.title, actor)) return
    const scope = target === module ? scopeFilter(target, actor) : null
    if (scope === 'none') return
    const own = scope ? ` and ${isTheirs(scope, String(scope.value))}` : ''
    const list = target.list ? ` and list = '${target.name}'` : ''
    const { rows } = await pool.query<{ id: number; title: string | null }>(
      `select id, "${snake(target.title)}"::text as title from ${tableOf(target)} where id = any($1)${own}${list}`,
      [ids],
    )
    for (const { id, title } of rows) known.set(id, title ?? '')
  }
}

/** A line has no name of its own. */
const targetOf = ({ target }: Pointer): string | null =>
  'list' in target ? target.list : target.line ? null : target.module
