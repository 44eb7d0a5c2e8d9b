import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { deedsCall } from '#contract/calls/access.ts'
import type { AnswerOf } from '#contract/call.ts'
import type { User } from '#contract/modules/access/user.ts'
import type { Module } from '#contract/module.ts'
import type { PlainAction } from '#contract/intent.ts'
import { useAsked } from '#src/data/use-call.ts'
import { useData } from '#src/data/data.ts'
import { useWords } from '#src/fields/words.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'

type Deed = AnswerOf<typeof deedsCall>['rows'][number]

/** What somebody did lately, on records that one may open oneself. */
export function DeedsCard({ person }: { person: User }) {
  const { t } = useTranslation('user')
  const { answer, loading, error } = useAsked(deedsCall, { user: person.id })
  const { register } = useData()
  const rows = (answer?.rows ?? []).flatMap(deed => {
    const module = register[deed.entity]
    return module ? [{ deed, module }] : []
  })
  return (
    <Card flush title={t('screen.deeds.title')}>
      {loading && <SkeletonRows rows={3} />}
      {error && <p className="px-4 py-3 text-30 text-muted">{error.message}</p>}
      {answer && rows.length === 0 && <p className="px-4 py-3 text-30 text-muted">{t('screen.deeds.none')}</p>}
      <ul>
        {rows.map(({ deed, module }) => (
          <li
            key={`${deed.at}.${deed.id}`}
            className="flex items-baseline gap-3 border-t px-4 py-2 text-30 first:border-t-0"
          >
            <Suspense>
              <Line deed={deed} module={module} />
            </Suspense>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const said = {
  create: 'screen.deeds.create',
  change: 'screen.deeds.change',
  archive: 'screen.deeds.archive',
  restore: 'screen.deeds.restore',
} as const satisfies Record<PlainAction, string>
const isPlain = (action: string): action is PlainAction => action in said

function Line({ deed, module }: { deed: Deed; module: Module }) {
  const { t } = useTranslation('user')
  const words = useWords(module)
  const action = isPlain(deed.action) ? t(said[deed.action]) : words.move(deed.action)
  return (
    <>
      <p className="min-w-0 flex-1 truncate">
        <span className="text-muted">
          {action} · {words.noun}
        </span>{' '}
        <bdi className="font-medium">{deed.title}</bdi>
        {deed.offline && <Badge className="ms-2">{t('screen.deeds.offline')}</Badge>}
      </p>
      <Ago at={deed.at} className="shrink-0 text-20 text-subtle" />
    </>
  )
}
