import { render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { FieldMeta } from '#contract/fields.ts'
import { metaOf } from '#contract/fields.ts'
import { task } from '#contract/modules/desk/task.ts'
import { checkValues } from '#src/form/check.ts'
import { setHouse } from '#src/lib/format.ts'
import { partTexts } from '#src/ui/testing.ts'
import type { Words } from '../words.ts'
import { Input, instantOf, partsOf } from './date-time.tsx'

beforeAll(partTexts)
const onChange = vi.fn<(value: unknown) => void>()
beforeEach(() => {
  onChange.mockReset()
  setHouse({ timeZone: 'Asia/Kolkata' })
})

const words = { field: () => 'Due', hint: () => undefined } as unknown as Words
function Kept({ meta, from }: { meta: FieldMeta; from: string | null }) {
  const [value, setValue] = useState<unknown>(from)
  const keep = (next: unknown) => {
    setValue(next)
    onChange(next)
  }
  const field = { name: 'due', module: 'sample', meta, required: false, words }
  return <Input field={field} aria-label="Due" value={value} onChange={keep} />
}
function open(meta: FieldMeta = metaOf(task.fields.dueAt), from: string | null = null) {
  render(<Kept meta={meta} from={from} />)
  const found = (of: string) => document.querySelector<HTMLInputElement>(of)!
  return { hand: userEvent.setup({ delay: null }), day: found('input'), time: found('#due-time') }
}
const say = ((key: string) => key) as unknown as TFunction<'crud'>
const wrong = (dueAt: unknown) => checkValues(task.change, task.fields, { dueAt }, words, say)
const last = () => onChange.mock.lastCall?.[0]

test('a task that is due on a day may be done until that day is over, where the house is', async () => {
  const { hand, day, time } = open()
  await hand.type(day, '21/11/2026')
  expect(last()).toBe('2026-11-21T18:29:00.000Z')
  expect(time.value).toBe('23:59')
})

test('the end of a day is its last minute by the clock on the wall, also on the days on which the clock is changed', () => {
  setHouse({ timeZone: 'Europe/Berlin' })
  const ends = ['2026-03-28', '2026-03-29', '2026-10-24', '2026-10-25'].map(day => instantOf({ day, time: '' }, true))
  expect(ends).toEqual([
    '2026-03-28T22:59:00.000Z',
    '2026-03-29T21:59:00.000Z',
    '2026-10-24T21:59:00.000Z',
    '2026-10-25T22:59:00.000Z',
  ])
})

test('a day without its year that is typed when this year’s is long past is next year’s, and the box says so', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-20T06:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { hand, day } = open()
  await hand.type(day, '5 jan')
  expect(last()).toBe('2027-01-05T18:29:00.000Z')
  expect(document.querySelector('[data-understood]')?.textContent).toBe('= 5 Jan 2027')
})

test('elsewhere a day without its year is this year’s', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-20T06:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const { hand, day } = open({ kind: 'dateTime' })
  await hand.type(day, '5 jan')
  expect(last()).toBe('2026-01-04T18:30:00.000Z')
})

test('elsewhere a day alone is its beginning', async () => {
  const { hand, day } = open({ kind: 'dateTime' })
  await hand.type(day, '21/11/2026')
  expect(last()).toBe('2026-11-20T18:30:00.000Z')
})

test('a time without a day stays as it was typed, is nothing that could be saved, and goes with the day once there is one', async () => {
  const { hand, day, time } = open()
  await hand.type(time, '17:00')
  expect(time.value).toBe('17:00')
  expect(wrong(last())).toEqual({ dueAt: 'errors.timeAlone' })
  expect(wrong('21 no 17:00')).toEqual({ dueAt: 'errors.dateTime' })
  await hand.type(day, '21/11/2026')
  expect(last()).toBe('2026-11-21T11:30:00.000Z')
})

test('whoever empties the day has emptied the field; whoever writes another one in its place keeps the time', async () => {
  const { hand, day, time } = open(undefined, '2026-11-21T11:30:00.000Z')
  await hand.clear(day)
  expect([last(), time.value]).toEqual([null, ''])
  await hand.type(day, '22/11/2026')
  expect(last()).toBe('2026-11-22T11:30:00.000Z')
  await hand.clear(day)
  await hand.tab()
  await hand.type(day, '23/11/2026')
  expect(last()).toBe('2026-11-23T18:29:00.000Z')
})

test('a day that is none is handed on as typed, and comes back into its own box', () => {
  for (const [day, time] of [
    ['21 no', ''],
    ['21 no', '17:00'],
  ] as const)
    expect(partsOf(instantOf({ day, time }, true)!)).toEqual({ day, time })
})
