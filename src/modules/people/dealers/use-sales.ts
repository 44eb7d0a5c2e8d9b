import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dealerSalesCall, type DealerSales } from '#contract/calls/dealer-sales.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import { order } from '#contract/modules/sales/order.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useChanges } from '#src/data/use-changes.ts'
import { useConnection } from '#src/data/use-connection.ts'

/** Orders come in bursts, of every dealer: it is asked anew once for all of them. In milliseconds. */
const CALM = 3_000

export type Known = {
  /** Undefined while nobody can say; null where nobody may. */
  sales: DealerSales | null | undefined
  state: 'here' | 'loading' | 'away' | 'failed'
  message: string
  again: () => void
}

/** What a dealer owes and sells, as the server counts it; counted anew when the dealer, its branches or orders change. */
export function useSales(dealer: number, version: number): Known {
  const { online } = useConnection()
  const { answer, error, refresh } = useAsked(dealerSalesCall, { dealer }, { enabled: online })
  const [stale, setStale] = useState(false)
  useChanges(order, () => setStale(true))
  useChanges(dealerBranch, () => setStale(true))
  const again = useEffectEvent(() => void refresh())
  useEffect(() => {
    if (!stale) return
    const soon = setTimeout(() => {
      setStale(false)
      again()
    }, CALM)
    return () => clearTimeout(soon)
  }, [stale])
  const last = useRef(version)
  useEffect(() => {
    if (last.current === version) return
    // Its targets and its days to pay may be others now.
    last.current = version
    again()
  }, [version])
  const state = answer ? 'here' : !online ? 'away' : error ? 'failed' : 'loading'
  return { sales: answer?.sales, state, message: error?.message ?? '', again: () => void refresh() }
}
