import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { user } from '#contract/modules/access/user.ts'
import type { Row } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import type { Actor } from '#contract/actor.ts'
import { questionOf } from '#src/crud/list/state.ts'
import { pathToRecord, type Pages } from '#src/crud/screens.ts'
import { failureOf } from '#src/data/words.ts'
import { readPage } from '#src/data/list-pages.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useActor } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { askedBy, viewOf, type Asked } from './asked.ts'

const MOST = 6

type Late = { pages: Pages; row: Row; since: string }

const isWhose = ({ pages, asked }: { pages: Pages; asked: Asked }) =>
  asked.late && Object.hasOwn(pages.module.fields, 'assignedTo')

/** Is there anything that could be late, and belong to somebody, of what this person sees? */
export const hasLate = (actor: Actor): boolean => askedBy(actor).some(isWhose)

/** The records that are late, the longest first, and whose each is. */
export function LateCard() {
  const { t } = useTranslation('home')
  const actor = useActor()
  const { online } = useConnection()
  const views = askedBy(actor)
    .filter(isWhose)
    .flatMap(one => {
      const view = viewOf(one, actor)
      return view ? [{ pages: one.pages, question: questionOf(view[1].state) }] : []
    })
  const found = useQueries({
    queries: views.map(({ pages: { module }, question }) => ({
      // As its number beside it: what changes one changes the other.
      queryKey: [module.name, 'total', 'rows', question],
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        readPage(module, question, { after: null, limit: MOST }, signal),
      enabled: online,
    })),
  })
  const failed = found.find(({ isError }) => isError)
  const isThere = found.every(({ data, isError }) => data || isError)
  const late = found
    .flatMap(({ data }, at): Late[] => {
      const { pages, question } = views[at]!
      // The view stands in the order of what was promised.
      const by = question.sort?.replace('-', '') ?? 'updatedAt'
      return (data?.rows ?? []).map(row => ({
        pages,
        row,
        since: (row as unknown as Record<string, string | null>)[by] ?? '',
      }))
    })
    .toSorted((a, b) => a.since.localeCompare(b.since))
    .slice(0, MOST)
  return (
    <Card flush title={t('home:late.title')}>
      {/* As high with rows as without: what stands below stays where it is. */}
      <div className="min-h-[calc(6*var(--row-h))]">
        {online && failed && (
          <Banner tone="warning" className="m-3">
            {failureOf(failed.error)?.message}
          </Banner>
        )}
        {!online && !isThere ? (
          <p className="px-4 py-4 text-muted">{t('home:late.away')}</p>
        ) : !isThere ? (
          <SkeletonRows rows={MOST} />
        ) : late.length === 0 ? (
          !failed && <p className="px-4 py-4 text-muted">{t('home:late.none')}</p>
        ) : (
          <ul>
            {late.map(one => (
              <Line key={`${one.pages.module.name} ${one.row.id}`} of={one} actor={actor} />
            ))}
          </ul>
        )}
      </div>
    </Card>
  )
}

function Line({ of: { pages, row, since }, actor }: { of: Late; actor: Actor }) {
  const { t } = useTranslation('home')
  const { module } = pages
  const to = pathToRecord(pages, row.id, action => can(actor, module, action))
  const { assignedTo } = row as unknown as { assignedTo: number | null }
  const inside = (
    <>
      <span data-mark={module.colour} className="h-4 w-0.75 shrink-0 rounded-full bg-mark" />
      <bdi className="min-w-0 flex-1 truncate font-medium">{titleOf(module, row)}</bdi>
      <span className="max-w-40 min-w-0 truncate text-30 text-muted">
        {assignedTo === null ? t('home:late.nobody') : <RecordName module={user} id={assignedTo} />}
      </span>
      {since && <Ago at={since} className="shrink-0 text-end text-30 text-danger-text" />}
    </>
  )
  const look = 'flex min-h-row items-center gap-3 px-4'
  return (
    <li className="border-t first:border-t-0">
      {to ? (
        <Link to={to} className={`${look} -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover`}>
          {inside}
        </Link>
      ) : (
        <span className={look}>{inside}</span>
      )}
    </li>
  )
}
