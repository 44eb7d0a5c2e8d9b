import { Client } from 'pg'
import { bulkPath, workPath, type BulkInput, type WorkState } from '#contract/calls/work.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { median, type Line } from './report.ts'

const ROWS = 10_000
/** Records of one transaction, as the work has them: the limit may do no better by other cuts. */
const STEP = 25
const FIRST = 8_100_000_001

/** Customers straight into the table: filling it is not what is measured. */
export async function fillCustomers(databaseUrl: string, first: number, count: number, name: string) {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  // A thousand at a time: every row moves the feed's one clock row, which grows slower the more a transaction does it.
  for (let done = 0; done < count; done += 1_000)
    await client.query(
      `insert into customer (id, created_by, updated_by, name, phones, emails, tags)
       select $1::int8 + n - 1, 1, 1, $2::text || ' ' || n,
         jsonb_build_array(jsonb_build_object('id', $1::int8 + 1000000 + n, 'number', '+9198' || lpad(n::text, 8, '0'), 'kind', 'mobile', 'typed', null)),
         jsonb_build_array(jsonb_build_object('id', $1::int8 + 2000000 + n, 'email', 'c' || n || '@example.com')), '{}'
       from generate_series($3::int + 1, $4::int) as n`,
      [first, name, done, Math.min(count, done + 1_000)],
    )
  await client.query('analyze customer')
  await client.end()
}

const caller =
  (url: string, token: string) =>
  async <T>(path: string, body?: unknown): Promise<T> => {
    const answer = await fetch(`${url}/api${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T
  }

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** The same column of as many rows of a table that nothing watches, in transactions of the same size. */
async function bareUpdates(databaseUrl: string): Promise<number> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('create temporary table bare_customer as select * from customer where id >= $1 and id < $2', [
    FIRST,
    FIRST + ROWS,
  ])
  await client.query('alter table bare_customer add primary key (id)')
  const began = performance.now()
  for (let at = 0; at < ROWS; at += STEP) {
    await client.query('begin')
    for (let n = 0; n < STEP; n += 1)
      await client.query({
        name: 'bare',
        text: 'update bare_customer set risk = true, version = version + 1 where id = $1',
        values: [FIRST + at + n],
      })
    await client.query('commit')
  }
  await client.end()
  return (performance.now() - began) / 1_000
}

/** Ten thousand customers are changed and changed back, each by all rules; meanwhile somebody reads a list. */
export async function bulk(url: string, token: string, databaseUrl: string): Promise<Line[]> {
  await fillCustomers(databaseUrl, FIRST, ROWS, 'Bulk')
  const call = caller(url, token)
  const read = async () => {
    const began = performance.now()
    await call('/dealer-branch?limit=25&sort=name')
    return performance.now() - began
  }
  const quiet: number[] = []
  for (let n = 0; n < 50; n += 1) quiet.push(await read())

  const meanwhile: number[] = []
  const through = async (job: string) => {
    const began = performance.now()
    for (;;) {
      meanwhile.push(await read())
      await pause(20)
      const state = await call<WorkState>(workPath(job))
      if (state.state === 'running') continue
      if (state.changed !== ROWS)
        throw new Error(`changed ${state.changed} of ${ROWS}: ${JSON.stringify(state.failed)}`)
      return (performance.now() - began) / 1_000
    }
  }
  const wish: BulkInput = { target: { question: { q: 'bulk' } }, action: 'change', args: { risk: true } }
  let began = performance.now()
  await call(bulkPath(customer), { ...wish, try: true })
  const preview = performance.now() - began
  began = performance.now()
  const { job } = await call<{ job: string }>(bulkPath(customer), wish)
  const start = performance.now() - began
  const change = await through(job)
  const undo = await through((await call<{ job: string }>(workPath(job, 'undo'), {})).job)
  const bare = await bareUpdates(databaseUrl)
  const late = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
  return [
    { name: 'bulk: what would become of 10,000', ours: preview, limit: null, unit: 'ms' },
    { name: 'bulk: taken up', ours: start, limit: null, unit: 'ms' },
    { name: 'bulk change of 10,000', ours: change, limit: bare, unit: 's', goal: { of: 'ratio', atMost: 25 } },
    { name: 'undoing it', ours: undo, limit: bare, unit: 's' },
    { name: 'a list meanwhile, median', ours: median(meanwhile), limit: median(quiet), unit: 'ms' },
    {
      name: 'a list meanwhile, the slowest of twenty',
      ours: late(meanwhile),
      limit: late(quiet),
      unit: 'ms',
      goal: { of: 'ours', atMost: 300 },
    },
  ]
}
