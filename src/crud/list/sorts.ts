/** A field and its way, as written in a sort: `-created,name`. */
export type Sort = { field: string; down: boolean }

export const sortsIn = (sort: string): Sort[] =>
  sort
    .split(',')
    .filter(Boolean)
    .map(part => ({ field: part.replace(/^-/, ''), down: part.startsWith('-') }))

export const sortText = (sorts: readonly Sort[]): string =>
  sorts.map(({ field, down }) => (down ? `-${field}` : field)).join(',')

/** The next press on a head: up, down, off. `also` leaves the first sort and makes this the second. */
export function nextSort(sort: string, field: string, also = false): string {
  const sorts = sortsIn(sort)
  // What was second becomes first before it turns round.
  const now = also ? sorts.find(one => one.field === field) : sorts.slice(0, 1).find(one => one.field === field)
  const next = !now ? [{ field, down: false }] : now.down ? [] : [{ field, down: true }]
  if (!also) return sortText(next)
  const others = sorts.filter(one => one.field !== field)
  // A field keeps its rank while it turns round.
  return sortText(now && sorts[0] === now ? [...next, ...others] : [...others.slice(0, 1), ...next])
}

export const wayOf = (sort: string, field: string): 'ascending' | 'descending' | 'none' => {
  const found = sortsIn(sort).find(one => one.field === field)
  return !found ? 'none' : found.down ? 'descending' : 'ascending'
}
