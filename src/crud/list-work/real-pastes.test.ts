// @vitest-environment jsdom
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import { metaOf } from '#contract/fields.ts'
import { source } from '#contract/lists/sales.ts'
import type { Row } from '#contract/module.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { register } from '#contract/register.ts'
import { planSheet } from '#contract/sheet-plan.ts'
import { columnsOf } from '#src/fields/lines.tsx'
import { readLines } from '#src/fields/paste-lines.ts'
import type { FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import crud from '../../../public/locales/en/crud.json'
import { pasted, type Pasted } from '../../../tests/support/cases.ts'
import { readPaste } from '../list-settings/paste.ts'
import { byPosition, pasteFields, planPaste, targetsOf, type PasteMode } from './paste-plan.ts'

const labels: Record<string, string> = {
  name: 'Name',
  phones: 'Phones',
  emails: 'E-mails',
  taxId: 'Tax id',
  addresses: 'Addresses',
  'addresses.pincode': 'PIN code',
  source: 'Source',
  label: 'Label',
}
const words = {
  noun: 'customer',
  nouns: 'customers',
  field: (name: string) => labels[name] ?? name,
  option: (_: string, option: string) => option,
  flag: (_: string, on: boolean) => (on ? 'Yes' : 'No'),
} as Words
const actor = {
  id: 1,
  permissions: new Set(['50-a', '50-b', '50-c']),
  branch: null,
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
} as unknown as Actor
const t = i18next.getFixedT('en', 'crud')
const around = { module: customer, words, actor, t: ((...args: Parameters<typeof t>) => i18next.t(...args)) as never }
beforeAll(() =>
  i18next.init({
    lng: 'en',
    ns: ['crud'],
    defaultNS: 'crud',
    resources: { en: { crud } },
    interpolation: { escapeValue: false },
  }),
)

/** The rows under the one that is pasted into, as a list shows them. */
const rows = [1, 2, 3].map(
  id =>
    ({
      id,
      version: 1,
      archivedAt: null,
      name: `Row ${id}`,
      language: null,
      phones: [],
      addresses: [],
    }) as unknown as Row,
)

/** What a list makes of it: over the column of languages, or as new records. */
function inList(text: string, mode: PasteMode) {
  const names = pasteFields(around, mode)
  const sheet = planSheet({
    text,
    targets: targetsOf(around, names),
    nouns: [words.noun, words.nouns],
    place: mode === 'change' ? 'language' : null,
  })
  const shown = mode === 'change' ? ['language'] : ['name', 'phones', 'emails']
  const mapping = sheet.head ?? byPosition(shown, names, 0, sheet.width)
  const find = (_: unknown, said: string) => (said === 'Trimmer, wet and dry' ? [7] : [])
  return planPaste({ ...around, mode, lines: sheet.lines, mapping: [...mapping], rows, find })
}

const products = columnsOf({
  name: 'products',
  module: 'inquiry',
  meta: metaOf(inquiry.fields.products),
  required: false,
  words: { field: (name: string) => name },
} as unknown as FieldView)

const named = (kind: keyof Pasted) => pasted.filter(one => one[kind] !== undefined)

it.each(named('added'))('$name: a list adds it', ({ text, added }) => {
  const planned = inList(text, 'new')
  expect(planned.map(({ errors }) => errors)).toEqual(added!.map(() => ({})))
  expect(planned.map(({ values }) => values)).toMatchObject(added!)
})

it.each(named('wrong'))('$name: a list refuses it', ({ text, wrong }) => {
  expect(inList(text, 'new').flatMap(({ errors }) => Object.keys(errors))).toEqual(wrong)
})

it.each(named('over'))('$name: a list writes it over the rows at its place', ({ text, over }) => {
  const planned = inList(text, 'change')
  expect(planned.map(({ row, values }) => [row?.id, values.language])).toEqual(over!.map((said, at) => [at + 1, said]))
})

it.each(named('lines'))('$name: lines take it at their place', async ({ text, lines }) => {
  const { fills, strange } = await readLines({ db: null, register }, products, 'note', text)
  expect([fills.map(fill => fill.note), strange]).toEqual([lines, []])
})

it.each(named('labels'))('$name: a settings list adds it', ({ text, labels }) => {
  const { lines } = readPaste(text, { list: source, items: [], parents: [], parent: null, words })
  expect(lines.map(({ label, state }) => [label, state])).toEqual(labels!.map(label => [label, 'new']))
})
