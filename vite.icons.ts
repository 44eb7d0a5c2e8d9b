import type { Plugin } from 'vite'

/**
 * Icons with no more than what is drawn. Their shapes are numbered by signs drawn at random, which no packer shortens: a plain
 * count serves React as well. Their names are for style sheets and developers, and no icon of ours is made the old way.
 */
export const bareIcons = (): Plugin => ({
  name: 'bare-icons',
  apply: 'build',
  transform: {
    filter: { id: /\/lucide-react\/dist\/esm\/(?:icons\/|createLucideIcon)/ },
    handler(code) {
      let shapes = 0
      return {
        code: code
          .replaceAll(/key: "\w+"/g, () => `key: "${(shapes += 1)}"`)
          .replace(/^ {2}name: "[\w-]+",$/m, '')
          .replace(/,\s+aliases: \[[^\]]*\]/, '')
          .replace(/^__iconData\.node;$/m, '')
          .replace(/typeof iconDataOrName [^;]+;/, 'iconDataOrName;')
          .replace(/^ {2}if \(iconData\.name\) \{\n.*\n {2}\}$/m, ''),
        map: null,
      }
    },
  },
})
