import { useState } from 'react'
import { attachLimits } from '#contract/calls/attached.ts'
import { apiPath, type Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import { useUploads } from '#src/data/use-uploads.ts'
import { failureOf } from '#src/data/words.ts'
import { readConnection } from '#src/offline/connection.ts'
import { holdInMemory } from '#src/offline/in-memory.ts'
import { hasRoomForFiles } from '#src/offline/storage-use.ts'
import { uploadsOf, type Chosen, type Uploads } from '#src/offline/uploads.ts'
import { t } from 'i18next'
import { shrunk } from '#src/offline/shrink.ts'

export type Target = { module: Module; record?: number | undefined; field?: string | undefined }
export type Refused = { name: string; message: string }

/**
 * Sends files for a record, or for a field of one that is not there yet. They go on when the component goes, after a
 * reload, and when the connection is back.
 */
export function useUpload({ module, record, field }: Target) {
  const { sender } = useData()
  const { items: all, uploads } = useUploads()
  // What could not even begin: too large, empty.
  const [refused, setRefused] = useState<readonly Refused[]>([])
  // Pictures are made smaller before they have a number.
  const [preparing, setPreparing] = useState(0)
  const place = { module: module.name, path: apiPath(module), record: record ?? null, field: field ?? null }
  const items = all.filter(
    item => item.module === place.module && item.record === place.record && item.field === place.field,
  )

  // The one of now: what the browser took away keeps nothing any more.
  const openStore = async () => uploadsOf(await sender())

  /** Gives the number of each as soon as it is on its way; answers whether all of them are. */
  const add = async (files: Iterable<File>, onKept?: (id: number) => void): Promise<boolean> => {
    const chosen = Array.from(files)
    setRefused([])
    setPreparing(count => count + chosen.length)
    // Those that are still to come are nowhere else.
    const letGo = holdInMemory()
    let isWhole = true
    for (const file of chosen) {
      const outcome = await addOne(openStore, file, place)
      setPreparing(count => count - 1)
      if (typeof outcome === 'number') onKept?.(outcome)
      else {
        isWhole = false
        setRefused(others => [...others, outcome])
      }
    }
    letGo()
    return isWhole
  }
  return {
    items,
    preparing,
    refused,
    dismissRefused: () => setRefused([]),
    add,
    retry: (id: number) => uploads?.retry(id),
    cancel: async (id: number) => uploads?.cancel(id),
    takeOff: async (id: number) => (await openStore()).takeOff(id),
  }
}

type Place = Omit<Chosen, 'name' | 'bytes'>

async function addOne(openStore: () => Promise<Uploads>, file: File, place: Place): Promise<number | Refused> {
  const name = plainName(file.name)
  const refuse = (message: string) => ({ name, message })
  if (file.size === 0) return refuse(t('crud:attached.empty'))
  try {
    const prepared = await shrunk(file)
    if (prepared === 'unreadable') return refuse(t('crud:attached.heic'))
    const { bytes, extension } = prepared
    if (bytes.size > attachLimits.fileBytes)
      return refuse(t('crud:attached.tooLarge', { megabytes: attachLimits.fileBytes / 1_048_576 }))
    // With a connection it need not wait here.
    if (!readConnection().online && !(await hasRoomForFiles(bytes.size))) return refuse(t('crud:attached.noRoom'))
    const called = extension ? name.replace(/\.[^.]*$/, '') + extension : name
    const uploads = await openStore()
    return (await uploads.add({ ...place, name: called, bytes })).id
  } catch (error) {
    return refuse(failureOf(error)!.message)
  }
}

/** What a server takes as a name: no folders, no control characters, not endless. */
function plainName(name: string): string {
  // oxlint-disable-next-line no-control-regex -- just those are taken out
  const plain = name.replaceAll(/[\u0000-\u001f\u007f/\\]/g, ' ').trim()
  const ending = /\.[^.]{1,10}$/.exec(plain)?.[0] ?? ''
  return (
    (plain.length > attachLimits.nameLength
      ? plain.slice(0, attachLimits.nameLength - ending.length) + ending
      : plain) || 'file'
  )
}
