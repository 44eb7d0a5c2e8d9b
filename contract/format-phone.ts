/**
 * "+919830041172" -> "+91 98300 41172", a line of an Indian office too, since nobody knows from the digits alone where
 * its area code ends. A number from elsewhere has its country's code first and the rest in groups of three.
 */
export function formatPhone(phone: string): string {
  const [number, extension] = phone.split(' ext ')
  if (extension !== undefined) return `${formatPhone(number!)} ext ${extension}`
  const digits = phone.replace(/[^\d+]/g, '')
  const indian = /^\+91(\d{5})(\d{5})$/.exec(digits) ?? /^0?([6-9]\d{4})(\d{5})$/.exec(digits)
  if (indian) return `+91 ${indian[1]} ${indian[2]}`
  const [, country, rest] = countryCode.exec(digits) ?? []
  return country && rest ? `${country} ${rest.replace(/(\d{3})(?=\d{3,})/g, '$1 ')}` : phone
}

/** No code begins another one: those of one digit, those of two, and all others have three. */
const countryCode = /^(\+(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3}))(\d{4,})$/
