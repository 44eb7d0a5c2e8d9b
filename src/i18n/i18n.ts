import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { setLocale } from '#src/lib/format.ts'

export const languages = ['en'] as const

/** Static files: /locales/<language>/<namespace>.json. Only what a new answer may cure is tried again. */
const files: BackendModule = {
  type: 'backend',
  init: () => {},
  callbackApi: true,
  read: (language, namespace, done) => {
    const load = async () => {
      const answer = await fetch(`/locales/${language}/${namespace}.json`)
      if (!answer.ok) return done(new Error(`${namespace}.json: ${answer.status}`), answer.status >= 500)
      done(null, await answer.json())
    }
    load().catch((error: unknown) => done(error as Error, true))
  },
}

/** The texts of the shell and of the parts come first; each screen asks for its own. */
export const startTexts = async () => {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
    setLocale(language)
  })
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: languages[0],
      supportedLngs: languages,
      fallbackLng: languages[0],
      load: 'languageOnly',
      ns: ['shell', 'ui'],
      defaultNS: 'shell',
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false },
    })
}
