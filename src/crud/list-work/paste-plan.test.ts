import i18next from 'i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { choice, maybe, number, reference, text, withDefault } from '#contract/fields.ts'
import { defineModule, type Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { dealerBranch } from '#contract/modules/people/dealer-branch.ts'
import type { Words } from '#src/fields/words.ts'
import crud from '../../../public/locales/en/crud.json'
import { byPosition, namesIn, pasteFields, planPaste, targetsOf, type PasteMode } from './paste-plan.ts'

const letter = defineModule({
  name: 'letter',
  code: 999,
  fields: {
    subject: text(20),
    pages: withDefault(number({ min: 1 }), 1),
    tone: maybe(choice(['kind', 'stern'])),
    writer: maybe(reference('user')),
  },
  given: { number: text() },
  title: 'subject',
  search: ['subject'],
  offline: { keep: 'none', write: true },
  stages: ['draft', 'sent'],
  editable: ['draft'],
})
const labels: Record<string, string> = { subject: 'Subject', pages: 'Pages', tone: 'Tone', writer: 'Written by' }
const words = {
  noun: 'letter',
  field: (name: string) => labels[name] ?? name,
  option: (_: string, option: string) => option,
  flag: (_: string, on: boolean) => (on ? 'Yes' : 'No'),
} as Words
const actor: Actor = {
  id: 1,
  permissions: new Set(['999-a', '999-b', '999-c']),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
} as unknown as Actor
const row = (id: number, part: Partial<Row> = {}): Row =>
  ({ id, version: 1, archivedAt: null, stage: 'draft', subject: `Letter ${id}`, pages: 1, tone: null, ...part }) as Row

const t = i18next.getFixedT('en', 'crud')
beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['crud'],
    defaultNS: 'crud',
    resources: { en: { crud } },
    interpolation: { escapeValue: false },
  }),
)
const around = { module: letter, words, actor, t: ((...args: Parameters<typeof t>) => i18next.t(...args)) as never }

const plan = (mode: PasteMode, sheet: string[][], mapping: (string | null)[], rows: (Row | undefined)[] = []) =>
  planPaste({
    ...around,
    mode,
    mapping,
    rows,
    lines: sheet.map((texts, index) => ({ number: index + 1, texts })),
    find: (_, said) => ({ Meera: [7], Arjun: [8, 9] })[said] ?? [],
  })

describe('the columns of a sheet', () => {
  const names = ['subject', 'pages', 'tone', 'writer']

  it('go by their place from the cell that is pasted into, and leave out what nobody may write', () => {
    expect(byPosition(['subject', 'number', 'pages'], names, 1, 3)).toEqual([null, 'pages', null])
  })

  it('may be those that this person may write', () => {
    expect(pasteFields(around, 'change')).toEqual(names)
    expect(pasteFields({ ...around, actor: { ...actor, permissions: new Set(['999-a']) } }, 'new')).toEqual([])
  })
})

describe('pasting new records', () => {
  it('fills what the sheet leaves out as a form would, and says at each cell what is wrong', () => {
    const [good, bad] = plan(
      'new',
      [
        ['Offer', '', 'kind', 'Meera'],
        ['Much too long for a subject', 'none', 'rude', 'Arjun'],
      ],
      ['subject', 'pages', 'tone', 'writer'],
    )
    expect(good).toMatchObject({ values: { subject: 'Offer', pages: 1, tone: 'kind', writer: 7 }, errors: {} })
    expect(Object.keys(bad!.errors).toSorted()).toEqual(['pages', 'subject', 'tone', 'writer'])
    expect(bad!.errors.writer).toBe('There are several called “Arjun”.')
    expect(bad!.errors.tone).toBe('“rude” is none of the choices.')
  })

  it('says what is needed and in no column', () => {
    expect(plan('new', [['3']], ['pages'])[0]!.errors).toEqual({ subject: 'Subject is needed.' })
  })
})

