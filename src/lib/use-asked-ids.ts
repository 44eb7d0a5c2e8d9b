import { useSearchParams } from 'react-router-dom'

/** The records that the address names (`?ids=12,13`), each once. */
export function useAskedIds(): number[] {
  const said = (useSearchParams()[0].get('ids') ?? '').split(',').map(Number)
  return [...new Set(said)].filter(id => Number.isSafeInteger(id) && id > 0)
}
