import { useEffect, useState } from 'react'
import { rememberedHere } from './remembered.ts'
import { useSession } from './session.ts'

/** The others who want to be found on this shared device, who came last first; undefined until that is read. */
export function useOthersHere(): readonly string[] | undefined {
  const { user } = useSession()
  const [names, setNames] = useState<readonly string[]>()
  useEffect(() => {
    rememberedHere().then(setNames, () => setNames([]))
  }, [])
  return names?.filter(name => name !== user?.username)
}
