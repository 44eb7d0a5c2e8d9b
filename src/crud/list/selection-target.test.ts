import { expect, test } from 'vitest'
import { WORK_IDS, workTarget } from '#contract/calls/work.ts'
import { workTargetOf } from '../list-work/bulk-target.ts'
import { isTooMuch, targetOf } from './selection-target.ts'
import type { Question } from './state.ts'

const question: Question = { q: 'ravi', sort: '', archived: false, filter: {} }
const rowsOf = (count: number, more = false) => ({ count, more, idAt: (index: number) => index + 1 })
const first = (count: number) => new Set(Array.from({ length: count }, (_, index) => index + 1))
const isTaken = (target: ReturnType<typeof targetOf>) => workTarget.safeParse(workTargetOf(target!)).success

test('as many as a request can name are named', () => {
  const target = targetOf({ all: null, ids: first(WORK_IDS) }, rowsOf(WORK_IDS), question)
  expect(target).toEqual({ ids: [...first(WORK_IDS)] })
  expect(isTooMuch(target)).toBe(false)
  expect(isTaken(target)).toBe(true)
  expect(targetOf({ all: null, ids: new Set() }, rowsOf(3), question)).toBeNull()
})

test('more of them, all loaded, are all that match but the others', () => {
  const all = targetOf({ all: null, ids: first(12_000) }, rowsOf(12_000), question)
  expect(all).toEqual({ question, except: [] })
  const most = targetOf({ all: null, ids: first(12_000) }, rowsOf(12_002), question)
  expect(most).toEqual({ question, except: [12_001, 12_002] })
  expect(isTooMuch(most)).toBe(false)
  expect(isTaken(most)).toBe(true)
})

test('more of them, while further rows match or what is chosen is no row here, are too much', () => {
  for (const rows of [rowsOf(12_000, true), rowsOf(11_999), rowsOf(0, true)]) {
    const target = targetOf({ all: null, ids: first(12_000) }, rows, question)
    expect(isTooMuch(target)).toBe(true)
    expect(isTaken(target)).toBe(false)
  }
  const left = targetOf({ all: question, ids: first(WORK_IDS + 1) }, rowsOf(50_000, true), question)
  expect(isTooMuch(left)).toBe(true)
  expect(isTooMuch(null)).toBe(false)
})
