import { useSearchParams } from 'react-router-dom'
import type { Wanted } from './search.ts'

/** What is looked for stands in the address: reload and a copied link show the same items. */
export function useWanted(): [Wanted, (change: Partial<Wanted>) => void] {
  const [params, setParams] = useSearchParams()
  const parent = Number(params.get('parent') ?? Number.NaN)
  const wanted: Wanted = {
    q: params.get('q') ?? '',
    parent: Number.isSafeInteger(parent) && parent > 0 ? parent : null,
    off: params.get('off') === '1',
  }
  const want = (change: Partial<Wanted>) => {
    setParams(
      () => {
        // Not what was drawn last: somebody quick changes a second thing before the first has been.
        const next = new URLSearchParams(window.location.search)
        const set = (name: string, value: string) => (value === '' ? next.delete(name) : next.set(name, value))
        if (change.q !== undefined) set('q', change.q)
        if (change.parent !== undefined) set('parent', String(change.parent ?? ''))
        if (change.off !== undefined) set('off', change.off ? '1' : '')
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  }
  return [wanted, want]
}
