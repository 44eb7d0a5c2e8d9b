import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import { chance } from './chance.ts'
import type { Ground, Maker } from './maker.ts'

type Move = Record<string, unknown> & { at: string }

/** What the demo's technicians have along: a few of most parts, of some fewer than they should. */
export async function handOut(
  maker: Maker,
  { people }: Ground,
  parts: readonly Row[],
): Promise<{ rows: Row[]; moves: Move[] }> {
  const luck = chance(20_261_130)
  const rows: Row[] = []
  const moves: Move[] = []
  for (const name of ['field', 'vikram.singh']) {
    const person = people.get(name)
    if (person === undefined) continue
    for (const part of parts) {
      const qty = luck.between(1, 4)
      const left = (part.onHand as number) - qty
      if (luck.happens(35) || left < 0) continue
      const at = maker.ago(luck.between(2, 20), 8)
      part.onHand = left
      part.low = left < (part.minimum as number)
      moves.push({ part: part.id, person, qty, at, from: 'stock', to: 'technician', cause: 'move' })
      const minimum = luck.one([null, 2])
      const given = { part: part.id, person, name: part.name, qty, low: qty < (minimum ?? 0) }
      rows.push(await maker.row(modules.heldPart, { minimum }, at, given))
    }
  }
  return { rows, moves }
}
