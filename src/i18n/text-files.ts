/** The texts of the shell, of the parts, and of the pages to sign in: what the first page says, whichever it is. */
export const FIRST_TEXTS: readonly string[] = ['shell', 'ui', 'auth']

/** In the built app the texts of a language are two files: those of the first page, and all others. */
export const textFile = (language: string, namespace: string): string =>
  `locales/${language}.${FIRST_TEXTS.includes(namespace) ? 'first' : 'others'}.json`
