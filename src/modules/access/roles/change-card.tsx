import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useTranslation } from 'react-i18next'
import { isBeyond, type Beyond } from '#contract/grants.ts'
import { Badge } from '#src/ui/badge.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { formatNumber } from '#src/lib/format.ts'
import { DifferenceLines } from './difference-lines.tsx'
import type { Difference, Texts } from './draft.ts'
import type { Impact, Loss } from './impact.ts'

type Props = {
  title: string
  difference: Difference
  texts: Texts
  impact: Impact | null
  /** The id of the person at work. */
  me: number
}

const MOST = 5
const NAMED = 3

/** What is different before it is saved, what it opens besides, and who would lose something by it. */
export function ChangeCard({ title, difference, texts, impact, me }: Props) {
  const { t, i18n } = useTranslation(['access', 'role'])
  const notes = difference.granted.map(code => `access:notes.${code}`).filter(key => i18n.exists(key))
  const sayLoss = useLossWords(me)
  const sayLost = useLostWords()
  return (
    <Card title={title} aside={difference.size > 0 && <Badge tone="warning">{formatNumber(difference.size)}</Badge>}>
      {difference.size === 0 && <p className="text-30 text-muted">{t('diff.none')}</p>}
      <DifferenceLines difference={difference} texts={texts} />
      {notes.length > 0 && (
        <div className="mt-3 grid gap-1 text-20 text-subtle">
          {notes.map(key => (
            <p key={key}>{t(key)}</p>
          ))}
        </div>
      )}
      {impact?.lastManager && (
        <Banner tone="danger" announce className="mt-3 px-3!">
          {t('impact.last')}
        </Banner>
      )}
      {impact && !impact.lastManager && isBeyond(impact.lost) && (
        <Banner tone="danger" announce className="mt-3 px-3!">
          {sayLost(impact.lost)}
        </Banner>
      )}
      {impact && impact.losses.length > 0 && (
        <section className="mt-3 grid gap-1.5 border-t pt-3 text-30">
          <h3 className="flex items-center gap-2">
            <Icon of={TriangleAlert} size="sm" className="text-warning" />
            {t('impact.title')}
          </h3>
          {impact.losses.slice(0, MOST).map(loss => (
            <p key={loss.person.id} className={loss.person.id === me ? 'font-medium' : 'text-muted'}>
              {sayLoss(loss)}
            </p>
          ))}
          {impact.losses.length > MOST && (
            <p className="text-muted">{t('diff.more', { count: impact.losses.length - MOST })}</p>
          )}
        </section>
      )}
    </Card>
  )
}

/** What nobody could give any more, and what to do first. */
function useLostWords(): (lost: Beyond) => string {
  const { t } = useTranslation(['access', 'role'])
  return ({ permissions, approves, scopes }) => {
    const all = [
      ...permissions.map(code => `“${t(`role:options.permissions.${code}`)}”`),
      ...approves.map(module => `“${t('diff.approve', { module: t(`role:options.approves.${module}`) })}”`),
      ...scopes.map(module => `“${t('impact.moreRows', { module: t(`role:options.ownOnly.${module}`) })}”`),
    ]
    const rights = all.slice(0, NAMED)
    if (all.length > NAMED) rights.push(t('impact.moreRights', { count: all.length - NAMED }))
    return t('impact.lost', { rights })
  }
}

/** What somebody loses, in a sentence. */
export function useLossWords(me: number): (loss: Loss) => string {
  const { t } = useTranslation('access')
  return ({ person, codes, everything }) => {
    const mine = person.id === me
    if (everything) return mine ? t('impact.meEverything') : t('impact.everything', { name: person.name })
    return mine
      ? t('impact.meLoses', { count: codes.length })
      : t('impact.loses', { count: codes.length, name: person.name })
  }
}
