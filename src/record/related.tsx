import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { filtersOf } from '#contract/filters.ts'
import type { Module, Row } from '#contract/module.ts'
import { can } from '#contract/rules.ts'
import { useData } from '#src/data/data.ts'
import { localRows } from '#src/data/rows/source.ts'
import { useRecords } from '#src/data/use-records.ts'
import { titleOf } from '#src/data/use-titles.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useWords } from '#src/fields/words.ts'
import { formatCount, formatDate } from '#src/lib/format.ts'
import { Failed } from '#src/parts/not-loaded.tsx'
import { useActor } from '#src/session/actor.ts'
import type { Column } from '#src/table/model.ts'
import { Table } from '#src/table/table.tsx'
import { Card } from '#src/ui/card.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { stageColumn } from './child-columns.tsx'

/** The first of them are shown; the list has them all. */
const FEW = 5

type Way = { from: Module; filter: string }

/** Every place in the register that may refer to a record of this module, lines inside too. */
const waysTo = (module: Module, all: readonly Module[]): Way[] =>
  all.flatMap(from => {
    const filters = from.list ? [] : filtersOf(from)
    const referring = filters.filter(
      ({ name, kind, meta }) =>
        (kind === 'reference' || kind === 'references') &&
        meta?.module === module.name &&
        !meta.ofLine &&
        // Who made a record is no relation of theirs.
        name !== 'createdBy',
    )
    return referring.map(({ name }) => ({ from, filter: name }))
  })

/** Everything else that refers to this record and that this person may look through; `tabs`: modules that have a tab here. */
export function Related({ module, record, tabs }: { module: Module; record: Row; tabs: readonly string[] }) {
  const { register } = useData()
  const actor = useActor()
  const ways = waysTo(module, Object.values(register)).filter(
    // What has a tab of its own is not said twice.
    ({ from }) => can(actor, from, 'list') && !tabs.includes(from.name),
  )
  return ways.map(way => <RelatedCard key={`${way.from.name}.${way.filter}`} way={way} id={record.id} />)
}

function RelatedCard({ way, id }: { way: Way; id: number }) {
  const { from, filter } = way
  const { t } = useTranslation('crud')
  const words = useWords(from)
  const places = useRecordPlaces()
  const { rows, loading, error, hasMore } = useRecords(from, { filter: { [filter]: [id] } })
  const queries = useQueryClient()
  // Several cards may ask one module: where one was not answered, the others were not either.
  const again = () => void queries.invalidateQueries({ queryKey: [from.name, 'list'] })
  const list = places?.listOf(from.name)
  const all = list && `${list}?${new URLSearchParams({ [`filter[${filter}]`]: String(id) })}`
  // Nothing refers to it in this way: that says itself by the absence of the card.
  if (!loading && !error && rows.length === 0) return null
  const title: Column = {
    key: from.title,
    label: words.field(from.title),
    plain: true,
    width: 120,
    text: row => titleOf(from, row) || t('detail.noTitle', { noun: words.noun }),
  }
  const changed: Column = {
    key: 'updatedAt',
    label: words.field('updatedAt'),
    plain: true,
    text: row => formatDate(row.updatedAt),
  }
  const second = from.stages ? stageColumn(from, words) : changed
  return (
    <Card
      flush
      title={
        <>
          <span className="inline-block first-letter:uppercase">{words.nouns}</span>{' '}
          {!loading && !error && (
            <span className="text-30 font-normal text-subtle">{formatCount(rows.length, hasMore)}</span>
          )}
        </>
      }
      aside={<span className="text-20 text-subtle">{words.field(filter)}</span>}
      footer={all && rows.length > FEW && <Link to={all}>{t('detail.showAll', { nouns: words.nouns })}</Link>}
    >
      {loading && <SkeletonRows rows={2} />}
      {error && (
        <div className="p-3">
          <Failed message={error.message} onAgain={again} />
        </div>
      )}
      {rows.length > 0 && (
        <Table
          title={words.nouns}
          rows={localRows(rows.slice(0, FEW))}
          columns={[title, { ...second, atEnd: true }]}
          linkTo={id => places?.pathTo(from.name, id)}
        />
      )}
    </Card>
  )
}
