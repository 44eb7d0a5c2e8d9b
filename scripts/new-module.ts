// npm run new:module DESK NAME CODE: writes a module's declaration, pages, contents and words, and registers it.
// What it writes runs; the fields are for a person to say.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { format, resolveConfig } from 'prettier'
import { kebab } from '#contract/module.ts'

const root = path.join(import.meta.dirname, '..')
const [desk = '', name = '', code = ''] = process.argv.slice(2)
if (!/^[a-z][a-z-]*$/.test(desk) || !/^[a-z][A-Za-z]*$/.test(name) || !/^\d{2,3}$/.test(code)) {
  console.error('Say desk, name and number: npm run new:module after-sales buyback 32')
  process.exit(1)
}
const file = kebab(name)
const words = file.replaceAll('-', ' ')
const title = words.charAt(0).toUpperCase() + words.slice(1)
const type = name.charAt(0).toUpperCase() + name.slice(1)

const declaration = `import { longText, maybe, tags, text } from '../../fields.ts'
import { defineModule, type RowOf } from '../../module.ts'

/** ${title}. */
export const ${name} = defineModule({
  name: '${name}',
  code: ${code},
  fields: {
    name: text(120),
    note: maybe(longText()),
    tags: tags(),
  },
  title: 'name',
  search: ['name'],
  offline: { keep: 'recent', write: true },
})
export type ${type} = RowOf<typeof ${name}>
`
const pages = `import Folder from 'lucide-react/icons/folder'
import { ${name} } from '#contract/modules/${desk}/${file}.ts'
import { DetailScreen, FormScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages } from '#src/crud/screens.ts'

export const ${name}Pages = definePages(${name}, {
  icon: Folder,
  routes: {
    '/${file}/${file}-list': { title: '${name}:titles.list', may: 'list', page: ListScreen },
    '/${file}/${file}-create': { title: '${name}:titles.create', may: 'create', page: FormScreen },
    '/${file}/${file}-edit/:id': { title: '${name}:titles.edit', may: 'edit', page: FormScreen, record: ${name} },
    '/${file}/${file}-details/:id': { title: '${name}:titles.details', may: 'details', page: DetailScreen, record: ${name} },
  },
  contents: () => import('./${file}-contents.ts').then(it => it.${name}Contents),
})
`
const contents = `import { ${name} } from '#contract/modules/${desk}/${file}.ts'
import { defineContents } from '#src/crud/screens.ts'

export const ${name}Contents = defineContents(${name}, {
  columns: ['name', 'note', 'tags'],
  form: [['name'], ['note'], ['tags']],
})
`
const texts = {
  titles: { list: `${title}s`, create: `New ${words}`, edit: `Edit ${words}`, details: title },
  noun: words,
  nouns: `${words}s`,
  fields: { name: 'Name', note: 'Note', tags: 'Tags' },
}

/** Writes a file that is not there yet. */
async function add(place: string, text: string) {
  const to = path.join(root, place)
  await mkdir(path.dirname(to), { recursive: true })
  await writeFile(to, await format(text, { ...(await resolveConfig(to)), filepath: to }), { flag: 'wx' })
  console.log(`  ${place}`)
}

/** Adds an import beside the others and an entry at the end of an object. */
async function enter(place: string, { line, into, entry }: { line: string; into: string; entry: string }) {
  const to = path.join(root, place)
  const text = await readFile(to, 'utf8')
  const at = text.indexOf(into)
  const end = text.indexOf('\n}', at)
  if (at < 0 || end < 0) throw new Error(`${place} has no "${into}" to enter the module into.`)
  const imports = text.lastIndexOf('\nimport ')
  const after = text.indexOf('\n', imports + 1)
  await writeFile(to, `${text.slice(0, after)}\n${line}${text.slice(after, end)}\n  ${entry},${text.slice(end)}`)
  console.log(`  ${place}`)
}

await add(`contract/modules/${desk}/${file}.ts`, declaration)
await add(`src/modules/${desk}/${file}.ts`, pages)
await add(`src/modules/${desk}/${file}-contents.ts`, contents)
await add(`public/locales/en/${name}.json`, `${JSON.stringify(texts, null, 2)}\n`)
await enter('contract/modules/index.ts', {
  line: `import { ${name} } from './${desk}/${file}.ts'`,
  into: 'export const modules = {',
  entry: name,
})
await enter('src/modules/index.ts', {
  line: `import { ${name}Pages } from './${desk}/${file}.ts'`,
  into: 'export const screens = {',
  entry: `${name}: ${name}Pages`,
})
console.log(`
Now: say its fields, its addresses as the specification has them, take these out of src/app/pending-routes.ts,
then npm run migration ${file} and docs/how-to/add-a-module.md from step 2 on.`)
