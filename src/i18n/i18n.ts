import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'

/** English only is registered. */
const registered = ['en']

type Done = Parameters<BackendModule['read']>[2]

async function load(address: string, done: Done) {
  try {
    const answer = await fetch(address)
    if (answer.ok) done(null, (await answer.json()) as object)
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
  read: (language, namespace, done) => void load(`/locales/${language}/${namespace}.json`, done),
}

/** The texts of the shell and of the parts come first; each screen asks for its own. */
export const startTexts = async (languages = registered) => {
  i18next.on('languageChanged', language => {
    document.documentElement.lang = language
  })
  await i18next
    .use(files)
    .use(initReactI18next)
    .init({
      lng: languages[0]!,
      supportedLngs: languages,
      fallbackLng: registered,
      load: 'languageOnly',
      ns: ['shell', 'ui'],
      defaultNS: 'shell',
      maxRetries: 5,
      retryTimeout: 350,
      maxParallelReads: 10,
      interpolation: { escapeValue: false },
    })
}
