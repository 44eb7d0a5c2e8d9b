import { isIP } from 'node:net'
import type { Actor } from '#contract/actor.ts'
import { managesAccess } from '#contract/grants.ts'
import { same } from '#contract/merge.ts'
import type { GeneralSetting } from '#contract/modules/access/general-setting.ts'
import type { Row } from '#contract/module.ts'
import { problem } from '#contract/problem.ts'
import type { Tx } from '#server/crud/store.ts'
import { isLoopback } from '#server/lib/loopback.ts'
import { isPublic } from './public-address.ts'

export type Named = GeneralSetting['couriers'][number]

const namedIn = (row: Row | null): Named[] => (row?.couriers as Named[] | undefined) ?? []

/** The name under which the key of a courier is kept. */
export const keyOf = ({ id }: Pick<Named, 'id'>) => `courier:${id}` as const

/** Whoever says where a courier answers is told who our customers are, and can send the server anywhere. */
export function refuseCouriers(before: Row | null, row: Row): void {
  if (same(namedIn(before), namedIn(row))) return
  throw problem('forbidden', WHERE_ASKED, { fields: { couriers: WHERE_ASKED } })
}

const WHERE_ASKED = 'Where couriers are asked is said by somebody who manages access: they are told of every customer.'

/** A key says whose account at the courier it is: there every parcel shows its customer. */
export function refuseCourierKey(actor: Actor): void {
  if (!managesAccess(actor)) throw problem('forbidden', WHERE_ASKED)
}

/** What is wrong with the couriers that are named, by field. Whether the server may ask there is seen when it does. */
export function wrongCouriers(row: Row): Record<string, string> {
  const wrong: Record<string, string> = {}
  const seen = new Set<number>()
  for (const [at, { courier, address }] of namedIn(row).entries()) {
    if (seen.has(courier)) wrong[`couriers.${at}.courier`] = 'This courier is named twice.'
    seen.add(courier)
    const said = againstAddress(address)
    if (said) wrong[`couriers.${at}.address`] = said
  }
  return wrong
}

function againstAddress(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url) return 'This is no address. Write it whole, such as https://api.courier.example/v1.'
  if (url.username || url.password) return 'Take the name and password out of the address: the key is kept apart.'
  if (url.search || url.hash) return 'Leave out what follows the ? or #.'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isNear = isLoopback(host) || (isIP(host) !== 0 && !isPublic(host))
  const isKept = url.protocol === 'https:' || (url.protocol === 'http:' && isNear)
  return isKept ? null : 'The address must begin with https://, or everybody on the way reads the key.'
}

/** A key is for one courier at one address: whoever names another one must know it. */
export async function dropKeys(tx: Pick<Tx, 'also'>, before: Row | null, row: Row): Promise<void> {
  const now = new Map(namedIn(row).map(named => [named.id, named]))
  const gone = namedIn(before).filter(named => !same(named, now.get(named.id) ?? null))
  if (gone.length > 0) await tx.also('delete from server_secret where name = any($1)', [gone.map(keyOf)])
}
