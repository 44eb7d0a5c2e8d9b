import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Does something with the folder of what was built, after all that stand before it did. */
export function afterBuild(name: string, task: (folder: string) => Promise<void>): Plugin {
  let folder = ''
  return {
    name,
    apply: 'build',
    configResolved({ root, build }) {
      folder = join(root, build.outDir)
    },
    closeBundle: { order: 'post', sequential: true, handler: () => task(folder) },
  }
}
