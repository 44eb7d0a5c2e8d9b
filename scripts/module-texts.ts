// What `npm run new:module` writes, by the name of the module and the addresses that the client wrote down for its number.
import { kebab } from '#contract/module.ts'

/** An address of the client's table (`tests/spec/routes.json`). */
export type ClientRoute = { path: string; title: string; codes: readonly string[]; color?: string; record?: string }

type Named = { desk: string; name: string; code: number }
type Address = { path: string; title: string; may: Kind; record?: string | undefined }
type Kind = 'list' | 'create' | 'edit' | 'details'

const letters: Readonly<Record<string, Kind>> = { a: 'list', b: 'create', c: 'edit', d: 'details' }
const camel = (words: string) => words.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const upper = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
const spoken = (name: string) => kebab(name).replaceAll('-', ' ')

/** The client's addresses that a generic page fits, one of each kind: `-list`, `-create`, `-edit`, `-details`. */
function addressesOf(code: number, routes: readonly ClientRoute[]): Address[] {
  return routes.flatMap(({ path, title, codes, record }) => {
    const own = codes.find(one => one.startsWith(`${code}-`))
    const may = letters[own?.split('-')[1] ?? '']
    const isOf = may !== undefined && path.replace('/:id', '').endsWith(`-${may}`)
    return isOf ? [{ path, title, may, record: record && camel(record) }] : []
  })
}

/** Addresses of our own, where the client has none. */
const ownAddresses = (name: string): Address[] => {
  const file = kebab(name)
  const title = upper(spoken(name))
  return [
    { path: `/${file}/${file}-list`, title: `${title}s`, may: 'list' },
    { path: `/${file}/${file}-create`, title: `New ${spoken(name)}`, may: 'create' },
    { path: `/${file}/${file}-edit/:id`, title: `Edit ${spoken(name)}`, may: 'edit', record: name },
    { path: `/${file}/${file}-details/:id`, title, may: 'details', record: name },
  ]
}

/** The actions that the module-wide permission opens as well. */
const wideOf = (code: number, routes: readonly ClientRoute[]): Kind[] => {
  const all = routes.filter(({ codes }) => codes.includes(`${code}-f`)).flatMap(({ codes }) => codes)
  return Object.entries(letters).flatMap(([letter, may]) => (all.includes(`${code}-${letter}`) ? [may] : []))
}

function declarationOf({ name, code }: Named, routes: readonly ClientRoute[], parent?: string): string {
  const colour = routes.find(({ color }) => color)?.color
  const wide = wideOf(code, routes)
  return `import { longText, maybe, ${parent ? 'reference, ' : ''}tags, text } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** ${upper(spoken(name))}. */
export const ${name} = defineModule({
  name: '${name}',
  code: ${code},
  ${colour ? `colour: '${colour}',` : ''}
  ${wide.length > 0 ? `wide: ${JSON.stringify(wide)},` : ''}
  fields: {
    ${parent ? `${parent}: reference('${parent}'),` : ''}
    name: text(120),
    note: maybe(longText()),
    tags: tags(),
  },
  title: 'name',
  search: ['name'],
  offline: { keep: 'recent', write: true },
})
export type ${upper(name)} = RowOf<typeof ${name}>
`.replaceAll(/^ +\n/gm, '')
}

/** A new one for a record of another module: the address names that record. */
const isForOther = ({ may, path }: Address) => may === 'create' && path.includes(':id')
/** The module of that record, and of the field that names it. */
const parentOf = (addresses: readonly Address[]) => addresses.find(isForOther)?.record

const pageFor: Readonly<Record<Kind, string>> = {
  list: 'ListScreen',
  create: 'FormScreen',
  edit: 'FormScreen',
  details: 'DetailScreen',
}
const createPage = (name: string) => `${upper(name)}Create`

/** `placeOf` finds the declaration of another module: `sales/order`. */
function pagesOf({ desk, name }: Named, addresses: readonly Address[], placeOf: (name: string) => string) {
  const file = kebab(name)
  const others = new Set(addresses.flatMap(({ record }) => (record && record !== name ? [record] : [])))
  const generic = new Set(addresses.flatMap(one => (isForOther(one) ? [] : [pageFor[one.may]])))
  const lines = addresses.map(one => {
    const load = `lazyPage(() => import('./${file}/create-page.tsx').then(it => it.${createPage(name)}))`
    const page = isForOther(one) ? load : pageFor[one.may]
    const record = one.record ? `, record: ${one.record}` : ''
    return `'${one.path}': { title: '${name}:titles.${one.may}', may: '${one.may}', page: ${page}${record} },`
  })
  return `import Folder from 'lucide-react/icons/folder'
import { ${name} } from '#contract/modules/${desk}/${file}.ts'
${[...others].map(other => `import { ${other} } from '#contract/modules/${placeOf(other)}.ts'\n`).join('')}import { ${[...generic].toSorted().join(', ')} } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'
${addresses.some(isForOther) ? `import { lazyPage } from '#src/lib/lazy-page.tsx'\n` : ''}
export const ${name}Pages = definePages(${name}, {
  icon: Folder,
  routes: {
    ${lines.join('\n    ')}
  },
  contents: () => import('./${file}-contents.ts').then(it => it.${name}Contents),
})
`
}

/** The page of new ones for a record of another module; null where the form stands alone. */
function createPageOf({ name }: Named, addresses: readonly Address[]): string | null {
  const parent = parentOf(addresses)
  if (!parent) return null
  return `import { useParams } from 'react-router-dom'
import { Begun } from '#src/crud/begun.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'

/** A new one begins with the record that the address names. */
export function ${createPage(name)}(props: ScreenProps) {
  const id = Number(useParams().id)
  return <Begun key={id} {...props} from={{ ${parent}: id }} />
}
`
}

function contentsOf({ desk, name }: Named, parent?: string): string {
  return `import { ${name} } from '#contract/modules/${desk}/${kebab(name)}.ts'
import { defineContents } from '#src/crud/screens.ts'

export const ${name}Contents = defineContents(${name}, {
  columns: [${parent ? `'${parent}', ` : ''}'name', 'note', 'tags'],
  form: [${parent ? `['${parent}'], ` : ''}['name'], ['note'], ['tags']],
})
`
}

const wordsOf = ({ name }: Named, addresses: readonly Address[], parent?: string) => ({
  titles: Object.fromEntries(addresses.map(({ may, title }) => [may, title])),
  noun: spoken(name),
  nouns: `${spoken(name)}s`,
  fields: { ...(parent && { [parent]: upper(spoken(parent)) }), name: 'Name', note: 'Note', tags: 'Tags' },
})

export function moduleTexts(module: Named, client: readonly ClientRoute[], placeOf: (name: string) => string) {
  const found = addressesOf(module.code, client)
  const addresses = found.length > 0 ? found : ownAddresses(module.name)
  const parent = parentOf(addresses)
  return {
    /** Those of the client that have a page now. */
    taken: found.map(({ path }) => path),
    declaration: declarationOf(module, client, parent),
    pages: pagesOf(module, addresses, placeOf),
    contents: contentsOf(module, parent),
    createPage: createPageOf(module, addresses),
    words: wordsOf(module, addresses, parent),
  }
}
