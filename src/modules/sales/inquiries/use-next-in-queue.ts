import { useLocation, useNavigate } from 'react-router-dom'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { useTrail } from '#src/crud/detail-neighbours.tsx'
import { useNeighbours } from '#src/data/use-neighbours.ts'

/**
 * Opens the inquiry that comes next in the list that this one was opened from, so that a list of follow-ups is worked
 * through without going back. Null where it was opened from no list, or is the last.
 */
export function useNextInQueue(id: number): (() => void) | null {
  const trail = useTrail(inquiry)
  const next = useNeighbours(inquiry, id, trail?.list.search ?? null)?.next
  const navigate = useNavigate()
  const { search } = useLocation()
  if (!trail || !next) return null
  return () => void navigate(`/inquiry/inquiry-details/${next}${search}`, { state: trail, replace: true })
}