describe('pasting customers', () => {
  const names: Record<string, string> = { phones: 'Phones', 'phones.kind': 'Kind' }
  const here = {
    ...around,
    module: customer,
    words: { ...words, field: (name: string) => names[name] ?? name },
    actor: { ...actor, permissions: new Set(['50-a', '50-b', '50-c']) } as Actor,
  }
  const planned = (sheet: string[][], mapping: string[]) =>
    planPaste({
      ...here,
      mode: 'new',
      mapping,
      rows: [],
      lines: sheet.map((texts, index) => ({ number: index + 1, texts })),
      find: (_, said) => (said === 'Pune' ? [7] : []),
    })

  it('their phones and addresses have a column for each part that is typed', () => {
    const fields = pasteFields(here, 'new')
    expect(fields).toContain('phones.kind')
    expect(fields).toContain('addresses.city')
    expect(fields).not.toContain('phones.typed')
    expect(pasteFields(here, 'change').filter(name => name.startsWith('phones'))).toEqual([])
    expect(targetsOf(here, ['phones', 'phones.kind']).map(({ word }) => word)).toEqual(['Phones', 'Phones: Kind'])
  })

  it('what stands in the columns of one field belongs together, line by line', () => {
    const [one] = planned(
      [['Rao', '9825012345\n9825054321', '\nwork', '12, MG Road', 'Pune']],
      ['name', 'phones', 'phones.kind', 'addresses', 'addresses.city'],
    )
    expect(one).toMatchObject({
      errors: {},
      values: {
        phones: [
          { id: 1, number: '9825012345', kind: 'mobile' },
          { id: 2, number: '9825054321', kind: 'work' },
        ],
        addresses: [{ line: '12, MG Road', city: 7 }],
      },
    })
  })

  it('without a number they are refused, with the sentence of the form', () => {
    const [one] = planned([['Rao', ' ']], ['name', 'phones'])
    expect(one!.errors).toEqual({ phones: t('errors.lineNeeded', { field: 'Phones' }) })
  })
})

it('an empty cell of a new record is what a form begins with, also for what is on or off', () => {
  const [one] = planPaste({
    ...around,
    module: dealerBranch,
    mode: 'new',
    mapping: ['name', 'active', 'doesService'],
    rows: [],
    lines: [{ number: 1, texts: ['North', '', 'Yes'] }],
    find: null,
  })
  expect(one!.values).toMatchObject({ active: true, doesService: true })
})

describe('pasting over rows', () => {
  it('an empty cell says neither on nor off, and empties what may be empty', () => {
    const [one] = planPaste({
      ...around,
      module: dealerBranch,
      actor: { ...actor, permissions: new Set(['52-a', '52-c']) },
      mode: 'change',
      mapping: ['active', 'note', 'tags', 'name'],
      rows: [row(1, { name: 'North', active: true, note: 'By the river', tags: ['big'] })],
      lines: [{ number: 1, texts: ['', '', '', 'South'] }],
      find: null,
    })
    expect(one!.values).toEqual({ note: null, tags: [], name: 'South' })
  })

  it('changes only what differs, line by line', () => {
    const planned = plan(
      'change',
      [
        ['Letter 1', '4'],
        ['New', '1'],
      ],
      ['subject', 'pages'],
      [row(1), row(2)],
    )
    expect(planned.map(line => line.values)).toEqual([{ pages: 4 }, { subject: 'New' }])
  })

  it('leaves the row of an empty line as it was: what stands below belongs to the rows below', () => {
    const planned = plan('change', [['first'], [''], ['third']], ['subject'], [row(1), row(2), row(3)])
    expect(planned.map(line => [line.row?.id, line.values, line.errors])).toEqual([
      [1, { subject: 'first' }, {}],
      [2, {}, {}],
      [3, { subject: 'third' }, {}],
    ])
    expect(plan('new', [['first'], [''], ['third']], ['subject']).map(line => line.number)).toEqual([1, 3])
  })

  it('fills every row with one line', () => {
    const planned = plan('change', [['9']], ['pages'], [row(1), row(2), row(3, { pages: 9 })])
    expect(planned.map(line => [line.row?.id, line.values])).toEqual([
      [1, { pages: 9 }],
      [2, { pages: 9 }],
      [3, {}],
    ])
  })

  it('refuses rows that can no longer be changed, and lines without a row', () => {
    const planned = plan('change', [['2'], ['2']], ['pages'], [row(1, { stage: 'sent' })])
    expect(planned[0]!.errors.pages).toBe('This letter cannot be changed where it stands.')
    expect(planned[1]!.errors['']).toBe('There is no row for this line.')
  })
})

it('only names that stand for something are looked up, each once', () => {
  const lines = [{ texts: ['a', 'Meera'] }, { texts: ['b', ' Meera '] }, { texts: ['c', ''] }]
  expect(namesIn(letter, lines, ['subject', 'writer']).map(({ meta, texts }) => [meta.module, [...texts]])).toEqual([
    ['user', ['Meera']],
  ])
})
