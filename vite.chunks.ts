import { fileURLToPath } from 'node:url'

type ModuleInfo = { importedIds: readonly string[] }
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }
type Group = { name: (id: string, graph: Graph) => string | null }

const isLibrary = (id: string) => id.includes('/node_modules/')
const idOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The module and everything that it imports, whatever else imports it too. */
function broughtBy(root: string, graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [idOf(root)]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

const brings = (root: string) => {
  let modules: ReadonlySet<string> | undefined
  return (id: string, graph: Graph) => (modules ??= broughtBy(root, graph)).has(id)
}

/** Libraries have a file of their own where they are large: they do not change with our releases. */
function stage(root: string, own: string, libraries?: string): Group[] {
  const isPart = brings(root)
  const group = (name: string, isOfIt: (id: string) => boolean): Group => ({
    name: (id, graph) => (isOfIt(id) && isPart(id, graph) ? name : null),
  })
  return [...(libraries ? [group(libraries, isLibrary)] : []), group(own, () => true)]
}

/**
 * What always comes together is one file, in the order of need. Left alone it falls into a hundred, which pack a fifth
 * worse and are asked for one by one.
 */
export const stages: Group[] = [
  ...stage('./src/main.tsx', 'entry', 'platform'),
  ...stage('./src/app/updates.ts', 'updates'),
  ...stage('./src/app/signed-in.tsx', 'shell', 'libraries'),
  ...stage('./src/crud/list-settings-screen.tsx', 'list'),
]
