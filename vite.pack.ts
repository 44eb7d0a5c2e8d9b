import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pack } from './contract/build.ts'
import { afterBuild } from './vite.after-build.ts'

/** Writes `/pack.json`: every piece of the app in one file, for a device that has none of them yet. */
export const packFile = () =>
  afterBuild('pack-file', async folder => {
    const names = (await readdir(join(folder, 'assets'))).filter(name => /\.(?:js|css)$/.test(name))
    const texts = names.map(async name => [`/assets/${name}`, await readFile(join(folder, 'assets', name), 'utf8')])
    const pack = Object.fromEntries(await Promise.all(texts)) as Pack
    await writeFile(join(folder, 'pack.json'), JSON.stringify(pack))
  })
