import { randomUUID } from 'node:crypto'
import type { z } from 'zod'
import { opOf, plainActions } from '#contract/intent.ts'
import type { Module, Register } from '#contract/module.ts'
import { allPermissions } from '#contract/permissions.ts'
import { movePermissions, permissions } from '#contract/rules.ts'
import type { FreshDatabase } from './database.ts'
import { signedIn, type Rights, type SignedIn, type TestApp } from './server.ts'

type Pool = FreshDatabase['pool']

/** A route of the running app, and whom it lets in. */
export type Route = {
  name: string
  method: string
  url: string
  may: readonly string[] | 'anyone' | 'public'
  pending: boolean
  confirm: boolean
  body: z.core.$ZodType | undefined
}

/** Everything that the app serves, as it was registered. */
export const routesOf = ({ app }: Pick<TestApp, 'app'>): Route[] =>
  app.served.map(({ method, url, config, schema }) => ({
    name: `${method} ${url}`,
    method,
    url,
    may: config.may ?? 'public',
    pending: config.pending === true,
    confirm: config.confirm === true,
    body: schema.body as z.core.$ZodType | undefined,
  }))

export type Guarded = Route & { may: readonly string[] }
export const isGuarded = (route: Route): route is Guarded => Array.isArray(route.may)

/** What can be wished for by sync: every module times every action. */
export type Wish = { name: string; module: Module; action: string; may: readonly string[] }

export const wishesOf = (register: Register): Wish[] =>
  Object.values(register).flatMap(module => {
    const kinds = module.single ? (['change'] as const) : module.appendOnly ? (['create'] as const) : plainActions
    const plain = kinds.filter(action => !(module.madeByServer && action === 'create'))
    const wish = (action: string, may: string[]) => ({ name: opOf(module, action), module, action, may })
    return [
      ...plain.map(action => wish(action, permissions(module, action === 'create' ? 'create' : 'edit'))),
      ...Object.entries(module.moves ?? {}).map(([name, move]) => wish(name, movePermissions(module, move))),
    ]
  })

/** Numbers with their letters: `52:abcdef 70:abcdefr1r2r3r4`. */
const compact = (codes: readonly string[]): string => {
  const letters = new Map<string, string>()
  for (const code of codes) {
    const [number = '', letter = ''] = code.split('-')
    letters.set(number, (letters.get(number) ?? '') + letter)
  }
  return [...letters].map(([number, of]) => `${number}:${of}`).join(' ')
}

const lineOf = (may: Route['may'], extra: object) => {
  if (!Array.isArray(may)) return { allowed: may === 'public' ? 'everybody' : 'everybody who is signed in', ...extra }
  const denied = allPermissions.filter(code => !may.includes(code))
  return { allowed: may.join(' '), ...extra, denied: compact(denied) }
}

/** The whole table, one line for each route and each wish, every permission on one side or the other. HEAD goes with GET. */
export function matrixText(routes: readonly Route[], wishes: readonly Wish[]): string {
  const part = (lines: [string, object][]) =>
    lines
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, line]) => `    ${JSON.stringify(name)}: ${JSON.stringify(line)}`)
      .join(',\n')
  const served = routes
    .filter(({ method }) => method !== 'HEAD')
    .map(({ name, may, pending, confirm }): [string, object] => [
      name,
      lineOf(may, { ...(pending && { pending }), ...(confirm && { confirm }) }),
    ])
  const wished = wishes.map(({ name, module, may }): [string, object] => [
    name,
    lineOf(may, module.confirm ? { confirm: true } : {}),
  ])
  return `{
  "permissions": ${JSON.stringify(compact(allPermissions))},
  "routes": {
${part(served)}
  },
  "wishes": {
${part(wished)}
  }
}
`
}

/** No record has this number. */
export const NOBODYS_ID = 999_999_999

/** The route as it is called about that record. */
export const addressOf = (route: Pick<Route, 'url'>, id: number | string = NOBODYS_ID) =>
  route.url.replaceAll(/:\w+/g, String(id))

/** Does it for each, a few at a time: what one waits for, another can use. */
export async function forEachOf<T>(items: readonly T[], work: (item: T, at: number) => Promise<unknown>) {
  const waiting = items.map((item, at) => ({ item, at }))
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await work(next.item, next.at)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}
const AT_ONCE = 8

/** People by what they may do, each made once. */
export function crowd(server: Pick<TestApp, 'database'>) {
  const known = new Map<string, Promise<SignedIn>>()
  return (permissions: readonly string[], rights: Omit<Rights, 'permissions'> = {}): Promise<SignedIn> => {
    const key = JSON.stringify([permissions, rights])
    let person = known.get(key)
    if (!person) known.set(key, (person = signedIn(server, { permissions, ...rights })))
    return person
  }
}

/** What is kept beside people's data: who asked when, and how often. It changes although nothing has happened. */
const traces = [
  'audit_event',
  'live_ticket',
  'rate_limit',
  'user_session',
  'sync_mutation',
  'sync_device',
  'schema_migration',
]

/** A sum over every row of every table but the traces: the same before and after means that nothing has happened. */
export async function sumOfEverything(pool: Pool, but: readonly string[] = traces): Promise<Record<string, string>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all($1) order by 1`,
    [but],
  )
  const one = ({ name }: { name: string }) =>
    `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(row::text, '|' order by row::text collate "C"), '')) as sum from "${name}" as row`
  const { rows } = await pool.query<{ name: string; sum: string }>(tables.map(one).join(' union all '))
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}

/** A wish about a record that does not exist, with arguments that nobody declared. */
export const nonsenseWish = ({ name, module }: Wish, id: number, queueSeq: number) => ({
  mid: randomUUID(),
  op: name,
  opV: 1,
  id,
  base: { version: 1, fields: {} },
  args: { thisFieldDoesNotExist: true },
  queueSeq,
  lane: `${module.name}:${id}`,
  prevMid: null,
  supersedes: null,
})
