import type { Action } from '#contract/action.ts'
import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { mayWait } from '#contract/may-wait.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { user } from '#contract/modules/access/user.ts'
import { permission } from '#contract/rules.ts'
import { reveals } from '#contract/seen.ts'
import { expect } from 'vitest'
import { sortsOf } from '#contract/sorts.ts'
import { sampleRegister } from './sample-module.ts'
import type { SignedIn, TestApp } from './server.ts'
import { httpDevice, type HttpDevice } from './simulation/http-device.ts'

type Id = { id: number }

export type Known = {
  id: number
  title: string
  author: number
  /** The people whose it is. */
  holders: (number | null)[]
}

/** Who asks, with what, and about which records there are. */
export type Asking = {
  server: TestApp
  module: Module
  person: SignedIn
  actor: Pick<Actor, 'permissions'>
  /** A device of theirs that has followed the feed since before the records changed. */
  device: HttpDevice
  /** All records of the module, with the person who made them. */
  all: readonly Known[]
  /** Who can see the people that made them. */
  seesPerson: (id: number) => boolean
}

/** One way to hear of records: what it asks for, and the ids that it gives to somebody who may. */
export type Way = {
  name: string
  /** The action whose permission opens it; null where everybody may ask and is given what is theirs. */
  needs: Action | null
  /** Where it tells of fewer modules, or of fewer records. */
  isFor?: (module: Module) => boolean
  tellsOf?: (asking: Asking, row: Known) => boolean
  /** Where it tells of all of them, whosever they are. */
  tellsAll?: (asking: Asking) => boolean
  /** A permission that it takes besides. */
  also?: string
  ids(asking: Asking): Promise<Iterable<number>>
}

/** Of some modules devices hold what is their person's, and no more. */
const isOnDevice = ({ module, person }: Asking, { holders }: Known) =>
  module.offline.keep !== 'mine' || holders.includes(person.userId)

const get = ({ server, person }: Asking, url: string) =>
  server.app.inject({ url: `/api${url}`, headers: person.headers })

async function page(asking: Asking, query: string): Promise<number[]> {
  const ids: number[] = []
  for (let after: string | null = ''; after !== null;) {
    const answer = await get(asking, `${apiPath(asking.module)}?limit=20${query}${after && `&after=${after}`}`)
    expect(answer.statusCode).toBe(200)
    const body: { rows: Id[]; next: string | null } = answer.json()
    ids.push(...body.rows.map(({ id }) => id))
    after = body.next
  }
  return ids
}
const both = async (asking: Asking, query: string) => [
  ...(await page(asking, query)),
  ...(await page(asking, `${query}&archived=true`)),
]

/** The ids in a file of the list. */
async function exported(asking: Asking, query: string): Promise<number[]> {
  const answer = await get(asking, `${apiPath(asking.module)}/export?format=csv&columns=id${query}`)
  expect(answer.statusCode, answer.payload).toBe(200)
  const [, ...lines] = answer.payload.split(/\r?\n/)
  return lines.filter(line => line !== '').map(Number)
}

/** The records among all that this address opens; whoever may not have one is told that there is none. */
async function opened(asking: Asking, address: (id: number) => string): Promise<number[]> {
  const ids: number[] = []
  for (const { id } of asking.all) {
    const { statusCode } = await get(asking, address(id))
    expect([200, 404]).toContain(statusCode)
    if (statusCode === 200) ids.push(id)
  }
  return ids
}

/** The records among all that can be acted upon, by what becomes of a change of nothing. */
async function changeable({ server, module, person, all }: Asking): Promise<number[]> {
  const ids: number[] = []
  for (const { id } of all) {
    const answer = await server.app.inject({
      method: 'PATCH',
      url: `/api${apiPath(module)}/${id}`,
      headers: { ...person.headers, 'if-match': '"1"' },
      payload: {},
    })
    if (answer.statusCode !== 404) ids.push(id)
  }
  return ids
}

async function pushable({ module, device, all }: Asking): Promise<number[]> {
  // What may not wait on a device is told nothing of, whosever it is.
  const offline = mayWait(module, 'change')
  const ops = all.map(({ id }) =>
    device.op(`${module.name}.change`, id, {}, { base: { version: 1, fields: {} }, offline }),
  )
  const ids: number[] = []
  for (let from = 0; from < ops.length; from += 50)
    for (const [at, { code }] of (await device.push(...ops.slice(from, from + 50))).entries())
      if (code !== 'no_access' && code !== 'not_found') ids.push(ops[from + at]!.id)
  return ids
}

