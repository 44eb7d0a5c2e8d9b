import autocannon, { type Options, type Result } from 'autocannon'
import { Client } from 'pg'
import { permission } from '#contract/rules.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { hashPassword } from '#server/lib/passwords.ts'
import { median, type Line } from './report.ts'

/** Twenty who come in, and one who works already. */
const PEOPLE = 21
const SECONDS = 4
const ROUNDS = 3
/** Questions a second of everybody else: what fifty people at work ask. */
const RATE = 100
const PASSWORD = 'many people come in the morning 7'
const FIRST_PERSON = 7_900_000_001
const ROLE = 7_900_000_000

/** People straight into the tables, all with one password: making them is not what is measured. */
async function fillPeople(databaseUrl: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(
    `insert into role (id, created_by, updated_by, name, permissions, own_only, branch_only, approves)
     values ($1, 1, 1, 'Benchmark', $2, '{}', '{}', '{}')`,
    [ROLE, [permission(dealerBranch, 'list')]],
  )
  await client.query(
    `insert into app_user (id, created_by, updated_by, name, username, email, roles, stage)
     select $1::bigint + n, 1, 1, 'Person ' || n, 'bench-' || n, 'bench-' || n || '@caredesk.example', array[$2::bigint], 'active'
     from generate_series(0, $3::int - 1) n`,
    [FIRST_PERSON, ROLE, PEOPLE],
  )
  await client.query(
    `insert into user_password (user_id, hash) select $1::bigint + n, $2 from generate_series(0, $3::int - 1) n`,
    [FIRST_PERSON, await hashPassword(PASSWORD), PEOPLE],
  )
  await client.end()
}

async function signIn(url: string, person: number): Promise<string> {
  const answer = await fetch(`${url}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: `bench-${person}`, password: PASSWORD }),
  })
  if (!answer.ok) throw new Error(`sign-in of bench-${person}: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as { token: string }).token
}

const others = (options: Options) =>
  new Promise<Result>((resolve, reject) => {
    autocannon({ ...options, connections: 10, overallRate: RATE, duration: SECONDS, bailout: 10 }, (error, result) => {
      const failures = result ? result.non2xx + result.errors + result.timeouts : 0
      if (error) reject(error)
      else if (failures > 0) reject(new Error(`${failures} of ${result.requests.total} other requests failed`))
      else resolve(result)
    })
  })

/** Twenty people who sign in all the time, while others work: how long the others wait, beside how long they do without. */
export async function signInStorm(url: string, databaseUrl: string): Promise<Line[]> {
  await fillPeople(databaseUrl)
  // Somebody who works is no one of those who come in: their session would be pushed out.
  const worker = { authorization: `Bearer ${await signIn(url, 0)}` }
  const work: Options = {
    url,
    headers: worker,
    requests: [{ path: '/api/dealer-branch?limit=25&sort=name' }, { path: '/api/auth/me' }, { path: '/ready' }],
  }
  const storm = async (isOver: () => boolean) => {
    let signIns = 0
    const person = async (n: number) => {
      while (!isOver()) {
        await signIn(url, n)
        signIns += 1
      }
    }
    await Promise.all(Array.from({ length: PEOPLE - 1 }, (_, n) => person(n + 1)))
    return signIns
  }

  const [calm, stormy, rates]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    calm.push((await others(work)).latency.p99)
    let isOver = false
    const started = performance.now()
    const signIns = storm(() => isOver)
    stormy.push((await others(work).finally(() => (isOver = true))).latency.p99)
    rates.push((await signIns) / ((performance.now() - started) / 1_000))
  }
  return [
    {
      name: 'the slowest of a hundred requests while twenty sign in',
      ours: median(stormy),
      limit: median(calm),
      unit: 'ms',
      goal: { of: 'ours', atMost: 200 },
    },
    { name: 'sign-ins meanwhile', ours: median(rates), limit: null, unit: '/s' },
  ]
}
