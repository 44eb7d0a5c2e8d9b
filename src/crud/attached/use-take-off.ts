import { useData } from '#src/data/data.ts'
import type { Values } from '../check.ts'

/**
 * What was typed over `before` is given up for good: the files that were chosen for it go, unless a change or another draft
 * names them.
 */
export function useTakeOff(): (values: Values, before?: Values) => void {
  const { sender } = useData()
  const work = async (values: Values, before: Values) => {
    const { takeOff } = await import('./take-off.ts')
    await takeOff(await sender(), values, before)
  }
  // Where it does not come they wait to be sent, and their person can discard them.
  return (values, before = {}) => void work(values, before).catch(() => undefined)
}
