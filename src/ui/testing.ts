import i18next from 'i18next'
import { readFileSync } from 'node:fs'
import { initReactI18next } from 'react-i18next'

/** For tests: the real words of the parts. */
export async function partTexts() {
  const ui: unknown = JSON.parse(readFileSync('public/locales/en/ui.json', 'utf8'))
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: ['ui'],
    defaultNS: 'ui',
    resources: { en: { ui: ui as Record<string, string> } },
    interpolation: { escapeValue: false },
  })
}
