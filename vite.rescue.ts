import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import { builtApart } from './vite.apart.ts'

const pathOf = (name: string) => fileURLToPath(new URL(`./src/rescue/${name}`, import.meta.url))

/**
 * `/rescue.html` with a script and a style sheet of its own. Built apart, so that it shares no file with the app: whatever
 * keeps the app from starting does not keep it from starting.
 */
export const rescuePage = (define: Record<string, string>): Plugin => ({
  name: 'rescue-page',
  apply: 'build',
  async generateBundle() {
    // Else the script would bring the styles, which our policy forbids.
    const built = await builtApart(pathOf('rescue.ts'), { define, build: { cssCodeSplit: false } })
    const emit = (extension: string, source: string | Uint8Array) =>
      this.getFileName(this.emitFile({ type: 'asset', name: `rescue.${extension}`, source }))
    let page = readFileSync(pathOf('rescue.html'), 'utf8')
    for (const part of built.output) {
      if (part.type === 'chunk') page = page.replace('rescue.ts', `/${emit('js', part.code)}`)
      else if (part.fileName.endsWith('.css')) page = page.replace('rescue.css', `/${emit('css', part.source)}`)
    }
    this.emitFile({ type: 'asset', fileName: 'rescue.html', source: page })
  },
})
