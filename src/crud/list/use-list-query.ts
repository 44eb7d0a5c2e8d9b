import { useLocation, useNavigate } from 'react-router-dom'
import { readState, writeState } from './address.ts'
import { questionOf, type ListState, type Question } from './state.ts'

/** What a list shows stands in its address: reload, Back and a copied link give the same rows. */
export function useListQuery(): [Question, (change: Partial<ListState>) => void] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const state = readState(new URLSearchParams(search))
  const want = (change: Partial<ListState>) => {
    // Not what was drawn last: somebody quick changes a second thing before the first has been.
    const now = readState(new URLSearchParams(window.location.search))
    const next = writeState({ ...now, ...change })
    // Typing goes on in the same entry; what is chosen is one to come back to.
    void navigate({ search: next }, { replace: change.q !== undefined, preventScrollReset: true })
  }
  return [questionOf(state), want]
}
