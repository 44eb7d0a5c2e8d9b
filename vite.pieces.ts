import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { builtApart } from './vite.apart.ts'

const LOADER = fileURLToPath(new URL('./src/pieces/loader.ts', import.meta.url))

type Chunks = Record<string, { imports: readonly string[] }>

/** The chunk and all that it needs before it can run, each after what it needs itself. */
function withNeeded(name: string, chunks: Chunks, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found
  for (const needed of chunks[name]?.imports ?? []) withNeeded(needed, chunks, found)
  return found.add(name)
}

const fileOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)
const folderOf = (path: string) => path.slice(0, path.lastIndexOf('/') + 1)
const GIVEN =
  /Object\.defineProperty\(exports, (["'])(.+?)\1, \{\s*enumerable: true,\s*get: function ?\(\) \{\s*return ([\w$.]+);\s*\}\s*\}\);\n?/g
const LATER = /Promise\.resolve\(\)\.then\(\(\) => require\("\.\/([^"]+)"\)\)/g

/**
 * Makes each piece of the app a classic script that `src/pieces/loader.ts` runs. What a service worker hands out keeps its
 * compiled code in a classic script, and never in a module: of the time until the first rows stand this is a quarter.
 */
export function piecesAsScripts(): Plugin {
  let loader = ''
  return {
    name: 'pieces-as-scripts',
    apply: 'build',
    enforce: 'post',
    config: () => ({ build: { rolldownOptions: { output: { format: 'cjs' }, onLog } } }),
    async renderStart() {
      const [{ code: source }] = (await builtApart(LOADER)).output
      loader = this.getFileName(this.emitFile({ type: 'asset', name: 'pieces.js', source }))
    },
    // Everything on the lines where it was, for the source map.
    renderChunk(code, chunk, _, { chunks }) {
      const here = withNeeded(chunk.fileName, chunks)
      const asked = new Set<string>()
      const filesFor = (file: string) => {
        const needed = [...withNeeded(folderOf(chunk.fileName) + file, chunks)].filter(name => !here.has(name))
        return [...needed.map(fileOf).filter(name => name !== file), file]
      }
      // Many pieces need the same others: each is named once, which is a twentieth of the shell. What most need comes first, so
      // that the lists begin alike.
      const times = new Map<string, number>()
      for (const [, file = ''] of code.matchAll(LATER))
        for (const name of filesFor(file)) times.set(name, (times.get(name) ?? 0) + Number(name !== file))
      const names = [...times].toSorted(([, a], [, b]) => b - a).map(([name]) => name)
      const text = code.replaceAll(LATER, (_, file: string) => {
        asked.add(file)
        const needed = filesFor(file).slice(0, -1)
        const places = needed.map(name => names.indexOf(name)).toSorted((a, b) => a - b)
        return `require.later(pieceNames,[${[...places, names.indexOf(file)].join(',')}])`
      })
      // What a piece gives stands at its end, a statement for each name; said at once it is much shorter.
      const given: string[] = []
      const rest = text.replaceAll(GIVEN, (_, quote: string, name: string, value: string) => {
        given.push(`${quote}${name}${quote}: () => ${value}`)
        return ''
      })
      const gives = given.length > 0 ? `require.give(exports, {${given.join(', ')}});` : ''
      // A chunk that asks for one of its own modules waits for nobody.
      const missed = chunk.dynamicImports.filter(name => name !== chunk.fileName && !asked.has(fileOf(name)))
      if (missed.length > 0) throw new Error(`not seen how ${chunk.fileName} asks for ${missed.join(', ')}`)
      const known = names.length > 0 ? `const pieceNames=${JSON.stringify(names)};` : ''
      return {
        code: `definePiece((exports, require) => {"use strict";${known}${rest}\n${gives}}, ${chunk.isEntry});`,
        map: null,
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {}, chunk }) {
        if (!chunk) return html
        const pieces = Object.values(bundle).filter(piece => piece.type === 'chunk')
        const first = withNeeded(chunk.fileName, Object.fromEntries(pieces.map(piece => [piece.fileName, piece])))
        for (const { fileName, viteMetadata } of pieces)
          if (!first.has(fileName) && viteMetadata?.importedCss.size)
            throw new Error(`${fileName} brings styles, and nobody would fetch them`)
        const tags = [loader, ...first].map(name => `<script defer src="/${name}"></script>`)
        return html
          .replaceAll(/\s*<link rel="modulepreload"[^>]*>/g, '')
          .replace(/<script type="module"[^>]*><\/script>/, tags.join('\n    '))
      },
    },
  }
}

/** Only modules have an `import.meta`. The bundler's own helper has ways around it. */
const onLog: NonNullable<Rolldown.RolldownOptions['onLog']> = (level, log, tell) => {
  if (log.code === 'EMPTY_IMPORT_META' && log.message.includes('vite/preload-helper')) return
  tell(log.code === 'EMPTY_IMPORT_META' ? 'error' : level, log)
}
