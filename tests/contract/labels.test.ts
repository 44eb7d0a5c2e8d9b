import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import spec from '../spec/routes.json' with { type: 'json' }
import { englishOf, keysOf, type Texts } from '../support/english.ts'
import { metaOf } from '#contract/fields.ts'
import { listGroups, lists } from '#contract/lists/index.ts'
import { modules } from '#contract/modules/index.ts'
import type { List } from '#contract/list.ts'
import { allFields, type Module } from '#contract/module.ts'
import { columnsIn } from '#contract/value-text.ts'

const optionsOf = (module: Module, names: readonly string[]) =>
  names.flatMap(name => (metaOf(allFields(module)[name]!).options ?? []).map(option => `options.${name}.${option}`))
/** What the lines of a field are made of. */
const columnsOf = (module: Module) =>
  Object.entries(allFields(module)).flatMap(([name, field]) =>
    Object.entries(metaOf(field).line ?? {}).flatMap(([column, schema]) => [
      `columns.${name}.${column}`,
      ...(metaOf(schema).options ?? []).map(option => `options.${name}.${column}.${option}`),
    ]),
  )
/** Beside its line, an address has a column for each part in a sheet. */
const partsOf = (module: Module) =>
  Object.entries(allFields(module)).flatMap(([name, field]) =>
    metaOf(field).kind === 'address'
      ? columnsIn(name, metaOf(field)).flatMap(column => (column.name === name ? [] : `columns.${column.name}`))
      : [],
  )
const flagsOf = (module: Module, names: readonly string[]) =>
  names
    .filter(name => metaOf(allFields(module)[name]!).kind === 'flag')
    .flatMap(name => [`flags.${name}.on`, `flags.${name}.off`])

/** Texts that a module may have and need not: a hint, other words for yes and no, a short word where there is little room. */
const mayHave = (module: Module, names: readonly string[]) => [
  ...names.map(name => `hints.${name}`),
  ...flagsOf(module, names),
  ...optionsOf(module, names).map(key => key.replace(/^options/, 'short')),
]

const mustHaveList = (list: List) => [
  'title',
  'noun',
  'nouns',
  'about',
  ...(list.list.parent ? ['parent'] : []),
  ...list.list.extra.map(name => `fields.${name}`),
  ...optionsOf(list, list.list.extra),
  ...list.list.stages.map(stage => `stages.${stage}`),
]

/** How money came is asked for in the words of payments. */
const saidElsewhere = ['cashOrder.mode']

const mustHaveModule = (module: Module) => [
  'noun',
  'nouns',
  'titles.list',
  ...Object.keys({ ...module.fields, ...module.given }).map(name => `fields.${name}`),
  ...optionsOf(module, Object.keys(allFields(module))),
  ...columnsOf(module),
  ...partsOf(module),
  ...(module.stages ?? []).map(stage => `stages.${stage}`),
  ...Object.entries(module.moves ?? {}).flatMap(([move, { args }]) => [
    `moves.${move}`,
    `moved.${move}`,
    ...Object.keys(args ?? {}).map(name => `args.${move}.${name}`),
    // What is chosen in a move is called as in a field of its name.
    ...Object.entries(args ?? {}).flatMap(([name, schema]) =>
      saidElsewhere.includes(`${module.name}.${name}`)
        ? []
        : (metaOf(schema).options ?? []).map(option => `options.${name}.${option}`),
    ),
  ]),
]

describe('the words of the settings lists', () => {
  const all = englishOf('lists')
  const common = {
    groups: all.groups as Texts,
    fields: all.fields as Texts,
    moves: all.moves as Texts,
    moved: all.moved as Texts,
  }

  it.each(lists.map(list => [list.name, list] as const))(
    'say everything about %s, and nothing it has not',
    (name, list) => {
      const own = all[name]
      expect(own, `lists.json has no "${name}"`).toBeTypeOf('object')
      const keys = keysOf(own as Texts)
      const needed = mustHaveList(list)
      expect(needed.filter(key => !keys.includes(key))).toEqual([])
      expect(keys.filter(key => !needed.includes(key) && !mayHave(list, list.list.extra).includes(key))).toEqual([])
    },
  )

  it.each(lists.map(list => [list.name, list] as const))('name %s as the client does', (name, list) => {
    const route = spec.routes.find(route => route.path === `/settings/${list.list.path}`)
    expect((all[name] as Texts).title).toBe(route?.title)
  })

  it('name the groups, the fields that every item has, and the moves', () => {
    expect(Object.keys(common.groups)).toEqual(Object.keys(listGroups))
    const plain = lists.find(list => list.list.stages.length > 0)!
    const fields = [...Object.keys(plain.fields), ...Object.keys(plain.given ?? {})].filter(
      name => !plain.list.extra.includes(name),
    )
    expect(Object.keys(common.fields).toSorted()).toEqual(fields.toSorted())
    expect(Object.keys(common.moves)).toEqual(Object.keys(plain.moves ?? {}))
    expect(Object.keys(common.moved)).toEqual(Object.keys(plain.moves ?? {}))
  })

  it('speak of no list that is not there', () => {
    const known = [...lists.map(list => list.name), ...Object.keys(common)]
    expect(Object.keys(all).filter(key => !known.includes(key))).toEqual([])
  })
})

