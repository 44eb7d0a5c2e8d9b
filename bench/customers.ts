import type { Row } from '#contract/module.ts'

const FIRST = ['Ravi', 'Anita', 'José', 'Meera', 'Zoë', 'Imran', 'Farah', 'Sunil', 'Priya']
const LAST = ['Kumar', 'Sharma', 'Rao', 'Mehta', 'Iyer', 'Khan', 'Das']

/** What somebody types letter by letter, and what is everywhere and nowhere. */
export const TYPED = ['ku', 'kum', 'kumar', 'kumar 4', 'kumar 47', '4711', 'zoe', '+91 98 0004 711', 'nobody']

/** Customers as a device keeps them. */
export const customers = (count: number): Row[] =>
  Array.from({ length: count }, (_, n): Row => ({
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
