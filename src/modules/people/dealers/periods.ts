import type { DealerTarget } from '#contract/modules/people/dealer.ts'

const DAY = 86_400_000

/** The last twelve months up to that of this day, the oldest first: "2026-11". */
export function lastMonths(today: string): string[] {
  const now = Number(today.slice(0, 4)) * 12 + Number(today.slice(5, 7)) - 1
  return Array.from({ length: 12 }, (_, at) => {
    const month = now - 11 + at
    return `${String(Math.floor(month / 12)).padStart(4, '0')}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

export type When = 'now' | 'ahead' | 'over'

type Days = Pick<DealerTarget, 'from' | 'to'>

export const whenOf = ({ from, to }: Days, today: string): When =>
  to < today ? 'over' : from > today ? 'ahead' : 'now'

/** How many days of it are left, today among them. */
export const daysLeft = ({ to }: Days, today: string): number =>
  Math.round((Date.parse(to) - Date.parse(today)) / DAY) + 1

const rank: Record<When, number> = { now: 0, ahead: 1, over: 2 }

/** Those that are running first, then those that come, the nearest first, and at last those that are over, the latest first. */
export const inTurn = <T extends Days>(targets: readonly T[], today: string): T[] =>
  targets.toSorted((a, b) => {
    const [when, other] = [whenOf(a, today), whenOf(b, today)]
    if (when !== other) return rank[when] - rank[other]
    if (when === 'over') return b.to.localeCompare(a.to)
    return when === 'now' ? a.to.localeCompare(b.to) : a.from.localeCompare(b.from)
  })
