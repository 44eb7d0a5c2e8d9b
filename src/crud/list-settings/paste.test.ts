import { describe, expect, it } from 'vitest'
import { maintenanceStatus } from '#contract/lists/after-sales.ts'
import { city } from '#contract/lists/places.ts'
import { source } from '#contract/lists/sales.ts'
import type { List } from '#contract/list.ts'
import { linesAt, readPaste, withoutLines, type PasteContext } from './paste.ts'

const words: Record<string, string> = { onHold: 'On hold', inRepair: 'In repair', diagnosed: 'Diagnosed' }
const read = (list: List, text: string, context: Partial<PasteContext> = {}) =>
  readPaste(text, { list, items: [], parents: [], parent: null, stageWord: stage => words[stage] ?? stage, ...context })
const item = (label: string, parent: number | null = null, archivedAt: string | null = null) => ({
  label,
  parent,
  archivedAt,
})

describe('pasting many items', () => {
  it('takes one item a line and passes over empty lines', () => {
    expect(read(source, 'Fair\r\n\n  Radio, TV \n')).toEqual([
      { number: 1, label: 'Fair', state: 'new' },
      { number: 3, label: 'Radio, TV', state: 'new' },
    ])
  })

  it('reads the stage after a comma or a tab, by its word or its code', () => {
    const text = 'Courier delayed, On hold\nSecond opinion\tdiagnosed\nParts, big, INREPAIR'
    expect(read(maintenanceStatus, text).map(line => [line.label, line.stage])).toEqual([
      ['Courier delayed', 'onHold'],
      ['Second opinion', 'diagnosed'],
      ['Parts, big', 'inRepair'],
    ])
  })

  it('says which line is wrong, and why', () => {
    const text = `Waiting\nBroken, Nowhere\n, On hold\n${'x'.repeat(101)}, On hold`
    expect(read(maintenanceStatus, text)).toMatchObject([
      { number: 1, state: 'wrong', problem: 'noStage' },
      { number: 2, state: 'wrong', problem: 'unknownStage', said: 'Nowhere' },
      { number: 3, state: 'wrong', problem: 'noLabel' },
      { number: 4, state: 'wrong', problem: 'tooLong' },
    ])
  })

  it('knows what is there already, whatever the case and accents, and what stands there twice', () => {
    const items = [item('Café'), item('Old', null, '2026-01-01T00:00:00.000Z')]
    expect(read(source, 'CAFE\nFair\nfair\nOld', { items }).map(line => line.state)).toEqual([
      'known',
      'new',
      'twice',
      'new',
    ])
  })

  it('finds the parent by its name; the same name may stand below another parent', () => {
    const parents = [
      { id: 1, label: 'Maharashtra' },
      { id: 2, label: 'Bihar' },
    ]
    const items = [item('Aurangabad', 1)]
    const text = 'Aurangabad\tBihar\nAurangabad\tmaharashtra\nPune\tGoa'
    expect(read(city, text, { parents, items })).toMatchObject([
      { state: 'new', parent: 2 },
      { state: 'known', parent: 1 },
      { state: 'wrong', problem: 'unknownParent', said: 'Goa' },
    ])
  })

  it('puts lines without a parent below the one that is shown', () => {
    expect(read(city, 'Nashik', { parents: [{ id: 1, label: 'Maharashtra' }], parent: 1 })).toMatchObject([
      { state: 'new', parent: 1 },
    ])
  })

  it('does not guess between two parents of the same name', () => {
    const parents = [
      { id: 1, label: 'Aurangabad' },
      { id: 2, label: 'Aurangabad' },
    ]
    expect(read(city, 'Kanchanwadi, Aurangabad', { parents })).toMatchObject([
      { state: 'wrong', problem: 'severalParents' },
    ])
  })

  it('takes out the lines that are over wherever they stand by now, and leaves what was typed meanwhile', () => {
    const over = linesAt('Fair\nRadio\n\nTV', [{ number: 1 }, { number: 4 }])
    expect(over).toEqual(['Fair', 'TV'])
    expect(withoutLines('First\nFair\nRadio\n\nTV\nNext', over)).toBe('First\nRadio\n\nNext')
    expect(withoutLines('Fair\n\nTV\nTV', over)).toBe('TV')
    expect(withoutLines('Fair\nTV\n', over)).toBe('')
    expect(withoutLines('Fair\nTV\nNext\n', over)).toBe('Next\n')
  })
})