const title = ({ title }: { title: string }) => encodeURIComponent(title)

/** Every way there is. A new one (an export, a socket, a report) joins by a line here, and has to tell the same. */
export const ways: readonly Way[] = [
  { name: 'list', needs: 'list', ids: asking => both(asking, '') },
  {
    name: 'list in every order',
    needs: 'list',
    async ids(asking) {
      const { module, actor } = asking
      const open = sortsOf(module).filter(({ field }) => reveals(module, field, actor))
      const sorts = open.map(({ field }, at) => (at % 2 ? field : `-${field}`))
      const found = await Promise.all(sorts.map(async sort => new Set(await both(asking, `&sort=${sort}`))))
      for (const ids of found) expect(ids).toEqual(found[0])
      return found[0]!
    },
  },
  {
    name: 'search',
    needs: 'list',
    isFor: ({ search }) => search.length > 0,
    ids: async asking => (await Promise.all(asking.all.map(row => both(asking, `&q=${title(row)}`)))).flat(),
  },
  {
    name: 'count',
    needs: 'list',
    async ids(asking) {
      const answer = await get(asking, `${apiPath(asking.module)}?limit=1&total=true`)
      const live = await page(asking, '')
      expect(answer.json<{ total: number }>().total).toBe(live.length)
      return both(asking, '')
    },
  },
  {
    name: 'export',
    needs: 'list',
    isFor: ({ list }) => !list,
    ids: async asking => [...(await exported(asking, '')), ...(await exported(asking, '&archived=true'))],
  },
  { name: 'detail', needs: 'details', ids: asking => opened(asking, id => `${apiPath(asking.module)}/${id}`) },
  { name: 'history', needs: 'details', ids: asking => opened(asking, id => `${apiPath(asking.module)}/${id}/history`) },
  { name: 'change', needs: 'edit', isFor: ({ appendOnly }) => !appendOnly, ids: changeable },
  { name: 'change by sync', needs: 'edit', isFor: ({ appendOnly }) => !appendOnly, ids: pushable },
  {
    name: 'pick',
    needs: 'list',
    isFor: ({ list }) => !list,
    // Whoever fills in a form that refers to the module reads the names in it, where these are open.
    tellsAll: ({ module, actor }) =>
      (!module.scope || module.namesOpen === true) &&
      Object.values(sampleRegister).some(
        other =>
          other !== module &&
          ['a', 'b', 'c', 'd'].some(letter => actor.permissions.has(`${other.code}-${letter}`)) &&
          Object.values(other.fields).some(field => metaOf(field).module === module.name),
      ),
    ids: async asking => {
      const answer = await get(asking, `${apiPath(asking.module)}/pick?ids=${asking.all.map(({ id }) => id).join()}`)
      expect(answer.statusCode).toBe(200)
      return answer.json<{ rows: Id[] }>().rows.map(({ id }) => id)
    },
  },
  {
    name: 'snapshot',
    needs: null,
    isFor: ({ offline }) => offline.keep !== 'none',
    tellsOf: isOnDevice,
    async ids({ module, person, server }) {
      const fresh = httpDevice(server.app, person)
      await fresh.load()
      return [...fresh.rows].flatMap(([id, { t }]) => (t === module.name ? [id] : []))
    },
  },
  {
    name: 'pull',
    needs: null,
    isFor: ({ offline }) => offline.keep !== 'none',
    tellsOf: isOnDevice,
    async ids({ device, module }) {
      await device.catchUp()
      return [...device.rows].flatMap(([id, { t }]) => (t === module.name ? [id] : []))
    },
  },
  {
    name: 'what people did lately',
    needs: 'details',
    also: permission(user, 'details'),
    // Of the deeds of people whom the asker may see.
    tellsOf: ({ seesPerson }, { author }) => seesPerson(author),
    async ids(asking) {
      const found: number[] = []
      for (const author of new Set(asking.all.map(row => row.author))) {
        const answer = await get(asking, `/access/deeds?user=${author}`)
        expect(answer.statusCode).toBe(asking.seesPerson(author) ? 200 : 404)
        if (answer.statusCode !== 200) continue
        const { rows } = answer.json<{ rows: { entity: string; id: number }[] }>()
        found.push(...rows.flatMap(({ entity, id }) => (entity === asking.module.name ? [id] : [])))
      }
      return found
    },
  },
]
