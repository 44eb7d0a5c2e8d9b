// npm run new:module DESK NAME CODE: writes a module's declaration, pages, contents and words, and registers it.
// What it writes runs; the fields are for a person to say.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { format, type FormatConfig } from 'oxfmt'
import { kebab } from '#contract/module.ts'
import { permissionNumbers } from '#contract/permissions.ts'
import { nameOfPending, pendingRoutes } from '#src/app/pending-routes.ts'
import { moduleTexts, type ClientRoute } from './module-texts.ts'

const root = path.join(import.meta.dirname, '..')
const [desk = '', name = '', code = ''] = process.argv.slice(2)
if (!/^[a-z][a-z-]*$/.test(desk) || !/^[a-z][A-Za-z]*$/.test(name) || !/^\d{2,3}$/.test(code)) {
  console.error('Say desk, name and number: npm run new:module after-sales buyback 32')
  process.exit(1)
}
const file = kebab(name)
const read = (place: string) => readFile(path.join(root, place), 'utf8')
const write = (place: string, text: string) => writeFile(path.join(root, place), text)

/** Writes a file that is not there yet. */
async function add(place: string, text: string) {
  const to = path.join(root, place)
  await mkdir(path.dirname(to), { recursive: true })
  const { code } = await format(to, text, JSON.parse(await read('.oxfmtrc.json')) as FormatConfig)
  await writeFile(to, code, { flag: 'wx' })
  console.log(`  ${place}`)
}

/** Adds an import beside the others and an entry at the end of an object. */
async function enter(place: string, { line, into, entry }: { line: string; into: string; entry: string }) {
  const text = await read(place)
  const at = text.indexOf(into)
  const end = text.indexOf('\n}', at)
  if (at < 0 || end < 0) throw new Error(`${place} has no "${into}" to enter the module into.`)
  const imports = text.lastIndexOf('\nimport ')
  const after = text.indexOf('\n', imports + 1)
  await write(place, `${text.slice(0, after)}\n${line}${text.slice(after, end)}\n  ${entry},${text.slice(end)}`)
  console.log(`  ${place}`)
}

/** Takes the addresses that have a page now out of those that wait for one, and off their count. */
async function take(addresses: readonly string[]) {
  const [waiting, count, words] = [
    'src/app/pending-routes.ts',
    'tests/contract/routes.test.ts',
    'public/locales/en/pending.json',
  ]
  const pending = await read(waiting)
  await write(
    waiting,
    addresses.reduce((text, address) => text.replace(`  '${address}',\n`, ''), pending),
  )
  const texts = JSON.parse(await read(words)) as { names: Record<string, string> }
  for (const address of addresses) delete texts.names[nameOfPending(address)]
  await write(words, `${JSON.stringify(texts, null, 2)}\n`)
  const test = await read(count)
  await write(
    count,
    test.replace(/(STILL_PENDING = )(\d+)/, (_, said: string, n: string) => `${said}${Number(n) - addresses.length}`),
  )
  console.log([waiting, count, words].map(place => `  ${place}`).join('\n'))
}

/** Where the declaration of each module is: `sales/order`, by `order`. */
async function declarations(): Promise<Map<string, string>> {
  const files = await readdir(path.join(root, 'contract/modules'), { recursive: true })
  return new Map(files.map(one => [path.basename(one, '.ts'), one.replace(/\.ts$/, '')]))
}

const { routes } = JSON.parse(await read('tests/spec/routes.json')) as { routes: ClientRoute[] }
const pending = new Set(pendingRoutes)
const theirs = routes.filter(({ path, codes }) => pending.has(path) && codes.some(one => one.startsWith(`${code}-`)))
const placeOf = await declarations()
const texts = moduleTexts({ desk, name, code: Number(code) }, theirs, other => placeOf.get(kebab(other)) ?? other)

await add(`contract/modules/${desk}/${file}.ts`, texts.declaration)
await add(`src/modules/${desk}/${file}.ts`, texts.pages)
await add(`src/modules/${desk}/${file}-contents.ts`, texts.contents)
if (texts.createPage) await add(`src/modules/${desk}/${file}/create-page.tsx`, texts.createPage)
await add(`public/locales/en/${name}.json`, `${JSON.stringify(texts.words, null, 2)}\n`)
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
if (texts.taken.length > 0) await take(texts.taken)

const left = theirs.filter(({ path }) => !texts.taken.includes(path)).map(({ path }) => path)
const notes = [
  ...(Object.values<number>(permissionNumbers).includes(Number(code))
    ? []
    : [`${code} is a new number: contract/permissions.ts and contract/permission-table.ts have to know it.`]),
  ...(texts.taken.length > 0
    ? []
    : ['The client has no address for it: src/app/own-routes.ts says why each of these is there.']),
  ...left.map(address => `${address} wants a page of its own.`),
]
console.log(`${notes.map(note => `\n${note}`).join('')}
Now: say its fields, then npm run migration ${file} and docs/how-to/add-a-module.md from step 2 on.`)
