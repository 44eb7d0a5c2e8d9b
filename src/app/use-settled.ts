import { useIdle } from '#src/lib/use-idle.ts'
import { useData, useKeepsNothing } from '#src/data/data.ts'
import { useConnection } from '#src/data/use-connection.ts'

/** What was just loaded for the first time has to be read again and drawn, in ms. */
const PATIENCE = 5_000

/** Has the page shown what it was opened for? Then there is time for what nobody looks at first. */
export function useSettled(): boolean {
  const { online, lastSyncAt } = useConnection()
  const { opened } = useData()
  // A browser that keeps nothing has nothing to be filled with.
  const keepsNothing = useKeepsNothing()
  return useIdle(opened && (!online || lastSyncAt !== null || keepsNothing), PATIENCE)
}
