import { keptRow } from '#src/offline/kept-files.ts'

/** A photo of a branch that the server has refused, as the store of a device holds it. */
export function refusedPhoto(id: number, name: string, message: string) {
  const hash = `hash ${id}`
  const place = { module: 'dealerBranch', path: '/dealer-branch', record: 5, field: null }
  const upload = { id, mid: `m${id}`, ...place, name, size: 4, hash, at: 1 }
  return keptRow({ hash, mime: 'image/jpeg', bytes: new ArrayBuffer(4) }, [
    { ...upload, refused: { code: 'not-found', message } },
  ])
}
