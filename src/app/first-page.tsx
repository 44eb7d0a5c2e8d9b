import { use, type ReactNode } from 'react'

/** What a slow start may take before the frame is shown without its page. */
const LONGEST = 1_200

let show: () => void = () => {}
const first = new Promise<void>(resolve => {
  show = resolve
})

/** The first page is there, or it takes so long that something has to be shown. */
export function showFirstPage(): void {
  show()
  // How React marks a promise that it has seen the end of; from now on nobody waits for it, not even for a moment.
  void Object.assign(first, { status: 'fulfilled', value: undefined })
}

export const startWaiting = () => void setTimeout(showFirstPage, LONGEST)

/**
 * What stands in for a part that is on its way. During the start it waits too, and so everything comes in one piece:
 * React holds back for 300 ms what follows on a stand-in, once for each boundary that showed one.
 */
export function Meanwhile({ children }: { children?: ReactNode }) {
  use(first)
  return children
}
