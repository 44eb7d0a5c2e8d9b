import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { plainActions } from '#contract/intent.ts'
import { isList } from '#contract/list.ts'
import { allFields } from '#contract/module.ts'
import { isPlanned } from '#contract/permissions.ts'
import { register } from '#contract/register.ts'
import { placesIn } from '../support/pointing.ts'

it('lets the server say what somebody sees with its glimpses, and never without', () => {
  const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.ts'))
  const wrong = files.filter(file =>
    /import \{[^}]*\b(?:reveals|hiddenFields)\b[^}]*\} from '#contract\/rules\.ts'/.test(
      readFileSync(join('server', file), 'utf8'),
    ),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
})

it('points only at lists and modules that are registered, or that roles know already', () => {
  const places = placesIn(Object.values(register), () => true)
  expect(places.length).toBeGreaterThan(100)
  const wrong = places.filter(({ pointer: { target } }) =>
    'list' in target
      ? target.list !== '' && !register[target.list]?.list
      : !register[target.module] && !isPlanned(target.module),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

it('shows of what belongs to a record only what there is, and leads to it by its own field', () => {
  const declared = Object.values(register).flatMap(module =>
    Object.entries(module.children ?? {}).map(([name, children]) => ({ module, name, ...children })),
  )
  expect(declared.length).toBeGreaterThan(3)
  for (const { module, name, by = module.name, columns, totals = [] } of declared) {
    const child = register[name]!
    expect(metaOf(child.fields[by]!), `${module.name}: ${name}`).toMatchObject({
      kind: 'reference',
      module: module.name,
    })
    const known = ['stage', 'createdAt', 'updatedAt', ...Object.keys(allFields(child))]
    expect(columns.filter(column => !known.includes(column))).toEqual([])
    expect(totals.filter(column => !columns.includes(column))).toEqual([])
  }
})

describe.each(Object.values(register))('$name', module => {
  it('has no move that is called like what every module can do: it would never be reached', () => {
    expect(plainActions.filter(action => action in (module.moves ?? {}))).toEqual([])
  })

  it('takes a move back by moves that lead on from where it led, and ask for nothing', () => {
    const moves = module.moves ?? {}
    const wrong = Object.entries(moves).flatMap(([name, { to, back = [] }]) =>
      back.filter(step => {
        const way = moves[step]
        return !way?.to || !way.from?.includes(to!) || way.args || way.needs === 'approve' || moves[name]?.args
      }),
    )
    expect(wrong).toEqual([])
  })

  it('says where a record may be archived, if it has a way to go', () => {
    const { stages = [], archivable } = module
    expect(archivable?.filter(stage => !stages.includes(stage))).toEqual(stages.length > 0 ? [] : undefined)
  })

  it('has a status list for each status beside the main one, with the stage of a record wherever it stands', () => {
    for (const [field, stageOf] of Object.entries(module.axes ?? {})) {
      const { kind, list = '' } = metaOf(allFields(module)[field]!)
      expect(kind, field).toBe('listItem')
      const rows = [{}, ...(module.stages ?? []).map(stage => ({ stage }))]
      expect(register[list]!.list!.stages).toEqual(expect.arrayContaining(rows.map(row => stageOf!(row))))
    }
  })

  it('keeps what things cost out of lines, which whoever sees the record sees whole', () => {
    const columns = Object.values(allFields(module)).flatMap(field => Object.entries(metaOf(field).line ?? {}))
    const told = columns.filter(([name, column]) => metaOf(column).reveal || /cost|margin|purchase|landed/i.test(name))
    expect(told.map(([name]) => name)).toEqual([])
  })

  it('guards no field of a list: every signed-in device holds the items whole', () => {
    const guarded = Object.keys(module.fields).filter(field => metaOf(module.fields[field]!).reveal)
    expect(isList(module) ? guarded : []).toEqual([])
  })
})
