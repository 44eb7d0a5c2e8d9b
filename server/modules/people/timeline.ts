import { customerTimelineCall } from '#contract/calls/timeline.ts'
import { customer } from '#contract/modules/people/customer.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { problem } from '#contract/problem.ts'
import { inScope } from '#contract/rules.ts'
import { addReferring, kindsIn, rowsWhere, timelineOf, type Asking, type Found } from '#server/flows/timeline.ts'
import { answer } from '#server/lib/answer.ts'
import type { App, Services } from '#server/lib/http.ts'

/** One timeline over everything that has to do with a customer. */
export function timelineRoutes(api: App, { database: { pool }, register }: Services) {
  answer(api, customerTimelineCall, async ({ customer: id, unit: device, ...page }, { actor }) => {
    const asking = { pool, register, actor }
    const found = await connected(asking, id)
    const about = device === undefined ? found : await aboutDevice(asking, found, device)
    return { ...(await timelineOf(asking, about, page)), kinds: kindsIn(found) }
  })
}

/** The customer, those that were merged into them, what refers to any of these, and what refers to their devices. */
async function connected(asking: Asking, id: number): Promise<Found> {
  const [one] = await rowsWhere(asking.pool, customer, 'id = $1', [id])
  if (!one || !inScope(customer, one, asking.actor)) throw problem('not-found', 'This record does not exist.')
  const merged = await rowsWhere(asking.pool, customer, 'merged_into = $1', [id])
  const people = new Map([one, ...merged].map(row => [row.id, row]))
  const found: Found = new Map([[customer, people]])
  await addReferring(asking, found, customer, [...people.keys()])
  const devices = [...(found.get(unit)?.keys() ?? [])]
  if (devices.length > 0) await addReferring(asking, found, unit, devices)
  return found
}

/** Of all that was found only the device and what refers to it. */
async function aboutDevice(asking: Asking, found: Found, id: number): Promise<Found> {
  const row = found.get(unit)?.get(id)
  if (!row) throw problem('not-found', 'This customer has no such device.')
  const about: Found = new Map([[unit, new Map([[id, row]])]])
  await addReferring(asking, about, unit, [id])
  return about
}
