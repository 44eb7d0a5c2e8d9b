import { useData } from './data.ts'

/** A number in place of one that is taken: whoever took it gives out the others in hand as well, so that these are let go. */
export function useAnotherId(): () => Promise<number> {
  const { sender } = useData()
  return async () => {
    const { ids } = await sender()
    await ids.renew()
    return ids.nextId()
  }
}
