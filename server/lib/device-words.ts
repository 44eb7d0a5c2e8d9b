import bowser from 'bowser'

const UNKNOWN = 'Unknown device'

/** Browser and system in words, as far as they say: "Safari on iOS, iPad". */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent) return UNKNOWN
  const { browser, os, platform } = bowser.parse(userAgent)
  const named = [browser.name, os.name].filter(Boolean).join(' on ')
  return [named, platform.model].filter(Boolean).join(', ') || UNKNOWN
}

const MOST = 500
const named = new Map<string, string>()

/** What a program calls itself, without its version: the same after an update. */
export function clientName(userAgent: string | null): string {
  const said = userAgent ?? ''
  const known = named.get(said)
  if (known !== undefined) return known
  const words = deviceWords(said)
  const name = words === UNKNOWN ? said.split('/')[0]!.slice(0, 60) || UNKNOWN : words
  if (named.size >= MOST) named.clear()
  named.set(said, name)
  return name
}
