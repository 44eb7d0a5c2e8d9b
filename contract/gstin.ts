const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** The last sign of a GSTIN, worked out from the fourteen before it. */
export function gstinCheckSign(first14: string): string {
  let sum = 0
  for (const [at, sign] of Array.from(first14).entries()) {
    const product = SIGNS.indexOf(sign) * (at % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return SIGNS[(36 - (sum % 36)) % 36]!
}
