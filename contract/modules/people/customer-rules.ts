type Values = Record<string, unknown>

/** The address that is meant where nobody names one. */
export function homeOf({ addresses }: Values): Values | undefined {
  const all = Array.isArray(addresses) ? (addresses as Values[]) : []
  return all.find(({ isDefault }) => isDefault) ?? all[0]
}

/** In which city somebody is found, by the address that is meant: their list shows, sorts and filters by it. */
export const deriveCustomer = (row: Values): Values => ({ city: homeOf(row)?.city ?? null })
