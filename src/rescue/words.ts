import english from '../../public/locales/en/rescue.json'

type Words = { [key: string]: string | Words }

let words: Words = english

/** The person's language, where its words are within reach. English is inside this very script. */
export async function fetchWords(): Promise<void> {
  const language = localStorage.getItem('language') ?? 'en'
  document.documentElement.lang = language === 'en' ? language : document.documentElement.lang
  if (language === 'en' || !/^[a-z]{2,3}(-[A-Za-z]{2,4})?$/.test(language)) return
  try {
    const answer = await fetch(`/locales/${language}/rescue.json`)
    if (!answer.ok) return
    words = (await answer.json()) as Words
    document.documentElement.lang = language
  } catch {
    // English it is.
  }
}

export function t(key: string, values: Record<string, string | number> = {}): string {
  const found = (from: Words) => key.split('.').reduce<string | Words | undefined>(step, from)
  const text = [found(words), found(english), key].find(one => typeof one === 'string') ?? key
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
}

const step = (at: string | Words | undefined, part: string) => (typeof at === 'object' ? at[part] : undefined)
