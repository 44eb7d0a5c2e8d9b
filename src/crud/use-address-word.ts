import { useLocation, useSearchParams } from 'react-router-dom'

/** A word of the address, and putting another there; null takes it out. The list that one came from stays known. */
export function useAddressWord(name: string): [string | null, (word: string | null) => void] {
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation() as { state: unknown }
  const put = (word: string | null) =>
    setSearch(
      now => {
        if (word === null) now.delete(name)
        else now.set(name, word)
        return now
      },
      { replace: true, state },
    )
  return [search.get(name), put]
}
