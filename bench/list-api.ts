import { Client } from 'pg'
import { FIRST_CUSTOMER } from '../tests/support/many-customers.ts'
import { ADMIN_PASSWORD } from '../tests/support/process.ts'
import { median, type Line } from './report.ts'

const RUNS = 7
/** First rows, warm. */
const GOAL = 300

const questions: [name: string, address: string][] = [
  ['by name', '?sort=name'],
  ['by balance, then name', '?sort=-balance,name'],
  ['last changed', '?sort=-updatedAt'],
  ['of one owner, by name', '?filter[owner]=5&sort=name'],
  ['a rare tag, by balance', '?filter[tags]=press&sort=-balance'],
  ['not at risk and with a balance', '?filter[risk]=false&filter[balance]=1..&sort=name'],
  ['changed on two days, by name', '?filter[updatedAt]=2024-02-01..2024-02-02&sort=name'],
  ['phone has 4417', '?filter[phones.number]=~4417'],
  ['search, one of thirteen', '?q=kumar'],
  ['search against its own order', '?q=ravi&sort=name'],
  ['search, last digits', '?q=14417'],
  ['search, nothing there', '?q=nobody'],
  ['search, two letters', '?q=ra'],
  ['below nothing, highest first', '?filter[balance]=..0&sort=-balance'],
]

/** First rows of a million customers over HTTP, beside one row by its key in bare SQL of the same run. */
export async function listApi(url: string, databaseUrl: string): Promise<Line[]> {
  const signedIn = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password: ADMIN_PASSWORD }),
  })
  const { token } = (await signedIn.json()) as { token: string }
  const ask = async (address: string) => {
    const answer = await fetch(`${url}/api${address}`, { headers: { authorization: `Bearer ${token}` } })
    if (!answer.ok) throw new Error(`${address}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const bare = new Client({ connectionString: databaseUrl })
  await bare.connect()
  const limit = await timed(() =>
    bare.query('select * from customer where id >= $1 order by id limit 50', [FIRST_CUSTOMER + 77_777]),
  )
  const lines: Line[] = []
  const line = async (name: string, address: string) =>
    lines.push({
      name: `1,000,000 customers: ${name}`,
      ours: await timed(() => ask(address)),
      limit,
      unit: 'ms',
      goal: { of: 'ours', atMost: GOAL },
    })
  for (const [name, address] of questions) await line(name, `/customer${address}`)
  await line('picking, “ku”', '/customer/pick?q=ku')
  await line('picking against the order', '/customer/pick?q=ravi')
  await line('counting search', '/customer/count?q=kumar')
  await line('grouped by owner', '/customer/group?by=owner')
  await line('search over everything', '/search?q=4417')
  await line('search over everything, many', '/search?q=kumar')
  await bare.end()
  return lines
}

/** The middle of some runs, the first of which only warms up. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    const started = performance.now()
    await work()
    times.push(performance.now() - started)
  }
  return median(times)
}
