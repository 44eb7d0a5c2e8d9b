import { describe, expect, it } from 'vitest'
import { maintenanceStatus } from '#contract/lists/after-sales.ts'
import { city } from '#contract/lists/places.ts'
import { source } from '#contract/lists/sales.ts'
import type { List } from '#contract/list.ts'
import type { Words } from '#src/fields/words.ts'
import { linesAt, readPaste, withoutLines, type PasteContext } from './paste.ts'

const said: Record<string, string> = {
  onHold: 'On hold',
  inRepair: 'In repair',
  diagnosed: 'Diagnosed',
  label: 'Label',
  code: 'Code',
  colour: 'Colour',
  active: 'Active',
  stage: 'Stage',
  parent: 'State',
}
const words = {
  noun: 'source',
  nouns: 'sources',
  field: (name: string) => said[name] ?? name,
  stage: (stage: string) => said[stage] ?? stage,
  option: (_: string, option: string) => option,
  flag: (_: string, on: boolean) => (on ? 'Yes' : 'No'),
} as Words
const read = (list: List, text: string, context: Partial<PasteContext> = {}) =>
  readPaste(text, { list, items: [], parents: [], parent: null, words, ...context }).lines
const item = (label: string, parent: number | null = null) => ({
  label,
  parent,
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
    const items = [item('Café')]
    expect(read(source, 'CAFE\nFair\nfair', { items }).map(line => line.state)).toEqual(['known', 'new', 'twice'])
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

  it('knows a head, which is no item, and what it names', () => {
    expect(read(source, 'Label\tCode\tColour\tActive\nFair\tfair\t#AABBCC\tno\nRadio\t\t\t')).toEqual([
      { number: 2, label: 'Fair', more: { code: 'fair', colour: '#aabbcc', active: false }, state: 'new' },
      { number: 3, label: 'Radio', state: 'new' },
    ])
    expect(
      read(city, 'Sr No\tName of City\tState\n1\tPune\tGoa', {
        parents: [{ id: 4, label: 'Goa' }],
        words: { ...words, noun: 'city' },
      }),
    ).toMatchObject([{ number: 2, label: 'Pune', parent: 4, state: 'new' }])
    expect(read(source, 'Label\nFair').map(line => line.label)).toEqual(['Fair'])
    expect(read(source, 'Phone\nMobile').map(line => line.label)).toEqual(['Phone', 'Mobile'])
    expect(read(source, 'Label\tActive\nFair\tperhaps')).toMatchObject([
      { state: 'wrong', problem: 'flag', said: 'perhaps' },
    ])
  })

  it('takes off the sign that guards a formula in a file', () => {
    expect(read(source, "'=Red\n'+91 club").map(line => line.label)).toEqual(['=Red', '+91 club'])
  })

  it('takes a semicolon for the end of a cell where the first line names columns then, or somebody says so', () => {
    expect(read(maintenanceStatus, 'Label;Stage\nLate;On hold')).toMatchObject([{ label: 'Late', stage: 'onHold' }])
    const text = 'Late;On hold\nLater;In repair'
    expect(read(maintenanceStatus, text)[0]).toMatchObject({ state: 'wrong', problem: 'noStage' })
    expect(read(maintenanceStatus, text, { isSplit: true })[1]).toMatchObject({ label: 'Later', stage: 'inRepair' })
  })

  it('looks a label with a comma up as a whole before it takes it apart', () => {
    const parents = [{ id: 1, label: 'Goa' }]
    const items = [item('Fort, old', 1)]
    expect(read(city, 'Fort, old\nFort, Goa', { parents, items, parent: 1 })).toMatchObject([
      { label: 'Fort, old', state: 'known' },
      { label: 'Fort', parent: 1, state: 'new' },
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
