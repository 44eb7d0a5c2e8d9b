import { describe, expect, test } from 'vitest'
import type { Actor } from '#contract/actor.ts'
import type { Module, Row } from '#contract/module.ts'
import { task } from '#contract/modules/desk/task.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { permission } from '#contract/rules.ts'
import { wayBack } from './way-back.ts'

const at = (stage: string) => ({ id: 1, version: 1, stage, archivedAt: null }) as Row
const actor = (module: Module, ...actions: 'edit'[]) =>
  ({ permissions: new Set(actions.map(action => permission(module, action))), approves: new Set() }) as unknown as Actor
const wayOf = (module: Module, move: string, from: string, to: string, who = actor(module, 'edit')) =>
  wayBack(module, move, at(from), at(to), who)

describe('the way back from a move', () => {
  test.each([
    [task, 'finish', 'open', 'done', ['reopen']],
    [task, 'finish', 'inProgress', 'done', ['reopen', 'start']],
    [unit, 'repair', 'quarantine', 'inService', ['quarantine']],
    [unit, 'lose', 'inStock', 'lost', ['find', 'restock']],
  ] as [Module, string, string, string, string[]][])('%# leads to where it stood', (module, move, from, to, way) => {
    expect(wayOf(module, move, from, to)).toEqual(way)
  })

  test('is none where the declaration names none, and none that ends elsewhere', () => {
    expect(wayOf(unit, 'takeBack', 'shipped', 'inReturn')).toBeNull()
    expect(wayOf(unit, 'lose', 'shipped', 'lost')).toBeNull()
  })

  test('is none for somebody who may not make its moves', () => {
    expect(wayOf(task, 'finish', 'open', 'done', actor(task))).toBeNull()
  })
})
