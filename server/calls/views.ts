import type pg from 'pg'
import {
  changeViewCall,
  createViewCall,
  deleteViewCall,
  preferencesCall,
  setPreferenceCall,
  viewsCall,
  withMore,
  type SavedView,
} from '#contract/calls/views.ts'
import type { Actor } from '#contract/actor.ts'
import { problem } from '#contract/problem.ts'
import { can } from '#contract/rules.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'
import { inTransaction } from '#server/lib/transaction.ts'

/** As many as one person may keep, of one module and altogether. */
const MOST_VIEWS = 200
const MOST_PREFERENCES = 500

type Db = Pick<pg.Pool, 'query'>

const columns = `v.id, v.module, v.name, v.shared, v.owner_id = $1 as mine, u.name as owner, v.state`
const from = `from saved_view v join app_user u on u.id = v.owner_id`

/** The views of lists, and what people set for themselves. */
export function viewRoutes(api: App, { database, register }: Pick<Services, 'database' | 'register'>): void {
  const { pool } = database

  /** Who may not list a module learns nothing of its views either. */
  const requireList = (actor: Actor, name: string) => {
    const module = Object.hasOwn(register, name) ? register[name] : undefined
    if (!module || !can(actor, module, 'list')) throw problem('forbidden', 'You may not open this list.')
  }

  answer(api, viewsCall, async ({ module }, { actor }) => {
    requireList(actor, module)
    const { rows } = await pool.query<SavedView>(
      `select ${columns} ${from} where v.module = $2 and (v.owner_id = $1 or v.shared)
       order by v.owner_id <> $1, natural_key(v.name) collate "C", v.id`,
      [actor.id, module],
    )
    return { views: rows }
  })

  answer(api, createViewCall, async ({ module, name, shared, state }, { actor }) => {
    requireList(actor, module)
    return inTransaction(pool, async client => {
      await onlyOne(client, actor)
      const { rows: counted } = await client.query<{ n: number }>(
        'select count(*)::int as n from saved_view where owner_id = $1',
        [actor.id],
      )
      if (counted[0]!.n >= MOST_VIEWS)
        throw problem('invalid', 'You have as many views as can be kept. Delete one first.')
      const { rows } = await client.query<{ id: number }>(
        'insert into saved_view (module, name, owner_id, shared, state) values ($1, $2, $3, $4, $5) returning id',
        [module, name, actor.id, shared, state],
      )
      return { view: await own(client, actor, rows[0]!.id) }
    })
  })

  answer(api, changeViewCall, async ({ id, name, shared, state }, { actor }) => {
    const view = await own(pool, actor, id)
    requireList(actor, view.module)
    await pool.query(
      `update saved_view set name = coalesce($3, name), shared = coalesce($4, shared), state = coalesce($5, state),
         updated_at = now() where id = $2 and owner_id = $1`,
      [actor.id, id, name ?? null, shared ?? null, state ?? null],
    )
    return { view: await own(pool, actor, id) }
  })

  answer(api, deleteViewCall, async ({ id }, { actor }) => {
    await own(pool, actor, id)
    await pool.query('delete from saved_view where id = $2 and owner_id = $1', [actor.id, id])
    return {}
  })

  answer(api, preferencesCall, async (_, { actor }) => {
    const { rows } = await pool.query<{ key: string; value: Record<string, unknown> }>(
      'select key, value from preference where user_id = $1 order by key',
      [actor.id],
    )
    return { preferences: Object.fromEntries(rows.map(({ key, value }) => [key, value])) }
  })

  answer(api, setPreferenceCall, async ({ key, value, adds }, { actor }) => {
    if (value === null) {
      await pool.query('delete from preference where user_id = $1 and key = $2', [actor.id, key])
      return {}
    }
    await inTransaction(pool, async client => {
      await onlyOne(client, actor)
      const next = adds ? withMore(await preferenceOf(client, actor, key), value) : value
      if (JSON.stringify(next).length > 10_000) throw problem('invalid', 'This is too much to keep for a list.')
      // The oldest give way: nobody misses how wide a column of a view was that is long gone.
      await client.query(
        `delete from preference where user_id = $1 and key <> $2 and key in (
           select key from preference where user_id = $1 order by updated_at desc, key offset ${MOST_PREFERENCES - 1})`,
        [actor.id, key],
      )
      await client.query(
        `insert into preference (user_id, key, value) values ($1, $2, $3)
         on conflict (user_id, key) do update set value = excluded.value, updated_at = now()`,
        [actor.id, key, next],
      )
    })
    return {}
  })
}

/** One person's writes one after the other, so that counting them holds. */
const onlyOne = (db: Db, actor: Actor) => db.query('select 1 from app_user where id = $1 for no key update', [actor.id])

async function preferenceOf(db: Db, actor: Actor, key: string): Promise<Record<string, unknown>> {
  const { rows } = await db.query<{ value: Record<string, unknown> }>(
    'select value from preference where user_id = $1 and key = $2',
    [actor.id, key],
  )
  return rows[0]?.value ?? {}
}

/** A view of one's own. Somebody else's is answered like one that is not there. */
async function own(db: Db, actor: Actor, id: number): Promise<SavedView> {
  const { rows } = await db.query<SavedView>(`select ${columns} ${from} where v.id = $2 and v.owner_id = $1`, [
    actor.id,
    id,
  ])
  if (!rows[0]) throw problem('not-found', 'This view does not exist.')
  return rows[0]
}
