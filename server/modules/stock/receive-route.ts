import { receiveUnitsCall } from '#contract/calls/receive-units.ts'
import type { Actor } from '#contract/actor.ts'
import type { AskOf } from '#contract/call.ts'
import { codeKey } from '#contract/codes.ts'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { inScope, mayMove } from '#contract/rules.ts'
import { byServer, type Deeds } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { answer } from '#server/lib/answer.ts'
import type { App } from '#server/lib/http.ts'

type Devices = AskOf<typeof receiveUnitsCall>['devices']

/** So many are named of those that are known already. */
const NAMED = 5
const places = (devices: Devices, which: ReadonlySet<string>, why: string) =>
  Object.fromEntries(devices.flatMap(({ serial }, at) => (which.has(serial) ? [[`devices.${at}.serial`, why]] : [])))

/** New devices, as a delivery brings them: all of them become records, or none does. */
export function receiveRoutes(api: App, written: Written): void {
  answer(api, receiveUnitsCall, ({ devices }, { actor, id: request }) =>
    byServer(written, { actor: actor.id, request }, async deeds => {
      await refuseUnknown(deeds, devices)
      await refuseKnown(deeds, devices)
      for (const { place, ...input } of devices) {
        if (place !== 'inStock' && !mayMove(unit, unit.moves!.quarantine, actor))
          throw problem('forbidden', 'You may not put devices there.')
        const row = await deeds.create(unit, { ...input, ...(place !== 'inStock' && { stage: place }) })
        refuseElsewhere(row, actor)
      }
      return { received: devices.length }
    }),
  )
}

function refuseElsewhere(row: Record<string, unknown>, actor: Actor) {
  if (!inScope(unit, row, actor)) throw problem('forbidden', 'You may only add records of your own area.')
}

async function refuseUnknown({ tx }: Deeds, devices: Devices) {
  const ids = [...new Set(devices.map(one => one.product))]
  const found = new Map((await tx.find(product, ids)).map(row => [row.id, row]))
  for (const id of ids) {
    const goods = found.get(id)
    if (!goods || goods.archivedAt !== null) throw problem('not-found', 'This product does not exist any more.')
    if (goods.serialised === false) throw problem('not-now', 'Devices of this product have no serial numbers.')
  }
}

async function refuseKnown({ also }: Deeds, devices: Devices) {
  const serials = devices.map(({ serial }) => serial)
  const keys = serials.map(codeKey)
  const twice = new Set(serials.filter((_, at) => keys.indexOf(keys[at]!) !== at))
  const rows = await also<{ serial: string }>(
    `select said as serial from unnest($1::text[]) said
     where exists (select from unit where code_key(serial) = code_key(said) and archived_at is null)`,
    [serials],
  )
  const known = new Set(rows.map(({ serial }) => serial))
  const names = [...new Set(serials.filter(serial => known.has(serial) || twice.has(serial)))]
  if (names.length === 0) return
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : ''
  const [what, why] =
    known.size > 0
      ? ['known already', 'A device with this serial number is known already.']
      : ['named twice', 'This serial number is named twice.']
  const said = `Nothing was received: of ${devices.length} serial numbers ${names.length} ${names.length === 1 ? 'is' : 'are'} ${what}`
  throw problem('invalid', `${said}: ${names.slice(0, NAMED).join(', ')}${more}.`, {
    fields: places(devices, new Set(names), why),
  })
}
