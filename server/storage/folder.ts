import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { checkName } from './name.ts'
import type { Storage } from './storage.ts'

/** Where a file of this name lies in a folder. */
export const placeIn = (folder: string, name: string) => join(resolve(folder), checkName(name).slice(0, 2), name)

/** Files in a folder, spread over folders by the first two letters of their names. */
export function folderStorage(folder: string): Storage {
  const placeOf = (name: string) => placeIn(folder, name)
  return {
    async put(name, content) {
      const place = placeOf(name)
      const above = join(place, '..')
      await mkdir(above, { recursive: true, mode: 0o700 })
      // Never half a file under its name: written beside it, brought to the disk, and only then named.
      const unfinished = `${place}.${randomBytes(6).toString('hex')}.part`
      try {
        const file = await open(unfinished, 'wx', 0o600)
        const bytes = Buffer.isBuffer(content) ? Readable.from([content]) : createReadStream(content.path)
        await pipeline(bytes, file.createWriteStream({ flush: true }))
        await rename(unfinished, place)
        await syncFolder(above)
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
    },
    async read(name, stretch) {
      const file = await open(placeOf(name), 'r').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      })
      return file && file.createReadStream(stretch ?? {})
    },
    remove: name => rm(placeOf(name), { force: true }),
  }
}

/** A new name outlives a crash only when its folder was written too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows has no such thing, and needs none.
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
