import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'

const DAY = 86_400_000
/** One day longer than what is promised: how long ago a file was last served is noted once a day. */
const KEPT_DAYS = 31

/**
 * Keeps the hashed files of this build beside those of earlier ones, so that a page that was opened before an update finds
 * its pieces. The time of a file says when it last was part of the build that was served; after a month it goes.
 */
export async function keepAssets(dist: string, kept: string, now = Date.now()): Promise<void> {
  const assets = join(dist, 'assets')
  await mkdir(kept, { recursive: true })
  const served = (await readdir(assets, { withFileTypes: true }))
    .filter(entry => entry.isFile() && !entry.name.endsWith('.map') && !entry.name.startsWith('.'))
    .map(({ name }) => name)
  for (const name of served) {
    const target = join(kept, name)
    if ((await sizeOf(target)) !== (await sizeOf(join(assets, name)))) {
      // Never a half file under a whole name, whenever the machine stops.
      const making = join(kept, `.${name}-${process.pid}`)
      await copyFile(join(assets, name), making)
      await rename(making, target)
    }
    await utimes(target, now / 1_000, now / 1_000)
  }
  for (const name of await readdir(kept)) {
    const at = await stat(join(kept, name)).catch(() => null)
    if (at && now - at.mtimeMs > KEPT_DAYS * DAY) await rm(join(kept, name), { force: true })
  }
}

const sizeOf = (path: string) =>
  stat(path).then(
    ({ size }) => size,
    () => null,
  )
