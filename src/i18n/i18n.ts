import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { PSEUDO, registered, startLanguage } from './languages.ts'

type Done = Parameters<BackendModule['read']>[2]

async function load(language: string, namespace: string, done: Done) {
  const address = `/locales/${language === PSEUDO ? 'en' : language}/${namespace}.json`
  try {
    const answer = await fetch(address)
    if (answer.ok) {
      const texts = (await answer.json()) as object
      done(null, language === PSEUDO ? (await import('./pseudo.ts')).pseudo(texts) : texts)
    }
    // Only what a new answer may cure is tried again.
    else done(new Error(`${address}: ${answer.status}`), answer.status >= 500)
  } catch (error) {
    done(error as Error, true)
  }
}

/** Static files: /locales/<language>/<namespace>.json. */
const files: BackendModule = {
  type: 'backend',
  init: () => {},
  callbackApi: true,
  read: (language, namespace, done) => void load(language, namespace, done),
}

/** The texts of the shell and of the parts come first; each screen asks for its own. */
export const startTexts = async (languages = registered()) => {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
  })
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: startLanguage(languages),
      supportedLngs: languages,
      fallbackLng: languages[0]!,
      load: 'currentOnly',
      ns: ['shell', 'ui', 'auth'],
      defaultNS: 'shell',
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false },
    })
}
