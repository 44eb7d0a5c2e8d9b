import { useSearchParams } from 'react-router-dom'

/** The records that the address names (`?ids=12,13`), each once; `name`: other ones than those of the page (`?orders=7`). */
export function useAskedIds(name: 'ids' | 'orders' = 'ids'): number[] {
  const said = (useSearchParams()[0].get(name) ?? '').split(',').map(Number)
  return [...new Set(said)].filter(id => Number.isSafeInteger(id) && id > 0)
}
