import i18next from 'i18next'
import { setLocale } from '#src/lib/format.ts'

/** Dates, numbers and money speak the language of the screen, also after it is switched. */
export function followLanguage() {
  // Not known yet where this is loaded together with the texts; then it is told.
  if (i18next.language) setLocale(i18next.language)
  i18next.on('languageChanged', setLocale)
}
