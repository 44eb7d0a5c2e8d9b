import { join } from 'node:path'
import { Client } from 'pg'
import { apiAs, type Api } from '../tests/support/api.ts'
import { draw, fillTable, oneOf } from '../tests/support/fill-table.ts'
import { startProduct } from '../tests/support/process.ts'
import { openBenchDatabase } from './database.ts'
import { median, type Line } from './report.ts'

const FEW = 10_000
const MANY = 1_000_000
const RUNS = 7
const FIRST = 6_000_000_001

/** What is its own in each copy of an order of the sample business; all else is as it was there. */
const own: Record<string, string> = {
  id: `${FIRST - 1} + n`,
  created_at: `timestamptz '2023-01-01' + n * interval '90 seconds'`,
  updated_at: `timestamptz '2026-01-01' + ${draw(1, 20_000_000)} * interval '1 second'`,
  order_date: `date '2023-01-01' + (n / 960)::int`,
  promised_date: `date '2023-01-04' + (n / 960)::int`,
  number: `'ORD-' || 2023 + n / 350400 || '-' || lpad(n::text, 7, '0')`,
  name: `${oneOf(2, ['Ravi', 'Anita', 'José', 'Meera', 'Imran', 'Farah', 'Priya'])} || ' ' || ${oneOf(3, ['Kumar', 'Sharma', 'Rao', 'Iyer', 'Khan', 'Das'])} || ' ' || to_hex(${draw(4, 65_536)})`,
  phone: `'+9198' || lpad((${draw(5, 100_000_000)})::text, 8, '0')`,
  total: `o.total + 100 * (${draw(6, 5_000)})`,
  // Only one order is made of each of them.
  inquiry: 'null',
}

/** Copies of the orders of the sample business, each of them as often as the others. */
async function fill(url: string, from: number, to: number) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_name = 'sales_order' and is_generated = 'NEVER'`,
  )
  await client.end()
  const names = rows.map(({ name }) => name)
  await fillTable(
    url,
    'sales_order',
    `insert into sales_order (${names.map(name => `"${name}"`).join(', ')})
     select ${names.map(name => own[name] ?? `o."${name}"`).join(', ')}
     from generate_series(${from}, ${to}) n
     join (select *, row_number() over (order by id) - 1 as place, count(*) over () as among from sales_order where id < ${FIRST}) o
       on o.place = n % o.among`,
  )
}

const questions: [name: string, address: string][] = [
  ['first page, the newest', '?sort=-createdAt'],
  ['view: to pack', '?filter[stage]=confirmed,packing&sort=promisedDate'],
  ['view: unpaid', '?filter[stage]=confirmed,packing,dispatched,delivered&filter[balance]=1..&sort=orderDate'],
  ['one way to pay, by number', '?filter[paymentMode]=cashOnDelivery&sort=-number'],
  ['by total, then name', '?sort=-total,name'],
  ['search, last digits', '?q=4417'],
  ['counted: to pack', '/count?filter[stage]=confirmed,packing'],
  ['counted: all', '/count?'],
]

/** The middle of some runs for each question, the first of which only warms up. */
async function asked(admin: Api): Promise<number[]> {
  const found: number[] = []
  for (const [, address] of questions) {
    const times: number[] = []
    for (let run = 0; run <= RUNS; run += 1) {
      const started = performance.now()
      await admin.need('GET', `/order${address}`)
      if (run > 0) times.push(performance.now() - started)
    }
    found.push(median(times))
  }
  return found
}

/** The order list over HTTP: a million orders beside ten thousand of the same run. */
export async function aMillionOrders(scratch: string): Promise<Line[]> {
  const database = await openBenchDatabase(join(scratch, 'orders'))
  const env = { DATABASE_URL: database.url, CAREDESK_DEMO: '1', NODE_ENV: 'development', REQUESTS_PER_MINUTE: '0' }
  const product = await startProduct({ env })
  try {
    const admin = await apiAs(product.url, 'admin', 'caredesk-demo-admin')
    await fill(database.url, 1, FEW)
    const few = await asked(admin)
    await fill(database.url, FEW + 1, MANY)
    const many = await asked(admin)
    return questions.map(([name], at) => ({
      name: `1,000,000 orders: ${name} (limit: of 10,000)`,
      ours: many[at]!,
      limit: few[at]!,
      unit: 'ms',
      goal: { of: 'ratio', atMost: 1.5 },
    }))
  } finally {
    await product.stop()
    await database.stop()
  }
}
