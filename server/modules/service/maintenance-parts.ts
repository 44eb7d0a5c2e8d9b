import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { fitsInto, mayTakeFrom, takenMore } from '#contract/modules/service/parts-taken.ts'
import { stockMove } from '#contract/modules/stock/stock-move.ts'
import type { Occasion } from '#server/crud/behaviour.ts'
import { invalid } from '#server/crud/invalid.ts'
import { doneAt } from '#server/crud/said-at.ts'
import { piecesHeld } from '#server/flows/held-parts.ts'
import { toChange } from '#server/flows/to-change.ts'

type Values = Record<string, unknown>
type Line = Maintenance['parts'][number]

/** A part that was in the job before stays what it is, whatever becomes of the part since. */
export async function refuseWrongParts({ tx, ask, row, before, changes, trusted }: Occasion): Promise<void> {
  // What was done without a connection is done.
  if (trusted || ask.offline || !('parts' in changes)) return
  const { parts, product } = row as unknown as Maintenance
  const former = new Set(linesOf(before).map(one => one.part))
  const found = await tx.find(
    part,
    parts.map(one => one.part),
  )
  const known = new Map((found as unknown as Part[]).map(one => [one.id, one]))
  const wrong: Record<string, string> = {}
  parts.forEach((line, at) => {
    const used = known.get(line.part)
    if (used && !fitsInto(used, product) && !former.has(line.part))
      wrong[`parts.${at}.part`] = 'This part does not fit the product.'
  })
  if (Object.keys(wrong).length > 0) throw invalid(wrong)
}

/** A line that was there may stay or shrink. It takes no more from a stock that this person may not use. */
export function refuseOthersStock({ ask, actor, row, before, changes, trusted }: Occasion): void {
  if (trusted || !('parts' in changes)) return
  const former = new Map(linesOf(before).map(line => [line.id, line]))
  const wrong = linesOf(row).flatMap((line, at) =>
    mayTakeFrom(line.takenFrom, actor, row as unknown as Maintenance) ||
    line.takenFrom === ask.author?.user ||
    isNoMore(line, former.get(line.id))
      ? []
      : [[`parts.${at}.takenFrom`, 'You take parts from your own stock, or from that of whose job it is.']],
  )
  if (wrong.length > 0) throw invalid(Object.fromEntries(wrong) as Record<string, string>)
}

const isNoMore = (line: Line, former: Line | undefined): boolean =>
  former?.takenFrom === line.takenFrom && former.part === line.part && line.qty <= former.qty

/**
 * Were more parts used than the technician had? It is only noted, as they are used already. It is judged when parts are
 * taken, and again when some are given back.
 */
export async function overTaken({ tx, before, row, changes }: Occasion): Promise<Values> {
  if (before && !('parts' in changes)) return {}
  const taken = takenMore(before, row)
  // Two jobs that take the same see each other, and neither waits for what the other holds.
  for (const id of new Set(taken.flatMap(({ part, more }) => (more === 0 ? [] : [part])))) await toChange(tx, part, id)
  const was = before?.overTaken === true
  const isAnew = was && taken.some(({ more }) => more < 0)
  let isOver = was && !isAnew
  for (const { part: id, person, has, more } of taken) {
    if (person === null || has === 0 || (more <= 0 && !isAnew)) continue
    if ((await piecesHeld(tx, { part: id, person })) < more) isOver = true
  }
  return { overTaken: isOver }
}

/** What was taken more or less than before leaves whose stock it was in, or comes back there. It may fall below zero. */
export async function useParts(occasion: Occasion): Promise<void> {
  const { before, row, create } = occasion
  const moves = takenMore(before, row).filter(({ more }) => more !== 0)
  for (const { part: id, person, more } of moves) {
    const place = person === null ? 'stock' : 'technician'
    await create(stockMove, {
      part: id,
      person,
      qty: Math.abs(more),
      from: more > 0 ? place : 'service',
      to: more > 0 ? 'service' : place,
      cause: 'repair',
      at: await doneAt(occasion),
      madeByModule: maintenance.name,
      madeBy: row.id,
    })
  }
}

type Job = { stage?: unknown; parts?: unknown }
const linesOf = (job: Job | null): readonly Line[] => (job?.parts ?? []) as Line[]
