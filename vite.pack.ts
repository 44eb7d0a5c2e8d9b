import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pack } from './contract/build.ts'
import { afterBuild } from './vite.after-build.ts'

/** From so many bytes on, the compiled code of a script is worth a request: a browser keeps it for what it has fetched alone. */
const LARGE = 10_000

/** Writes `/pack.json`: the many small pieces of the app in one file, for a device that has none of them yet. */
export const packFile = () =>
  afterBuild('pack-file', async folder => {
    const names = (await readdir(join(folder, 'assets'))).filter(name => /\.(?:js|css)$/.test(name))
    const page = await readFile(join(folder, 'index.html'), 'utf8')
    const texts = names.map(async name => {
      const path = join(folder, 'assets', name)
      // Styles are not compiled; those of the page itself were fetched with it.
      const isPacked = name.endsWith('.css') ? !page.includes(name) : (await stat(path)).size < LARGE
      return isPacked ? [[`/assets/${name}`, await readFile(path, 'utf8')] as const] : []
    })
    const pack: Pack = Object.fromEntries((await Promise.all(texts)).flat())
    await writeFile(join(folder, 'pack.json'), JSON.stringify(pack))
  })
