/**
 * What a parcel may be for, by the field of a dispatch that names it: one of them is filled. `also`: the permissions beside
 * its own that open a dispatch for it. `byLine`: what is in it are pieces of lines of it; else each piece is ticked off, and
 * may be something that is no product.
 */
export const purposes = {
  order: { also: ['20-e', '20-f'], byLine: true },
  maintenance: { also: ['40-e'], byLine: false },
} as const
export type Purpose = keyof typeof purposes

/** The permissions that pack something. */
export const packers: readonly string[] = Object.values(purposes).flatMap(({ also }) => also)

export const purposeNames = Object.keys(purposes) as Purpose[]

type Values = Record<string, unknown>

/** What this one is for; a pickup may be for nothing that has a record. */
export const purposeOf = (row: Values): Purpose | null => purposeNames.find(name => row[name]) ?? null

/** Are the pieces in this one those of lines? */
export function isByLine(row: Values): boolean {
  const purpose = purposeOf(row)
  return purpose === null || purposes[purpose].byLine
}
