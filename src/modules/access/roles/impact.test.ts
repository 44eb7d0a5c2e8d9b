import { describe, expect, it } from 'vitest'
import type { Role } from '#contract/modules/access/role.ts'
import type { User } from '#contract/modules/access/user.ts'
import { register } from '#contract/register.ts'
import { emptyRole, type RoleValues } from './draft.ts'
import { beyondMe, impactOf, isBlocked, withoutList } from './impact.ts'

const role = (id: number, permissions: string[]): Role =>
  ({ ...emptyRole, id, name: `Role ${id}`, permissions }) as Role
const person = (id: number, roles: number[], more: Partial<User> = {}): User =>
  ({ id, name: `Person ${id}`, roles, stage: 'active', archivedAt: null, ...more }) as User

const admin = role(1, ['60-a', '60-c', '61-c', '20-a'])
const desk = role(2, ['20-a', '10-a'])
const roles = [admin, desk]
const saving = (of: Role, permissions: string[]): { id: number; before: RoleValues; after: RoleValues } => ({
  id: of.id,
  before: of,
  after: { ...of, permissions },
})

describe('before a role is saved', () => {
  it('it is said who loses what, unless another role still gives it', () => {
    const people = [person(1, [2]), person(2, [2, 1]), person(3, [1])]
    const { losses } = impactOf(saving(desk, ['10-a']), people, roles, register)
    expect(losses).toEqual([{ person: people[0], codes: ['20-a'], everything: false }])
  })

  it('it is said who would have nothing left', () => {
    const { losses } = impactOf(saving(desk, []), [person(1, [2])], roles, register)
    expect(losses).toMatchObject([{ codes: ['20-a', '10-a'], everything: true }])
  })

  it('people who left or wait do not count', () => {
    const people = [person(1, [2], { stage: 'off' }), person(2, [2], { stage: 'invited' })]
    expect(impactOf(saving(desk, []), people, roles, register).losses).toEqual([])
  })

  it('a role that gives nothing any more does not stand in', () => {
    const gone = { ...role(3, ['20-a']), archivedAt: '2026-01-01T00:00:00Z' }
    const { losses } = impactOf(saving(desk, ['10-a']), [person(1, [2, 3])], [...roles, gone], register)
    expect(losses).toMatchObject([{ codes: ['20-a'] }])
  })

  it('it is said when nobody would be left who can give others access', () => {
    const without = saving(admin, ['60-a', '20-a', '61-c'])
    expect(impactOf(without, [person(1, [1]), person(2, [2])], roles, register).lastManager).toBe(true)
    const other = role(4, ['60-c', '61-c'])
    expect(impactOf(without, [person(1, [1]), person(2, [4])], [...roles, other], register).lastManager).toBe(false)
    expect(impactOf(saving(desk, []), [person(2, [2])], roles, register).lastManager).toBe(false)
    const limited = { id: 1, before: admin, after: { ...admin, branchOnly: ['user' as const] } }
    expect(impactOf(limited, [person(1, [1])], roles, register).lastManager).toBe(true)
  })

  it('it is said what nobody could give any more, unless somebody else who gives access holds it', () => {
    const without = saving(admin, ['60-a', '60-c', '61-c'])
    const lost = { permissions: ['20-a'], approves: [], scopes: [] }
    const worker = person(2, [2])
    const alone = impactOf(without, [person(1, [1]), worker], roles, register)
    expect(alone.lost).toEqual(lost)
    expect(alone.lastManager).toBe(false)
    expect(isBlocked(alone)).toBe(true)
    // Who holds only a part may not act on who holds the rest.
    const part = impactOf(
      without,
      [person(1, [1]), person(3, [4])],
      [...roles, role(4, ['60-c', '61-c', '20-a'])],
      register,
    )
    expect(isBlocked(part)).toBe(true)
    const other = role(4, ['60-a', '60-c', '61-c', '20-a'])
    const kept = impactOf(without, [person(1, [1]), person(3, [4])], [...roles, other], register)
    expect(kept.lost.permissions).toEqual([])
    expect(isBlocked(kept)).toBe(false)
    const left = impactOf(without, [person(1, [1]), person(3, [4], { stage: 'off' })], [...roles, other], register)
    expect(left.lost).toEqual(lost)
    const limited = { id: 1, before: admin, after: { ...admin, branchOnly: ['order' as const] } }
    expect(impactOf(limited, [person(1, [1])], roles, register).lost.scopes).toEqual(['order'])
    expect(isBlocked(null)).toBe(false)
  })
})

describe('what somebody may give', () => {
  const me = { id: 9, branch: null, permissions: new Set(['52-a', '60-a']), scopes: {}, approves: new Set<string>() }

  it('is what they hold', () => {
    const values = { ...emptyRole, permissions: ['52-a', '52-c'], approves: ['order' as const] }
    expect(beyondMe({ ...me, statusPermission: 'all' }, values, register)).toEqual({
      permissions: ['52-c'],
      approves: ['order'],
      scopes: [],
    })
  })

  it('is no wider than what they see', () => {
    const mine = { ...me, scopes: { user: 'branch' as const }, statusPermission: 'all' as const }
    const all = { ...emptyRole, permissions: ['60-a'] }
    expect(beyondMe(mine, all, register).scopes).toEqual(['user'])
    expect(beyondMe(mine, { ...all, branchOnly: ['user'] }, register).scopes).toEqual([])
    expect(beyondMe(mine, { ...all, permissions: ['52-a'] }, register).scopes).toEqual([])
  })
})

it('an action without the list that leads to it is pointed out, but not where the module-wide right opens the list', () => {
  const names = (...codes: string[]) => withoutList(new Set(codes)).map(line => line.name)
  expect(names('20-c')).toEqual(['orders'])
  expect(names('20-a', '20-c')).toEqual([])
  expect(names('20-c', '20-f')).toEqual([])
  expect(names('10-b')).toEqual([])
})
