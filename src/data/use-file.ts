import { useState } from 'react'
import { saveFile } from '#src/lib/save-file.ts'
import type { CallOptions } from '#src/offline/api.ts'
import { download } from '#src/offline/download.ts'
import { failureOf } from './words.ts'

/** Saves a file that the server makes, as it names it. */
export function useFile(path: string) {
  const [busy, setBusy] = useState(false)
  const [failed, setFailed] = useState('')
  const fetchFile = async (search: NonNullable<CallOptions['search']>, otherwise: string) => {
    setBusy(true)
    setFailed('')
    try {
      const { file, name } = await download('GET', path, { search })
      saveFile(file, name ?? otherwise)
    } catch (error) {
      setFailed(failureOf(error)!.message)
    }
    setBusy(false)
  }
  return {
    busy,
    failed,
    /** For what else is done beside it: each begins with nothing said of what went before. */
    setFailed,
    save: (search: NonNullable<CallOptions['search']>, otherwise: string) => void fetchFile(search, otherwise),
  }
}
