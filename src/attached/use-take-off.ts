import { useData } from '#src/data/data.ts'

type Values = Record<string, unknown>

/**
 * What was typed over `before` is given up for good: the files that were chosen for it go, unless a change or another draft
 * names them. `isFinal`: it may be undone until then.
 */
export function useTakeOff(): (values: Values, before?: Values, isFinal?: Promise<boolean>) => void {
  const { sender } = useData()
  const work = async (values: Values, before: Values, isFinal?: Promise<boolean>) => {
    const { takeOff } = await import('./take-off.ts')
    await takeOff(await sender(), values, before, isFinal)
  }
  // Where it does not come they wait to be sent, and their person can discard them.
  return (values, before = {}, isFinal) => void work(values, before, isFinal).catch(() => undefined)
}
