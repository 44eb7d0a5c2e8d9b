import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Module, Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { Banner } from '#src/ui/banner.tsx'
import { nameOf } from '../acts/name-of.ts'
import { whyNot } from '../why-not.ts'

/** Records on their way to another lane or day, shown there until they are read anew; and why one did not get there. */
export function useMoving<To>(module: Module) {
  const queries = useQueryClient()
  const [under, setUnder] = useState<readonly { row: Row; to: To }[]>([])
  const [failed, setFailed] = useState<{ title: string; message: string } | null>(null)
  const follow = async (row: Row, to: To, write: () => Promise<Outcome>): Promise<Outcome> => {
    setFailed(null)
    setUnder(now => [...now, { row, to }])
    const outcome = await write()
    // Until the places are read anew, what was moved is shown where it was put.
    if (outcome.state === 'saved') await queries.invalidateQueries({ queryKey: [module.name] })
    setUnder(now => now.filter(one => one.row.id !== row.id))
    const message = whyNot(outcome)
    if (message) setFailed({ title: nameOf(module, row), message })
    return outcome
  }
  return {
    under,
    follow,
    failure: failed && (
      <Banner tone="danger" announce title={failed.title} onDismiss={() => setFailed(null)}>
        {failed.message}
      </Banner>
    ),
  }
}
