import { expect, it } from 'vitest'
import { dispatch } from '#contract/modules/stock/dispatch.ts'
import { movesOf } from '#contract/record-rules.ts'
import { allPermissions } from '#contract/permissions.ts'
import { actorFrom } from '#contract/actor.ts'
import { isInTheWay, whyNotGiven, whyNotTakenIn } from './judge-parcel.ts'

const actor = actorFrom({ id: 1, permissions: allPermissions, scopes: {}, approves: [], branch: null } as never)
const parcel = (stage: string, more = {}) => ({
  direction: 'out' as const,
  stage,
  courier: 5,
  archivedAt: null,
  ...more,
})

it.each(dispatch.stages!)('gives and takes in at %s what the moves allow, and nothing else', stage => {
  const row = parcel(stage) as never
  const moves = movesOf(dispatch, row, actor)
  expect(whyNotGiven(row, []) === null).toBe(moves.includes('handOver'))
  expect(whyNotTakenIn(row) === null).toBe(moves.includes('takeBack') || moves.includes('turnBack'))
})

it('gives a courier only what is theirs, and blocks what could get into the van by mistake', () => {
  expect(whyNotGiven(parcel('labelled') as never, [{ courier: 5 }])).toBeNull()
  expect(whyNotGiven(parcel('labelled') as never, [{ courier: 6 }])).toBe('otherCourier')
  expect(whyNotGiven(parcel('labelled', { courier: null }) as never, [{ courier: 6 }])).toBe('otherCourier')
  expect(whyNotGiven(parcel('labelled', { direction: 'pickup' }) as never, [])).toBe('pickup')
  const whys = (stages: readonly string[]) => stages.map(stage => whyNotGiven(parcel(stage) as never, []))
  // It may lie in the van already.
  expect(whys(['handedOver', 'inTransit', 'outForDelivery'])).toEqual(['gone', 'gone', 'gone'])
  expect(whys(['delivered', 'returning', 'returned', 'lost'])).toEqual(['over', 'over', 'over', 'over'])
  const all = ['packing', 'cancelled', 'otherCourier', 'over', 'pickup', 'gone'] as const
  expect(all.filter(isInTheWay)).toEqual(all.slice(0, -1))
})
