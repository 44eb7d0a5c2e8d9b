import { useTranslation } from 'react-i18next'

const namespaceOf = (key: string) => key.slice(0, key.indexOf(':'))

/** Turns the keys of titles into words; the texts of the desks that they come from are loaded first. */
export function useTitles(keys: readonly string[]): (key: string) => string {
  const { t } = useTranslation(['shell', ...new Set(keys.filter(key => key.includes(':')).map(namespaceOf))])
  return key => t(key)
}
