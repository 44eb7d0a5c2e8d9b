import { fireEvent, render } from '@testing-library/react'
import { createElement } from 'react'
import { beforeAll, expect, test } from 'vitest'
import { metaOf, percent, type FieldKind, type FieldMeta } from '#contract/fields.ts'
import { partTexts } from '#src/ui/testing.ts'
import { FieldCell } from './field-cell.tsx'
import { inputs } from './inputs.ts'
import type { Words } from './words.ts'

beforeAll(partTexts)

const words = { field: () => 'Field', hint: () => undefined } as unknown as Words

// What a touch keyboard shows for every kind that is typed; a new kind has to say it too.
const keyboards = {
  text: ['text', null, 'done'],
  longText: [null, null, null],
  email: ['email', 'email', 'done'],
  phone: ['tel', 'tel', 'done'],
  url: ['url', 'url', 'done'],
  number: ['text', 'decimal', 'done'],
  money: ['text', 'decimal', 'done'],
  date: ['text', null, 'done'],
  dateTime: ['text', null, null],
} satisfies Partial<Record<FieldKind, (string | null)[]>>

const others: readonly FieldKind[] = [
  'flag',
  'choice',
  'choices',
  'listItem',
  'listItems',
  'reference',
  'references',
  'lines',
  'files',
  'address',
  'colour',
  'tags',
]

test('every kind is typed with its own keyboard, or chosen', () => {
  expect([...Object.keys(keyboards), ...others].toSorted()).toEqual(Object.keys(inputs).toSorted())
})

test.each(Object.entries(keyboards))('%s: type %j', (kind, [type, mode, enter]) => {
  const meta: FieldMeta = { kind: kind as FieldKind }
  const field = { name: 'field', module: 'sample', meta, required: false, words }
  const { container } = render(
    createElement(inputs[kind as FieldKind], { field, value: null, onChange: () => undefined }),
  )
  const control = container.querySelector<HTMLElement>('input, textarea')!
  const said = ['type', 'inputmode', 'enterkeyhint'].map(name => control.getAttribute(name))
  expect(said).toEqual([type, mode, enter])
  // A record is about somebody else: what the browser knows of the person at the keyboard does not belong into it.
  if (control.tagName === 'INPUT') expect(control.getAttribute('autocomplete')).toBe('off')
})

test('a rate is shown and typed in percent, and kept in basis points', () => {
  const field = { name: 'field', module: 'sample', meta: metaOf(percent()), required: false, words }
  let kept: unknown = 1_250
  const onChange = (value: unknown) => void (kept = value)
  const { container } = render(createElement(inputs.number, { field, value: kept, onChange }))
  const control = container.querySelector('input')!
  expect(control.value).toBe('12.5')
  fireEvent.change(control, { target: { value: '18' } })
  expect(kept).toBe(1_800)
  const cell = render(createElement(FieldCell, { field, value: kept }))
  expect(cell.container.textContent).toBe('18 %')
})
