import { useTranslation } from 'react-i18next'
import type { Surplus } from './use-access.ts'

const SHOWN = 3

/** What somebody lacks, in a few words: "Users, edit, Roles, edit and 4 more rights". */
export function useBeyondWords(): (surplus: Surplus) => string {
  const { t } = useTranslation(['user', 'role'])
  return ({ permissions, approves, scopes, otherBranch, statuses }) => {
    const all = [
      ...permissions.map(code => `“${t(`role:options.permissions.${code}`)}”`),
      ...approves.map(name => t('user:screen.beyond.approves', { module: t(`role:options.approves.${name}`) })),
      ...(otherBranch ? [t('user:screen.beyond.branch')] : []),
      ...(statuses ? [t('user:screen.beyond.statuses')] : []),
      ...scopes.map(name => t('user:screen.beyond.scope', { module: t(`role:options.ownOnly.${name}`) })),
    ]
    const rights = all.slice(0, SHOWN)
    const more = all.length - rights.length
    if (more > 0) rights.push(t('user:screen.beyond.more', { count: more }))
    return t('user:screen.beyond.list', { rights })
  }
}
