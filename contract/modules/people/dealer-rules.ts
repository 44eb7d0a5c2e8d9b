type Values = Record<string, unknown>
type Target = { from: unknown; to: unknown; qty: unknown; value: unknown }

/** A target ends after it begins, and says how much is to be sold: pieces, an amount, or both. */
export function checkDealer({ targets }: Values): Record<string, string> {
  const wrong: Record<string, string> = {}
  for (const [at, { from, to, qty, value }] of ((targets ?? []) as Target[]).entries()) {
    if (typeof from === 'string' && typeof to === 'string' && to < from)
      wrong[`targets.${at}.to`] = 'Not before its first day.'
    if (typeof qty !== 'number' && typeof value !== 'number')
      wrong[`targets.${at}.qty`] = 'Say how many pieces, or an amount.'
  }
  return wrong
}
