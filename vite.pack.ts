import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import type { Pack } from './contract/build.ts'

/** Writes `/pack.json`: every piece of the app in one file, for a device that has none of them yet. */
export const packFile = (): Plugin => {
  let folder = ''
  return {
    name: 'pack-file',
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const names = (await readdir(join(folder, 'assets'))).filter(name => /\.(?:js|css)$/.test(name))
        const texts = names.map(async name => [`/assets/${name}`, await readFile(join(folder, 'assets', name), 'utf8')])
        const pack = Object.fromEntries(await Promise.all(texts)) as Pack
        await writeFile(join(folder, 'pack.json'), JSON.stringify(pack))
      },
    },
  }
}
