import i18next, { type BackendModule } from 'i18next'
import { initReactI18next } from 'react-i18next'
import { PSEUDO, registered, startLanguage } from './languages.ts'
import { sayNoTexts } from './no-texts.ts'
import { FIRST_TEXTS, textFile } from './text-files.ts'

type Done = Parameters<BackendModule['read']>[2]

async function ask(address: string): Promise<object> {
  const answer = await fetch(address)
  if (!answer.ok) throw Object.assign(new Error(`${address}: ${answer.status}`), { status: answer.status })
  return (await answer.json()) as object
}

/** Files on their way, and those that have come. */
const files = new Map<string, Promise<object>>()

async function read(language: string, namespace: string): Promise<object> {
  if (!import.meta.env.PROD) return ask(`/locales/${language}/${namespace}.json`)
  const address = `/${textFile(language, namespace)}`
  const file = files.get(address) ?? ask(address)
  files.set(address, file)
  file.catch(() => files.delete(address))
  return ((await file) as Record<string, object>)[namespace] ?? {}
}

/** So often is a file asked for again that did not arrive, so long after the last time (in ms). */
const RETRIES = 5
const PAUSE = 350

async function readAgain(language: string, namespace: string, left = RETRIES): Promise<object> {
  try {
    const texts = await read(language === PSEUDO ? 'en' : language, namespace)
    return language === PSEUDO ? (await import('./pseudo.ts')).pseudo(texts) : texts
  } catch (error) {
    const { status } = error as { status?: number }
    // Only what a new answer may cure is tried again.
    if (left === 0 || (status !== undefined && status < 500)) throw error
    await new Promise(resolve => setTimeout(resolve, PAUSE))
    return readAgain(language, namespace, left - 1)
  }
}

/** A language that does not come is spoken for by the first one. Without that the page would show the names of its texts. */
async function load(language: string, namespace: string, done: Done): Promise<void> {
  try {
    done(null, await readAgain(language, namespace))
  } catch (error) {
    if (language !== registered()[0]) return done(error as Error, false)
    await sayNoTexts()
    return load(language, namespace, done)
  }
}

const backend: BackendModule = {
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
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: startLanguage(languages),
      supportedLngs: languages,
      fallbackLng: languages[0]!,
      load: 'currentOnly',
      // A copy: it notes there what is loaded later.
      ns: [...FIRST_TEXTS],
      defaultNS: 'shell',
      maxParallelReads: 10,
      interpolation: { escapeValue: false },
    })
}
