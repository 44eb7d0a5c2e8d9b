import { useTranslation } from 'react-i18next'
import type { Actor } from '#contract/actor.ts'
import { useData } from '#src/data/data.ts'
import { Badge } from '#src/ui/badge.tsx'
import { columnWords } from '../roles/lines.ts'
import { heldBy, type HeldAlike } from './rights.ts'

/** What somebody may do, in words: their roles added up. */
export function RightsSummary({ rights }: { rights: Actor }) {
  const { t } = useTranslation(['user', 'access'])
  const { register } = useData()
  const groups = heldBy(rights, register)
  if (groups.length === 0) return <p className="text-30 text-muted">{t('user:screen.rights.none')}</p>
  return (
    <dl className="grid gap-x-4 gap-y-3 text-30 sm:grid-cols-[8rem_minmax(0,1fr)]">
      {groups.map(group => (
        <div key={group.name} className="grid gap-1 sm:contents">
          <dt className="text-muted">{t(`access:groups.${group.name}`)}</dt>
          <dd className="grid gap-1">
            {group.held.map(held => (
              <Held key={held.lines[0]?.name} held={held} isReports={group.name === 'reports'} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Held({ held, isReports }: { held: HeldAlike; isReports: boolean }) {
  const { t } = useTranslation(['user', 'access'])
  const names = held.lines.map(line => t(`access:lines.${line.name}`))
  const actions = held.columns.map(column => t(`access:${columnWords(held.lines[0]!, column)}`))
  return (
    <p className="text-pretty">
      <span className="font-medium">{t('user:screen.rights.names', { names })}</span>
      {!isReports && <span className="text-muted"> · {actions.join(', ')}</span>}
      {held.scope && <Badge className="mx-2">{t(`access:scope.${held.scope}`)}</Badge>}
      {held.approves && (
        <Badge tone="info" className="mx-2">
          {t('access:editor.approves')}
        </Badge>
      )}
    </p>
  )
}
