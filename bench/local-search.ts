import { customer } from '#contract/modules/people/customer.ts'
import { searchText } from '#contract/search-words.ts'
import { find, type Entry } from '#src/app/palette/entry.ts'
import { queryRows } from '#src/data/local-query.ts'
import { customers, TYPED } from './customers.ts'
import { median, type Line } from './report.ts'

const ROWS = 50_000
const house = { now: new Date(0), timeZone: 'UTC' }

const rows = customers(ROWS)

function slowest(work: (typed: string) => unknown): number {
  // What is made ready once (folded texts, an order) is there from the second letter on.
  work('x')
  return Math.max(
    ...TYPED.map(typed =>
      median(
        Array.from({ length: 5 }, () => {
          const began = performance.now()
          work(typed)
          return performance.now() - began
        }),
      ),
    ),
  )
}

/** Looking through fifty thousand kept records as list and palette do, beside looking through as many bare texts. */
export function localSearch(): Line[] {
  const texts = rows.map(row => searchText(customer, row))
  const entries = rows.map((row, n): Entry => ({
    id: `record ${row.id}`,
    group: 'people',
    label: String(row.name),
    text: texts[n]!,
    numbers: String(row.id),
    icon: (() => null) as unknown as Entry['icon'],
    to: '/',
  }))
  const bare = slowest(typed => texts.filter(text => text.includes(typed)))
  const line = (name: string, work: (typed: string) => unknown): Line => ({
    name: `50,000 kept records: ${name}, slowest word`,
    ours: slowest(work),
    limit: bare,
    unit: 'ms',
    goal: { of: 'ours', atMost: 50 },
  })
  return [
    line('search in a list', typed => queryRows(customer, rows, { q: typed }, house)),
    line('palette', typed => find(entries, typed)),
  ]
}
