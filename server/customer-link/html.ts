/** Markup that is safe to send: what is put into it is escaped unless it is markup itself. */
export type Html = { readonly markup: string }

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, sign => signs[sign]!)

type Part = Html | string | number | null | false | readonly Part[]

const markupOf = (part: Part): string => {
  if (part === null || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('markup' in part) return part.markup
  return part.map(markupOf).join('')
}

export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  markup: strings.map((text, at) => text + (at < parts.length ? markupOf(parts[at]!) : '')).join(''),
})
