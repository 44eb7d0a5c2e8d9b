import { gstStateCodes, gstStateOf } from '#contract/gstin.ts'
import { state } from '#contract/lists/places.ts'
import { useItem, useList } from '#src/data/use-list.ts'
import { asNumber, asText } from '#src/fields/view.ts'
import { useHouse } from '#src/session/house.ts'

type Supply = {
  /** The state and the number that tax knows it by; null where nobody has said where it is. */
  place: string | null
  /** Not where the house is: the tax has another name. */
  isElsewhere: boolean
}

/** Where an order is taxed, as its invoice will be: in the state of the buyer's GSTIN, else where the goods go. */
export function useSupply({ taxId, state: own, city, address, billing }: Readonly<Record<string, unknown>>): Supply {
  const { state: home = null } = useHouse()
  const { items } = useList(state, { includeOff: true })
  const town = useItem('city', asNumber(city))
  const taxed = gstStateOf(asText(taxId))?.toLowerCase()
  const taxedIn = taxed === undefined ? null : (items.find(({ label }) => label.toLowerCase() === taxed)?.id ?? null)
  const goesTo = asNumber(own) ?? town?.parent ?? null
  // Whoever asks for no address buys at home.
  const place = taxedIn ?? goesTo ?? (address || billing ? null : home)
  const label = useItem('state', place)?.label
  const code = label === undefined ? undefined : gstStateCodes[label]
  return {
    place: label === undefined ? null : code ? `${label} (${code})` : label,
    isElsewhere: home !== null && place !== null && home !== place,
  }
}
