import bowser from 'bowser'

/** Browser and system in words, as far as they say: "Safari on iOS, iPad". */
export function deviceWords(userAgent: string | null): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os, platform } = bowser.parse(userAgent)
  const named = [browser.name, os.name].filter(Boolean).join(' on ')
  return [named, platform.model].filter(Boolean).join(', ') || 'Unknown device'
}
