import { fileURLToPath } from 'node:url'

type ModuleInfo = { importedIds: readonly string[] }
type Graph = { getModuleInfo: (id: string) => ModuleInfo | null }
type IsPart = (id: string, graph: Graph) => boolean
type Group = { debugName: string; name: (id: string, graph: Graph) => string | null }

const isLibrary = (id: string) => id.includes('/node_modules/')
const idOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** The modules and everything that they import, whatever else imports it too. */
function closure(roots: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set<string>()
  const open = roots.map(idOf)
  const lost = open.filter(id => !graph.getModuleInfo(id))
  if (lost.length > 0) throw new Error(`vite.chunks.ts names what is not there: ${lost.join(', ')}`)
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (found.has(id)) continue
    found.add(id)
    open.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

function broughtBy(...roots: string[]): IsPart {
  let modules: ReadonlySet<string> | undefined
  return (id, graph) => (modules ??= closure(roots, graph)).has(id)
}

const stage = (isPart: IsPart, name: string): Group => ({
  debugName: name,
  name: (id, graph) => (isPart(id, graph) ? name : null),
})
const libraries = (isPart: IsPart, name: string) => stage((id, graph) => isLibrary(id) && isPart(id, graph), name)

const start = broughtBy('./src/main.tsx')
const updates = broughtBy('./src/app/updates.ts')
const signedOut = broughtBy('./src/app/signed-out.tsx')
const signedIn = broughtBy('./src/app/signed-in.tsx')
const list = broughtBy('./src/crud/list-settings-screen.tsx')

const controls = broughtBy(
  './src/crud/form-screen.tsx',
  './src/crud/list-settings/item-form.tsx',
  './src/crud/list-settings/use-twin.ts',
  './src/modules/desk/tasks/add-task.tsx',
)
const kinds = broughtBy('./src/fields/kinds.ts')
const afterwards = broughtBy('./src/app/later.tsx', './src/modules/desk/tasks/bell.tsx')
const sending = broughtBy(
  './src/offline/live.ts',
  './src/offline/make-ready.ts',
  './src/offline/needed.ts',
  './src/offline/mend.ts',
  './src/data/sending.ts',
  './src/offline/drift.ts',
  './src/offline/prune.ts',
  './src/offline/storage.ts',
  './src/data/start-outbox.ts',
  './src/data/open-again.ts',
  './src/data/shut.ts',
)

/** Asks for many records at once, or for page after page. Named by the index of its library, and by no first list. */
const asking: IsPart = id =>
  /\/@tanstack\/(?:react-query|query-core)\/.*\/(?:useQueries|queriesObserver|useInfiniteQuery|infiniteQuery\w+)\.js$/.test(
    id,
  )
const icons: IsPart = id => isLibrary(id) && id.includes('/lucide-react/')
const phones: IsPart = id => isLibrary(id) && id.includes('/libphonenumber-js/')
/** What pages of modules have in common. Each name of a file stands in the shell. */
const shared: IsPart = id =>
  /\/(?:contract|src\/(?:ui|lib|parts|data|fields))\/|\/src\/table\/(?:columns|keys|side-scroll)\.ts/.test(id) &&
  !isLibrary(id)
/** What draws the rows of a page: forms have it too, and are not waited for by who reads. */
const table: IsPart = id => id.includes('/src/table/') && !shared(id, { getModuleInfo: () => null })
/** The pages of a desk. The list of cash orders, the pages that draw codes, and those of one record stay apart. */
const desk =
  (name: string): IsPart =>
  id =>
    id.includes(`/src/modules/${name}/`) && !/\/(?:label|label-page|papers|cash-orders|details-page)\b/.test(id)
/** What answers scans; the camera and what reads its pictures stay apart. */
const scan: IsPart = id => /\/src\/(?:scan\/(?!camera\/|decode\/)|pages\/(?:scanner|short-code)-page)/.test(id)
/** A bulk change, and what shows how far it is: whoever asks for the one sees the other next. */
const works: IsPart = id =>
  /\/src\/(?:crud\/list-work\/(?:bulk-(?:dialog|fields|preview)|work-(?:dialog|dock))|app\/work-host)\.tsx$/.test(id)
const contents: IsPart = id => /\/src\/modules\/.*-contents\.ts$/.test(id)

const signedInFirst: IsPart = (id, graph) => signedIn(id, graph) && !asking(id, graph)
const listFirst: IsPart = (id, graph) => list(id, graph) && !asking(id, graph)
const first: IsPart = (id, graph) =>
  start(id, graph) || (signedOut(id, graph) && (signedIn(id, graph) || list(id, graph)))

/**
 * What always comes together is one file, in the order of need. Left alone it falls into a hundred, which pack a fifth
 * worse and are asked for one by one.
 */
export const stages: Group[] = [
  // Libraries do not change with our releases. They come before those who need them, which would take them along.
  libraries(first, 'platform'),
  stage(first, 'entry'),
  stage(signedOut, 'sign-in'),
  libraries(signedInFirst, 'libraries'),
  stage(signedInFirst, 'shell'),
  stage(listFirst, 'list'),
  stage(asking, 'asking'),
  stage(updates, 'updates'),
  // Every list of records needs them, and few need a form at once.
  stage(kinds, 'kinds'),
  stage(table, 'table'),
  stage(controls, 'controls'),
  stage(afterwards, 'afterwards'),
  stage(sending, 'sending'),
  // Each of them is small, and would be a file that others name.
  stage(icons, 'icons'),
  stage(contents, 'contents'),
  stage(phones, 'phones'),
  stage(shared, 'shared'),
  stage(scan, 'scan'),
  stage(works, 'works'),
  stage(desk('sales'), 'sales'),
  stage(desk('service'), 'service'),
  stage(desk('stock'), 'stock'),
  stage(desk('money'), 'money'),
]
