import { use, type ReactNode } from 'react'

/** What a slow start may take before the frame is shown without its page. */
const LONGEST = 1_200

let shown = false
let show: () => void = () => {}
const first = new Promise<void>(resolve => {
  show = resolve
})

/** The first page is there, or it takes so long that something has to be shown. */
export function showFirstPage(): void {
  shown = true
  show()
}

export const startWaiting = () => void setTimeout(showFirstPage, LONGEST)

/**
 * What stands in for a part that is on its way. During the start it waits too, and so everything comes in one piece:
 * React holds back for 300 ms what follows on a stand-in, once for each boundary that showed one.
 */
export function Meanwhile({ children }: { children?: ReactNode }) {
  if (!shown) use(first)
  return children
}
