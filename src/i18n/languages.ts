import i18next from 'i18next'

/** Where the device remembers the language; it stays when somebody signs out. */
const KEY = 'language'
export const PSEUDO = 'en-XA'

/** English only is registered; beside it, in development and in browsers that a test drives, the pseudo-locale. */
export const registered = (): string[] => (import.meta.env.DEV || navigator.webdriver ? ['en', PSEUDO] : ['en'])

/** `?lng=` in the address, else what was chosen before, else the first. */
export function startLanguage(languages: readonly string[] = registered()): string {
  const asked = new URLSearchParams(location.search).get('lng')
  const known = [asked, remembered()].find(language => language !== null && languages.includes(language))
  if (asked !== null && known === asked) remember(asked)
  return known ?? languages[0]!
}

function remembered(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

function remember(language: string) {
  try {
    localStorage.setItem(KEY, language)
  } catch {
    // A shut store: the choice holds for this page.
  }
}

/** The languages somebody can choose from, each in its own words. */
export const languages = (): { code: string; name: string }[] =>
  registered().map(code => ({
    code,
    name: code === PSEUDO ? 'Pseudo' : (new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code),
  }))

export async function speak(language: string): Promise<void> {
  remember(language)
  await i18next.changeLanguage(language)
}
