import type { Dispatch } from '#contract/modules/stock/dispatch.ts'

const places = ['address', 'pincode', 'area', 'city', 'state', 'country'] as const
type Addressed = Pick<Dispatch, (typeof places)[number] | 'name' | 'phone'>
type Owned = { assignedTo: number | null; dealerBranch: number | null }

/** Who it goes to, where nobody said otherwise; an address is copied as a whole. */
export function addressFrom(row: Dispatch, of: Addressed): Partial<Dispatch> {
  const isSaid = places.some(field => row[field] !== null)
  const place = isSaid ? {} : Object.fromEntries(places.map(field => [field, of[field]]))
  return { name: row.name ?? of.name, phone: row.phone ?? of.phone, ...place }
}

/** Whose it is: theirs whose is what it is for. */
export const ownersFrom = (row: Dispatch, of: Owned | null): Owned => ({
  assignedTo: of?.assignedTo ?? row.assignedTo,
  dealerBranch: of?.dealerBranch ?? row.dealerBranch,
})
