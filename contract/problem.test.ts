import { describe, expect, it } from 'vitest'
import { intent, opOf, splitOp } from './intent.ts'
import { Problem, problem, problemStatus } from './problem.ts'

describe('a problem', () => {
  it('is an error that carries its code, its status and what to show', () => {
    const lost = problem('changed-meanwhile', 'Somebody else was faster', { asks: ['label'], row: { id: 1 } })
    expect(lost).toBeInstanceOf(Error)
    expect(lost).toBeInstanceOf(Problem)
    expect([lost.name, lost.message, lost.code, lost.status]).toEqual([
      'Problem',
      'Somebody else was faster',
      'changed-meanwhile',
      409,
    ])
    expect(lost.details).toEqual({ asks: ['label'], row: { id: 1 } })
  })

  it('has a code in kebab-case and a status that is a failure', () => {
    for (const [code, status] of Object.entries(problemStatus)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
    }
  })

  it('only says signed-out with 401, because the app signs out on it', () => {
    expect(Object.entries(problemStatus).filter(([, status]) => [401, 419, 440].includes(status))).toEqual([
      ['signed-out', 401],
    ])
  })

  it('has no other code than those of the table', () => {
    // @ts-expect-error -- no such code
    expect(problem('whatever', '').status).toBeUndefined()
  })
})

describe('an intent', () => {
  const wish = {
    mid: '0190a3a0-0000-7000-8000-000000000001',
    op: 'orderReturn.receive',
    opV: 1,
    id: 5,
    base: { version: 3, fields: { note: 'a' } },
    args: { note: 'b' },
  }
  it('is a sentence in the words of the contract', () => {
    expect(intent.parse(wish)).toEqual(wish)
    expect(opOf({ name: 'orderReturn' }, 'receive')).toBe(wish.op)
    expect(splitOp(wish.op)).toEqual({ module: 'orderReturn', action: 'receive' })
  })

  it.each([
    ['mid', 'not-a-uuid'],
    ['op', 'orderReturn'],
    ['op', 'order-return.receive'],
    ['op', 'constructor.__proto__'],
    ['opV', 0],
    ['id', 0],
    ['args', []],
    ['base', { version: -1, fields: {} }],
    ['extra', 1],
  ])('is refused with %s = %j', (field, value) => {
    expect(intent.safeParse({ ...wish, [field]: value }).success).toBe(false)
  })
})
