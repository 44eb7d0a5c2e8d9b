import { useTranslation } from 'react-i18next'

/** Where the words of titles are. */
export const namespacesOf = (keys: readonly string[]): ReadonlySet<string> =>
  new Set(keys.filter(key => key.includes(':')).map(key => key.slice(0, key.indexOf(':'))))

/** Turns the keys of titles into words; the texts of the desks that they come from are loaded first. */
export function useTitles(keys: readonly string[]): (key: string) => string {
  const { t } = useTranslation(['shell', ...namespacesOf(keys)])
  return key => t(key)
}
