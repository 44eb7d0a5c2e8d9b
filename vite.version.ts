import { readdirSync, readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import type { Version } from './contract/build.ts'

const locales = new URL('./public/locales/', import.meta.url)

/** What is new in this build, in every language that says it. */
const changes = (): Version['changes'] =>
  Object.fromEntries(
    readdirSync(locales).flatMap(language => {
      try {
        const { latest } = JSON.parse(readFileSync(new URL(`${language}/changes.json`, locales), 'utf8')) as {
          latest: string
        }
        return [[language, latest]]
      } catch {
        return []
      }
    }),
  )

/** Writes `/version.json`, which pages of older builds ask for: it is never kept on a device. */
export const versionFile = (build: string): Plugin => ({
  name: 'version-file',
  apply: 'build',
  generateBundle() {
    const source = JSON.stringify({ build, changes: changes() } satisfies Version)
    this.emitFile({ type: 'asset', fileName: 'version.json', source })
  },
})