/**
 * The screens that modules have of their own, and the papers that the contract words for screen and file; what they say beside
 * the fields stands below `screen`.
 */
// What several desks show alike stands in parts.
const deskSources = ['src/modules', 'src/parts', 'contract/modules']
  .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)))
  .filter(file => /\.tsx?$/.test(file))
  .map(file => readFileSync(file, 'utf8'))
  .join('\n')

/** Words that sources choose by a value: `listFilter.days.${value}` asks for each that begins so. */
const chosenIn = (sources: string, namespace: string) => {
  const templates = new RegExp(`\\\`(?:${namespace}:)?([a-z]\\w*(?:\\.\\w+)*\\.\\$\\{[^\\\`]*)\\\``, 'gi')
  return [...sources.matchAll(templates)].map(([, key]) => {
    const parts = (key ?? '').split(/\$\{[^}]*\}/).map(part => part.replaceAll('.', '\\.'))
    return new RegExp(`^${parts.join('\\w+')}$`)
  })
}

describe.each(Object.values(modules).map(module => [module.name, module as Module] as const))(
  'the words of %s',
  (name, module) => {
    const keys = keysOf(englishOf(name))
    const needed = mustHaveModule(module)
    it('are all there', () => expect(needed.filter(key => !keys.includes(key))).toEqual([]))
    it('say nothing that it has not', () => {
      const allowed = [
        ...needed,
        ...mayHave(module, Object.keys({ ...module.fields, ...module.given })),
        ...keys.filter(key => key.startsWith('titles.') || key.startsWith('screen.')),
      ]
      expect(keys.filter(key => !allowed.includes(key))).toEqual([])
    })
    it('are all asked for by a screen of its own', () => {
      const own = keys.filter(key => key.startsWith('screen.')).map(key => key.replace(/_(one|other)$/, ''))
      // A part of a form may say more beside its title.
      const chosen = chosenIn(deskSources, name)
      const asked = (key: string) =>
        deskSources.includes(key.replace(/^(screen\.sections\.\w+)Text$/, '$1')) ||
        chosen.some(pattern => pattern.test(key))
      expect(own.filter(key => !asked(key))).toEqual([])
    })
  },
)

describe('the words of the generic screens', () => {
  const sources = ['src/attached', 'src/crud', 'src/fields', 'src/form', 'src/record', 'src/table']
    .flatMap(folder => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map(file => join(folder, file)))
    .concat('src/parts/not-loaded.tsx', 'src/session/leave.ts')
    .filter(file => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map(file => readFileSync(file, 'utf8'))
    .join('\n')
  const keys = keysOf(englishOf('crud'))
  const bare = new Set(keys.map(key => key.replace(/_(zero|one|other)$/, '')))
  const chosen = chosenIn(sources, 'crud')

  it('exist wherever a screen asks for them', () => {
    const asked = [...sources.matchAll(/\bt\(\s*(?:[\w.]+ \? )?'([\w.]+)'(?: : '([\w.]+)')?/g)].flatMap(match =>
      match.slice(1),
    )
    expect(asked.filter(key => key !== undefined && !bare.has(key))).toEqual([])
    expect(asked.length).toBeGreaterThan(100)
  })

  it('are all asked for somewhere', () => {
    const isAsked = (key: string) =>
      sources.includes(`'${key}'`) ||
      sources.includes(`'crud:${key}'`) ||
      deskSources.includes(`'crud:${key}'`) ||
      key.startsWith('record.') ||
      chosen.some(pattern => pattern.test(key))
    expect([...bare].filter(key => !isAsked(key))).toEqual([])
  })

  it('have one and many wherever they count', () => {
    const counting = keys.filter(key => /_(one|other)$/.test(key))
    for (const key of counting) {
      expect(keys).toContain(key.replace(/_(one|other)$/, '_one'))
      expect(keys).toContain(key.replace(/_(one|other)$/, '_other'))
    }
  })
})
