import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Plugin } from 'vite'
import { FIRST_TEXTS, textFile } from './src/i18n/text-files.ts'

const locales = new URL('./public/locales/', import.meta.url)

/** The language that a device without a choice of its own speaks. */
const LANGUAGE = 'en'

/**
 * Writes the texts of each language into the files that pages ask for: file by file, a page would ask for twenty. Those of the
 * first page are on their way before any script is there.
 */
export const textFiles = (): Plugin => ({
  name: 'text-files',
  apply: 'build',
  generateBundle() {
    const files: Record<string, Record<string, unknown>> = {}
    for (const language of readdirSync(locales))
      for (const name of readdirSync(new URL(`${language}/`, locales))) {
        const namespace = basename(name, '.json')
        const texts: unknown = JSON.parse(readFileSync(new URL(`${language}/${name}`, locales), 'utf8'))
        const file = (files[textFile(language, namespace)] ??= {})
        file[namespace] = texts
      }
    for (const [fileName, texts] of Object.entries(files))
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(texts) })
  },
  transformIndexHtml: () => {
    const href = `/${textFile(LANGUAGE, FIRST_TEXTS[0]!)}`
    return [{ tag: 'link', attrs: { rel: 'preload', href, as: 'fetch', crossorigin: 'anonymous' }, injectTo: 'head' }]
  },
})
