import { describe, expect, it } from 'vitest'
import {
  apply,
  change,
  changesBetween,
  difference,
  emptyRole,
  fromKept,
  nothing,
  toKeep,
  tri,
  type Deed,
} from './draft.ts'

const desk = {
  ...emptyRole,
  name: 'Desk',
  permissions: ['10-a', '20-a', '20-c'],
  ownOnly: ['inquiry' as const],
  approves: ['order' as const],
}
const drafted = (...deeds: Deed[]) => deeds.reduce(change, nothing)

describe('a role being changed', () => {
  it('is what it was until something is done', () => {
    expect(apply(desk, nothing)).toEqual(desk)
    expect(difference(desk, apply(desk, nothing)).size).toBe(0)
    expect(changesBetween(desk, apply(desk, nothing))).toEqual({})
  })

  it('keeps what was said while it was being saved, also where that takes something back', () => {
    const sent = drafted(
      { do: 'text', field: 'name', value: 'Desk lead' },
      { do: 'grant', codes: ['21-c', '22-a'], on: true },
      { do: 'scope', modules: ['inquiry'], to: 'branch' },
    )
    const meanwhile = drafted(
      { do: 'start', with: sent },
      { do: 'text', field: 'about', value: 'Typed meanwhile' },
      { do: 'grant', codes: ['22-a'], on: false },
    )
    const left = change(meanwhile, { do: 'saved', what: sent })
    expect(left).toEqual(
      drafted({ do: 'text', field: 'about', value: 'Typed meanwhile' }, { do: 'grant', codes: ['22-a'], on: false }),
    )
    expect(change(sent, { do: 'saved', what: sent })).toEqual(nothing)
  })

  it('is the same after it was kept on the device as plain values', () => {
    const draft = drafted(
      { do: 'grant', codes: ['20-c'], on: false },
      { do: 'scope', modules: ['inquiry'], to: 'branch' },
      { do: 'approve', modules: ['order'], on: false },
      { do: 'text', field: 'about', value: null },
    )
    expect(fromKept(JSON.parse(JSON.stringify(toKeep(draft))) as Record<string, unknown>)).toEqual(draft)
    expect(fromKept(toKeep(nothing))).toEqual(nothing)
    expect(toKeep(draft, 7)).toMatchObject({ about: null, from: 7 })
  })

  it('says what is granted, taken away, scoped, approved and renamed, and writes only those fields', () => {
    const after = apply(
      desk,
      drafted(
        { do: 'grant', codes: ['21-c', '22-a'], on: true },
        { do: 'grant', codes: ['20-c'], on: false },
        { do: 'scope', modules: ['inquiry'], to: 'branch' },
        { do: 'text', field: 'name', value: 'Desk lead' },
      ),
    )
    expect(difference(desk, after)).toEqual({
      texts: ['name'],
      granted: ['21-c', '22-a'],
      revoked: ['20-c'],
      scopes: [{ module: 'inquiry', from: 'own', to: 'branch' }],
      approves: [],
      size: 5,
    })
    expect(changesBetween(desk, after)).toEqual({
      name: 'Desk lead',
      permissions: ['10-a', '20-a', '21-c', '22-a'],
      ownOnly: [],
      branchOnly: ['inquiry'],
    })
  })

  it('has nothing to save when a tick is taken back', () => {
    const after = apply(
      desk,
      drafted({ do: 'grant', codes: ['10-a'], on: false }, { do: 'grant', codes: ['10-a'], on: true }),
    )
    expect(changesBetween(desk, after)).toEqual({})
  })

  it('lets through what somebody else changes meanwhile, and keeps what is wanted here', () => {
    const draft = drafted({ do: 'grant', codes: ['21-c'], on: true }, { do: 'grant', codes: ['20-c'], on: false })
    const theirs = { ...desk, permissions: ['10-a', '20-c', '50-a'] }
    const after = apply(theirs, draft)
    expect(after.permissions).toEqual(['10-a', '21-c', '50-a'])
    expect(difference(theirs, after)).toMatchObject({ granted: ['21-c'], revoked: ['20-c'] })
  })

  it('is no difference any more once somebody else granted the same', () => {
    const draft = drafted({ do: 'grant', codes: ['21-c'], on: true })
    const theirs = { ...desk, permissions: [...desk.permissions, '21-c'] }
    expect(difference(theirs, apply(theirs, draft)).size).toBe(0)
  })

  it('never names a module both for own and for branch', () => {
    const after = apply(desk, drafted({ do: 'scope', modules: ['inquiry', 'order'], to: 'branch' }))
    expect(after.ownOnly).toEqual([])
    expect(after.branchOnly).toEqual(['inquiry', 'order'])
  })
})

it('a box for several is ticked, empty or mixed', () => {
  expect(tri([true, true])).toBe(true)
  expect(tri([false, false])).toBe(false)
  expect(tri([true, false])).toBe('mixed')
  expect(tri([])).toBe(false)
})
