import { useTranslation } from 'react-i18next'
import { role, type Role } from '#contract/modules/access/role.ts'
import { useHistory, type HistoryEntry } from '#src/data/use-facts.ts'
import { formatRelative } from '#src/lib/format.ts'
import { Card } from '#src/ui/card.tsx'
import { DifferenceLines } from './difference-lines.tsx'
import { difference, emptyRole } from './draft.ts'

const MOST = 4
const words: Record<string, string> = { create: 'created', archive: 'archived', restore: 'restored' }

/** Who changed the role lately, and what. */
export function HistoryCard({ row }: { row: Role }) {
  const { t } = useTranslation('access')
  const { entries, error } = useHistory(role, row.id)
  return (
    <Card title={t('history.title')}>
      <ol className="grid gap-4">
        {entries?.slice(0, MOST).map(entry => (
          <li key={entry.version} className="grid gap-1.5">
            <p className="text-30">
              {t(`history.${words[entry.action] ?? 'changed'}`, { who: entry.actorName ?? t('history.system') })}
              <span className="block text-20 text-subtle">{formatRelative(entry.at)}</span>
            </p>
            {entry.action === 'change' && <Changed entry={entry} />}
          </li>
        ))}
      </ol>
      {entries?.length === 0 && <p className="text-30 text-muted">{t('history.none')}</p>}
      {error && <p className="text-30 text-muted">{error.message}</p>}
    </Card>
  )
}

function Changed({ entry: { before, after } }: { entry: HistoryEntry }) {
  const [was, is] = [{ ...emptyRole, ...before } as Role, { ...emptyRole, ...after } as Role]
  return <DifferenceLines difference={difference(was, is)} texts={is} most={3} />
}
