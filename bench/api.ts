import { randomUUID } from 'node:crypto'
import autocannon, { type Client, type Options, type Result } from 'autocannon'
import { ADMIN_PASSWORD } from '../tests/support/process.ts'
import { FIRST_BRANCH } from './database.ts'
import { median, type Line } from './report.ts'

const SECONDS = 3
const ROUNDS = 3
const CONNECTIONS = 32
/** As many as a person may have at once. */
const SESSIONS = 10

const load = (options: Options) =>
  new Promise<Result>((resolve, reject) => {
    autocannon({ connections: CONNECTIONS, duration: SECONDS, ...options }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })

/** One round of requests that were all answered well; a round with failures is no figure. */
async function round(name: string, options: Options): Promise<Result> {
  const result = await load(options)
  const failures = result.non2xx + result.errors + result.timeouts
  if (failures > 0) throw new Error(`${name}: ${failures} of ${result.requests.total} requests failed`)
  return result
}

/** Both in short rounds, one after the other, so that what else the machine does is shared. */
async function compare(name: string, ours: Options, bare: Options): Promise<[ours: Result[], bare: Result[]]> {
  const results: [Result[], Result[]] = [[], []]
  for (let n = 0; n < ROUNDS; n += 1) {
    results[0].push(await round(name, ours))
    results[1].push(await round(`bare ${name}`, bare))
  }
  return results
}

const rate = (results: Result[]) => median(results.map(result => result.requests.average))
const slowest = (results: Result[]) => median(results.map(result => result.latency.p99))

async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  return ((await answer.json()) as { token: string }).token
}

/** List, get and create over HTTP, with rights, checks, ledger, history and feed, beside bare Fastify on the same database. */
export async function api(url: string, bareUrl: string): Promise<Line[]> {
  const json = { 'content-type': 'application/json' }
  // Every connection is somebody with a session of their own, as it is among people.
  const tokens: string[] = []
  while (tokens.length < SESSIONS) tokens.push(await signIn(url))
  let turn = 0
  const nextPerson = () => ({ authorization: `Bearer ${tokens[(turn += 1) % SESSIONS]}` })
  const signedIn = { setupClient: (client: Client) => client.setHeaders(nextPerson()) }

  const branches = `${url}/api/dealer-branch`
  let made = 0
  const create: Options = {
    url: branches,
    requests: [
      {
        method: 'POST',
        headers: json,
        setupRequest: request => ({
          ...request,
          headers: { ...request.headers, ...nextPerson(), 'idempotency-key': randomUUID() },
          body: JSON.stringify({ name: `Made in a benchmark ${(made += 1)}`, phone: '+91 20 5550 0000' }),
        }),
      },
    ],
  }
  const bareCreate: Options = {
    url: `${bareUrl}/create`,
    method: 'POST',
    headers: json,
    body: JSON.stringify({ name: 'Made in a benchmark', phone: '+91 20 5550 0000' }),
  }

  const lists = await compare(
    'list',
    { ...signedIn, url: `${branches}?limit=25&sort=name` },
    { url: `${bareUrl}/list` },
  )
  const gets = await compare('get', { ...signedIn, url: `${branches}/${FIRST_BRANCH}` }, { url: `${bareUrl}/get/1` })
  const creates = await compare('create', create, bareCreate)
  const line = (name: string, [ours, bare]: [Result[], Result[]], atLeast: number): Line => ({
    name,
    ours: rate(ours),
    limit: rate(bare),
    unit: 'req/s',
    goal: { of: 'ratio', atLeast },
  })
  return [
    line('API list, 25 of 10,000', lists, 0.5),
    {
      name: 'API list, the slowest of a hundred',
      ours: slowest(lists[0]),
      limit: slowest(lists[1]),
      unit: 'ms',
      goal: { of: 'ratio', atMost: 2.5 },
    },
    line('API get', gets, 0.5),
    line('API create', creates, 0.13),
  ]
}
