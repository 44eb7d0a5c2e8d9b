import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import { Suspense, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatBytes, formatNumber } from '#src/lib/format.ts'
import type { Check, Missing, Readiness, ReadinessFacts, Verdict } from '#src/offline/readiness.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Icon } from '#src/ui/icon.tsx'

const looks: Record<Verdict, { icon: typeof Info; className: string }> = {
  fine: { icon: CircleCheck, className: 'text-success-text' },
  advice: { icon: Info, className: 'text-muted' },
  missing: { icon: CircleAlert, className: 'text-warning-text' },
}

/** One line for each thing that has to be here. */
export function ReadinessLines({ facts, readiness }: { facts: ReadinessFacts; readiness: Readiness }) {
  const { t } = useTranslation('readiness')
  return (
    <ul className="grid gap-4">
      {readiness.findings.map(({ check, verdict }) => {
        const { icon, className } = looks[verdict]
        return (
          <li key={check} className="flex items-start gap-3">
            <Icon of={icon} size="sm" className={`mt-0.5 ${className}`} />
            <div className="min-w-0 flex-1">
              <p className="font-medium">
                {t(`${check}.title`)}
                <span className="sr-only"> {t(`verdict.${verdict}`)}</span>
              </p>
              <div className="text-30 text-pretty text-muted">
                {/* With the words of the modules that it names, which may be on their way. */}
                <Suspense>
                  <Words check={check} verdict={verdict} facts={facts} />
                </Suspense>
              </div>
            </div>
          </li>
        )
      })}
    </ul>
  )
}

type Told = { check: Check; verdict: Verdict; facts: ReadinessFacts }

function Words({ check, verdict, facts }: Told): ReactNode {
  const { t } = useTranslation('readiness')
  switch (check) {
    case 'app':
      return t(`app.${verdict}`)
    case 'loaded':
      return (
        <>
          <p>{t(`loaded.${verdict}`)}</p>
          <Counts counts={facts.counts} />
        </>
      )
    case 'numbers':
      return t(`numbers.${verdict}`, { shown: formatNumber(facts.numbers.left) })
    case 'references':
      return verdict === 'fine' ? t('references.fine') : <MissingNames missing={facts.missing} />
    case 'pictures':
      return verdict === 'fine'
        ? t('pictures.fine')
        : t('pictures.missing', { count: facts.pictures.length, shown: formatNumber(facts.pictures.length) })
    case 'age':
      return facts.syncedAt === null ? (
        t('age.never')
      ) : (
        <>
          {t(`age.${verdict}`)} · <Ago at={facts.syncedAt} />
        </>
      )
    case 'storage':
      return facts.storage.left === null
        ? t('storage.unknown')
        : t(`storage.${verdict}`, { left: formatBytes(facts.storage.left) })
    case 'files':
      return verdict === 'fine'
        ? t('files.fine')
        : t('files.advice', { count: facts.files, shown: formatNumber(facts.files) })
  }
}

function Counts({ counts: { lists = 0, ...modules } }: { counts: ReadinessFacts['counts'] }) {
  const held = Object.entries(modules).filter(([, count]) => count > 0)
  const { t } = useTranslation(['readiness', ...held.map(([name]) => name)])
  const words = [
    ...(lists > 0 ? [t('readiness:loaded.lists', { count: lists, shown: formatNumber(lists) })] : []),
    ...held.map(([name, count]) =>
      t('readiness:loaded.group', { name: t(`${name}:titles.list`), shown: formatNumber(count) }),
    ),
  ]
  return <p>{words.length === 0 ? t('readiness:loaded.none') : words.join(' · ')}</p>
}

/** So many are named one by one. */
const NAMED = 5

function MissingNames({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation(['readiness', ...new Set(missing.map(one => one.t))])
  const rest = missing.length - NAMED
  return (
    <>
      <p>{t('readiness:references.missing')}</p>
      <ul className="list-inside list-disc">
        {missing.slice(0, NAMED).map(one => (
          <li key={one.id}>
            <bdi>{t('readiness:references.of', { name: t(`${one.t}:titles.details`), title: one.by.title })}</bdi>
          </li>
        ))}
      </ul>
      {rest > 0 && <p>{t('readiness:references.more', { count: rest, shown: formatNumber(rest) })}</p>}
    </>
  )
}
