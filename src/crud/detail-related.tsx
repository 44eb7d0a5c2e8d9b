import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { filtersOf } from '#contract/filters.ts'
import type { Module, Row } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { useRecords } from '#src/data/use-records.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import { OnRecordsContext } from './on-records.ts'

/** The first of them are shown; the list has them all. */
const FEW = 5

type Way = { from: Module; filter: string }

/** Every place in the register that may refer to a record of this module, lines inside too. */
const waysTo = (module: Module, all: readonly Module[]): Way[] =>
  all.flatMap(from =>
    from.list
      ? []
      : filtersOf(from).flatMap(({ name, kind, meta }) =>
          (kind === 'reference' || kind === 'references') &&
          meta?.module === module.name &&
          !meta.ofLine &&
          // Who made a record is no relation of theirs.
          name !== 'createdBy'
            ? [{ from, filter: name }]
            : [],
        ),
  )

/** Everything that refers to this record and that this person may look through, found by declaration. */
export function Related({ module, record }: { module: Module; record: Row }) {
  const { register } = useData()
  const actor = useActor()
  // What has a tab of its own is not said twice.
  const tabs = use(OnRecordsContext).map(({ module: { name } }) => name)
  const ways = waysTo(module, Object.values(register)).filter(
    ({ from }) => can(actor, from, 'list') && !tabs.includes(from.name),
  )
  return ways.map(way => <RelatedList key={`${way.from.name}.${way.filter}`} way={way} id={record.id} />)
}

function RelatedList({ way, id }: { way: Way; id: number }) {
  const { from, filter } = way
  const { t } = useTranslation('crud')
  const words = useWords(from)
  const places = useRecordPlaces()
  const { rows, loading, error, hasMore } = useRecords(from, { filter: { [filter]: [id] } })
  const queries = useQueryClient()
  const again = () => void queries.invalidateQueries({ queryKey: [from.name, 'list'] })
  const list = places?.listOf(from.name)
  const all = list && `${list}?${new URLSearchParams({ [`filter[${filter}]`]: String(id) })}`
  // Nothing refers to it in this way: that says itself by the absence of the card.
  if (!loading && !error && rows.length === 0) return null
  const count = hasMore ? `${rows.length}+` : String(rows.length)
  return (
    <Card
      title={
        <>
          <span className="inline-block first-letter:uppercase">{words.nouns}</span>{' '}
          {!loading && !error && <span className="text-30 font-normal text-subtle">{count}</span>}
        </>
      }
      aside={<span className="text-20 text-subtle">{words.field(filter)}</span>}
      footer={all && rows.length > FEW && <Link to={all}>{t('detail.showAll', { nouns: words.nouns })}</Link>}
    >
      {loading && <SkeletonRows rows={2} />}
      {error && <Failed message={error.message} onAgain={again} />}
      <ul className="grid">
        {rows.slice(0, FEW).map(row => {
          const to = places?.pathTo(from.name, row.id)
          const title = titleOf(from, row) || t('detail.noTitle', { noun: words.noun })
          return (
            <li key={row.id} className="flex min-h-control-sm items-center gap-3 border-b py-1 text-30 last:border-0">
              {to ? (
                <Link to={to} className="link min-w-0 flex-1 truncate">
                  {title}
                </Link>
              ) : (
                <span className="min-w-0 flex-1 truncate">{title}</span>
              )}
              {row.stage && <span className="text-muted">{words.stage(row.stage)}</span>}
              <Ago at={row.updatedAt} className="text-20 text-subtle" />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
