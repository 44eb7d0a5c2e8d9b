import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build, type Plugin, type Rolldown } from 'vite'

const pathOf = (name: string) => fileURLToPath(new URL(`./src/rescue/${name}`, import.meta.url))

/**
 * `/rescue.html` with a script and a style sheet of its own. Built apart, so that it shares no file with the app: whatever
 * keeps the app from starting does not keep it from starting.
 */
export const rescuePage = (define: Record<string, string>): Plugin => ({
  name: 'rescue-page',
  apply: 'build',
  async generateBundle() {
    const built = (await build({
      configFile: false,
      logLevel: 'warn',
      define,
      build: {
        target: 'es2023',
        write: false,
        emptyOutDir: false,
        copyPublicDir: false,
        // Else the script would bring the styles, which our policy forbids.
        cssCodeSplit: false,
        rolldownOptions: { input: pathOf('rescue.ts'), output: { format: 'iife' } },
      },
    })) as Rolldown.RolldownOutput
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
