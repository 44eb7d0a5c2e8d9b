import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min'
import type { Option } from '#src/ui/option.ts'

/** Every currency that this browser can write, by its code, with its name in the language of the screen. */
export function currencies(language: string): Option[] {
  const named = new Intl.DisplayNames(Intl.DisplayNames.supportedLocalesOf([language, 'en']), { type: 'currency' })
  return Intl.supportedValuesOf('currency')
    .map(code => ({ value: code, label: code, hint: named.of(code) ?? '' }))
    .map(option => ({ ...option, search: option.hint }))
}

/** Every country, by the two letters that phone numbers go by. */
export function countries(language: string): Option[] {
  const named = new Intl.DisplayNames(Intl.DisplayNames.supportedLocalesOf([language, 'en']), { type: 'region' })
  return getCountries()
    .map(code => ({ value: code, label: named.of(code) ?? code, hint: `${code} +${getCountryCallingCode(code)}` }))
    .map(option => ({ ...option, search: option.hint }))
}

/** Every time zone that this browser knows, with how far it is from Greenwich now. */
export function timeZones(now = new Date()): Option[] {
  return Intl.supportedValuesOf('timeZone').map(zone => ({
    value: zone,
    label: zone,
    search: zone.replaceAll(/[/_]/g, ' '),
    hint: offsetOf(zone, now),
  }))
}

const offsetOf = (zone: string, now: Date): string =>
  new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'shortOffset' })
    .formatToParts(now)
    .find(part => part.type === 'timeZoneName')?.value ?? ''
