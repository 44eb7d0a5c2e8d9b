import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { searchText } from '#contract/search-words.ts'
import { find, type Entry } from '#src/app/palette/entry.ts'
import { queryRows } from '#src/data/local-query.ts'
import { median, type Line } from './report.ts'

const ROWS = 50_000
const FIRST = ['Ravi', 'Anita', 'José', 'Meera', 'Zoë', 'Imran', 'Farah', 'Sunil', 'Priya']
const LAST = ['Kumar', 'Sharma', 'Rao', 'Mehta', 'Iyer', 'Khan', 'Das']
/** What somebody types letter by letter, and what is everywhere and nowhere. */
const TYPED = ['ku', 'kum', 'kumar', 'kumar 4', 'kumar 47', '4711', 'zoe', '+91 98 0004 711', 'nobody']
const house = { now: new Date(0), timeZone: 'UTC' }

const rows = Array.from({ length: ROWS }, (_, n): Row => ({
  id: n + 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  createdBy: 1,
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: 1,
  archivedAt: null,
  name: `${FIRST[n % FIRST.length]} ${LAST[n % LAST.length]} ${n.toString(16)}`,
  phones: [{ id: n, number: `+9198${String((n * 7_919) % 100_000_000).padStart(8, '0')}`, kind: 'mobile' }],
  emails: [{ id: n, email: `c${n}@example.com` }],
  taxId: null,
}))

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
