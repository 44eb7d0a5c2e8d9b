import type { Module, Row } from '#contract/module.ts'
import type { HistoryEntry } from '#src/data/use-facts.ts'

/** `here`: as far as it came. Where it stands beside the way, that is the stage which it left. */
export type Step = { stage: string; is: 'passed' | 'here' | 'ahead'; at: string | null }
export type Way = {
  steps: readonly Step[]
  /** The stage beside the way at which it stands now. */
  beside: { stage: string; at: string | null } | null
}

type Told = Pick<HistoryEntry, 'at' | 'after'>

/** How far a record has come on its way and when; `entries` is its history, the newest first, where that is known. */
export function wayOf(module: Module, row: Row, entries: readonly Told[] = []): Way {
  const { stages = [], aside = {}, stageAt = {}, stageFrom = {} } = module
  const way = stages.filter(stage => !aside[stage])
  const told = timesTold(way, entries)
  // Every record begins at the first stage.
  const own = (stage: string) => (stage === stages[0] ? row.createdAt : asTime(row[stageAt[stage] ?? '']))
  const timeOf = (stage: string) => told.get(stage) ?? own(stage)

  const now = row.stage ?? ''
  const isBeside = aside[now] !== undefined
  const isTold = way.some(stage => told.has(stage))
  const hasCome = (stage: string) => (isTold ? told.has(stage) : own(stage) !== null)
  const left = way.indexOf(String(row[stageFrom[now] ?? '']))
  const here = !isBeside ? way.indexOf(now) : left >= 0 ? left : way.findLastIndex(hasCome)
  return {
    steps: way.map((stage, place) => ({
      stage,
      is: place < here ? 'passed' : place === here ? 'here' : 'ahead',
      at: place <= here ? timeOf(stage) : null,
    })),
    beside: isBeside ? { stage: now, at: timeOf(now) } : null,
  }
}

/** When it came to its stages. Whoever goes back has not been further; after a pause the way goes on as it was. */
function timesTold(way: readonly string[], entries: readonly Told[]): ReadonlyMap<string, string> {
  const times = new Map<string, string>()
  for (const { at, after } of entries.toReversed()) {
    const { stage } = after
    if (typeof stage !== 'string') continue
    const place = way.indexOf(stage)
    if (place < 0) {
      // Beside the way the last time counts.
      times.set(stage, at)
      continue
    }
    for (const later of way.slice(place + 1)) times.delete(later)
    if (!times.has(stage)) times.set(stage, at)
  }
  return times
}

const asTime = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
