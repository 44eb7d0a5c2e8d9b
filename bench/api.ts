import { randomUUID } from 'node:crypto'
import autocannon, { type Options, type Result } from 'autocannon'
import type { Line } from './report.ts'

const SECONDS = 5

const load = (options: Options) =>
  new Promise<Result>((resolve, reject) => {
    autocannon({ connections: 32, duration: SECONDS, ...options }, (error, result) =>
      error ? reject(error) : resolve(result),
    )
  })

/** Requests a second that were answered well; a run with failures is no figure. */
async function rate(name: string, options: Options): Promise<number> {
  const result = await load(options)
  const failures = result.non2xx + result.errors + result.timeouts
  if (failures > 0) throw new Error(`${name}: ${failures} of ${result.requests.total} requests failed`)
  return result.requests.average
}

/** List and create over HTTP, with rights, checks, ledger, history and feed, beside bare Fastify on the same database. */
export async function api(url: string, token: string, bareUrl: string): Promise<Line[]> {
  const authorization = `Bearer ${token}`
  const json = { 'content-type': 'application/json' }
  const list: Options = { url: `${url}/api/dealer-branch?limit=25&sort=name`, headers: { authorization } }
  let made = 0
  const create: Options = {
    url: `${url}/api/dealer-branch`,
    requests: [
      {
        method: 'POST',
        headers: { authorization, ...json },
        setupRequest: request => ({
          ...request,
          headers: { ...request.headers, 'idempotency-key': randomUUID() },
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
  return [
    {
      name: 'API list, 25 of 10,000',
      ours: await rate('list', list),
      limit: await rate('bare list', { url: `${bareUrl}/list` }),
      unit: 'req/s',
      goal: { of: 'ratio', atLeast: 0.5 },
    },
    {
      name: 'API create',
      ours: await rate('create', create),
      limit: await rate('bare create', bareCreate),
      unit: 'req/s',
      goal: { of: 'ratio', atLeast: 0.13 },
    },
  ]
}
