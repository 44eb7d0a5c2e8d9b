import { apiPath, type Row } from '#contract/module.ts'
import { allPermissions, recordModuleNames } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { addGeneralSetting } from '#server/seed/people.ts'
import { byServer } from '#server/crud/by-server.ts'
import { openRecords } from '#server/crud/records.ts'
import { writerFor } from '#server/seed/seed.ts'
import { signedIn, startApp, type SignedIn, type TestApp, type TestAppOptions } from './server.ts'

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Answer = { status: number; body: Row & { fields?: Record<string, string>; message?: string } }

/** A running business: the shipped server, its general setting, and somebody who may do everything in it. */
export type Shop = {
  server: TestApp
  person: SignedIn
  ask(method: Method, path: string, payload?: object, as?: SignedIn): Promise<Answer>
  /** Makes one of them and answers it. */
  make(name: string, input: object): Promise<Row>
  /** Reads one of them anew. */
  read(name: string, id: number): Promise<Row>
  /** Makes a move with it, and answers it as it is then. */
  move(name: string, id: number, action: string, args?: object): Promise<Row>
  /** Changes it as it stands now. */
  change(name: string, id: number, changes: object): Promise<Answer>
  sql<R>(text: string, values?: unknown[]): Promise<R[]>
  /** The numbers that devices have by now were given out so long ago that work under them may have waited as long. */
  ageNumbers(): Promise<unknown>
}

export async function openShop(options: TestAppOptions = {}): Promise<Shop> {
  const server = await startApp(options)
  const { database } = server
  await byServer({ store: openRecords(database), writer: writerFor(register) }, { actor: 1, request: null }, deeds =>
    addGeneralSetting(deeds),
  )
  const person = await signedIn(server, { permissions: allPermissions, approves: recordModuleNames })
  const at = (name: string, id?: number) => `${apiPath(register[name]!)}${id === undefined ? '' : `/${id}`}`
  const send = async (method: Method, path: string, payload: object | undefined, headers: Record<string, string>) => {
    const answer = await server.app.inject({ method, url: `/api${path}`, headers, ...(payload ? { payload } : {}) })
    return { status: answer.statusCode, body: answer.json<Answer['body']>() }
  }
  const ask: Shop['ask'] = (method, path, payload, as = person) => send(method, path, payload, as.headers)
  const done = ({ status, body }: Answer): Row => {
    if (status >= 300) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }
  const read: Shop['read'] = async (name, id) => done(await ask('GET', at(name, id)))
  return {
    server,
    person,
    ask,
    read,
    make: async (name, input) => done(await ask('POST', at(name), input)),
    move: async (name, id, action, args) => done(await ask('POST', `${at(name, id)}/${action}`, args)),
    async change(name, id, changes) {
      const { version } = await read(name, id)
      return send('PATCH', at(name, id), changes, { ...person.headers, 'if-match': `"${version}"` })
    },
    ageNumbers: () => database.pool.query(`update sync_lease set leased_at = now() - interval '1 year'`),
    sql: async <R>(text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows as R[],
  }
}
