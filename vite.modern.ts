import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** A file of a package that it does not hand out by name. */
const fileOf = (name: string, file: string) =>
  fileURLToPath(import.meta.resolve(`${name}/package.json`).replace(/package\.json$/, file))

/**
 * Libraries in the build that is meant for browsers of today. By its name the router hands out the one that carries warnings
 * for developers, and the database on the device the one for browsers of ten years ago.
 */
export const modernBuilds = (): Plugin => ({
  name: 'modern-builds',
  apply: 'build',
  transform: {
    filter: { id: /\/react-router\/dist\/production\// },
    handler: code => ({ code: withoutUnused(code), map: null }),
  },
  config: () => ({
    resolve: {
      alias: [
        { find: /^react-router$/, replacement: fileOf('react-router', 'dist/production/index.mjs') },
        { find: /^react-router\/dom$/, replacement: fileOf('react-router', 'dist/production/dom-export.mjs') },
        { find: /^dexie$/, replacement: fileOf('dexie', 'dist/modern/dexie.mjs') },
      ],
    },
  }),
})

/** Names for developers, and calls that the bundler cannot know to do nothing, keep parts of the router that nobody uses. */
const withoutUnused = (code: string) =>
  code
    .replaceAll(
      /^var (\w+) = (class extends React\d*\.Component \{[\s\S]*?^\});$/gm,
      'var $1 = /* @__PURE__ */ (() => $2)();',
    )
    .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
    .replaceAll(/^(var \w+ = )(?=React\d*\.(?:forwardRef|createContext|memo)\()/gm, '$1/* @__PURE__ */ ')
