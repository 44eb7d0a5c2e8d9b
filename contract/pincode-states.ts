/** The states that pincodes lie in, by the first two digits. Where borders run through a range, it names all of them. */
const ranges: readonly (readonly [from: number, to: number, ...states: string[]])[] = [
  [11, 11, 'Delhi'],
  [12, 13, 'Haryana', 'Punjab', 'Chandigarh'],
  [14, 16, 'Punjab', 'Chandigarh', 'Haryana'],
  [17, 17, 'Himachal Pradesh'],
  [18, 19, 'Jammu and Kashmir', 'Ladakh'],
  [20, 28, 'Uttar Pradesh', 'Uttarakhand'],
  [30, 34, 'Rajasthan'],
  [36, 39, 'Gujarat', 'Dadra and Nagar Haveli and Daman and Diu'],
  [40, 44, 'Maharashtra'],
  [45, 48, 'Madhya Pradesh'],
  [49, 49, 'Chhattisgarh'],
  [50, 50, 'Telangana', 'Andhra Pradesh'],
  [51, 53, 'Andhra Pradesh', 'Telangana', 'Puducherry'],
  [56, 59, 'Karnataka'],
  [60, 66, 'Tamil Nadu', 'Puducherry'],
  [67, 69, 'Kerala', 'Puducherry', 'Lakshadweep'],
  [70, 72, 'West Bengal'],
  [73, 74, 'West Bengal', 'Sikkim', 'Andaman and Nicobar Islands'],
  [75, 77, 'Odisha'],
  [78, 78, 'Assam'],
  [79, 79, 'Arunachal Pradesh', 'Meghalaya', 'Manipur', 'Mizoram', 'Nagaland', 'Tripura', 'Assam'],
  [80, 85, 'Bihar', 'Jharkhand'],
]
/** Goa lies within the range of another state, and alone in its own. */
const GOA = '403'
const known: ReadonlySet<string> = new Set(['Goa', ...ranges.flatMap(([, , ...states]) => states)])

/** The states that a pincode may be in, where the one that was named is another state of India; null where nothing is odd. */
export function otherStates(pincode: string, named: string): string[] | null {
  if (!/^[1-9]\d{5}$/.test(pincode) || !known.has(named)) return null
  if (pincode.startsWith(GOA)) return named === 'Goa' ? null : ['Goa']
  const start = Number(pincode.slice(0, 2))
  const [, , ...states] = ranges.find(([from, to]) => start >= from && start <= to) ?? [0, 0]
  return states.length === 0 || states.includes(named) ? null : states
}
