import PackageCheck from 'lucide-react/icons/package-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useParams, useSearchParams } from 'react-router-dom'
import type { Purpose } from '#contract/modules/stock/dispatch-for.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { stillHere } from '#contract/modules/stock/dispatch-left.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { NoRecord } from '#src/crud/no-record.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useWords } from '#src/fields/words.ts'
import { useCan } from '#src/session/actor.ts'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { RecordNumber } from '#src/ui/record-number.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { kinds } from './for/kinds.ts'
import { packForRecord } from './for/pack-for-record.ts'
import type { PackFor } from './for/pack-for.ts'
import { OneParcel } from './pack/one-parcel.tsx'
import { ParcelSwitch } from './pack/parcel-switch.tsx'
import { StartPacking } from './pack/start-packing.tsx'
import { useForWhom } from './use-for-whom.ts'

/** Packs an order, a parcel at a time and a step at a time. */
export const PackPage = (props: ScreenProps) => <PackRecord {...props} of="order" />
/** The same with what goes back to the customer of a job. */
export const JobPackPage = (props: ScreenProps) => <PackRecord {...props} of="maintenance" />

function PackRecord({ screens, of }: ScreenProps & { of: Purpose }) {
  const id = Number(useParams().id ?? 0)
  const { module } = kinds[of]
  const { row, loading, error } = useRecord(module, id)
  if (!row) return <NoRecord screens={{ ...screens, module }} loading={loading} error={error} />
  return <Parcels key={id} what={packForRecord[of](row)} />
}

function Parcels({ what }: { what: PackFor }) {
  const { t } = useTranslation('dispatch')
  const query = { filter: { [what.name]: [what.row.id], direction: ['out'] }, sort: 'createdAt' }
  const found = useRowsOf(dispatch, query, what.row.version)
  const [search, setSearch] = useSearchParams()
  // It stands here before the list has heard of it.
  const [made, setMade] = useState<Dispatch | null>(null)
  const all = made && !found.rows.some(({ id }) => id === made.id) ? [...found.rows, made] : found.rows
  const parcels = all.filter(({ stage }) => stage !== 'cancelled')
  const left = what.left(all)
  const named = parcels.find(({ id }) => id === Number(search.get('dispatch')))
  const open = parcels.find(({ stage }) => stillHere.includes(stage))
  const wantsNew = search.has('new') && left.length > 0
  const shown = wantsNew ? undefined : (named ?? open ?? (left.length > 0 ? undefined : parcels.at(-1)))
  const isEmpty = !found.loading && !found.error && !shown && left.length === 0
  const choose = (id: number | null) =>
    setSearch(id === null ? { new: '' } : { dispatch: String(id) }, { replace: true })
  const begun = (row: Dispatch) => {
    setMade(row)
    choose(row.id)
  }
  return (
    <>
      {/* The way on stands once: where there is nothing to pack, it is the one step that is left. */}
      <Head what={what} leadsOn={!isEmpty} />
      {found.loading ? (
        <SkeletonRows rows={5} />
      ) : found.error ? (
        <Failed message={found.error.message} onAgain={found.again} />
      ) : (
        <>
          {parcels.length + (left.length > 0 ? 1 : 0) > 1 && (
            <ParcelSwitch parcels={parcels} hasMore={left.length > 0} shown={shown?.id ?? null} onChoose={choose} />
          )}
          {!shown && left.length > 0 && <StartPacking what={what} left={left} parcels={all} onBegun={begun} />}
          {isEmpty && <NothingLeft what={what} />}
          {shown && (
            <OneParcel
              key={shown.id}
              what={what}
              row={shown}
              others={all.filter(({ id }) => id !== shown.id)}
              at={parcels.indexOf(shown) + 1}
              onStep={() => choose(shown.id)}
            />
          )}
        </>
      )}
      <p className="sr-only" role="status">
        {shown ? t('screen.parcel', { at: parcels.indexOf(shown) + 1 }) : ''}
      </p>
    </>
  )
}

function Head({ what, leadsOn }: { what: PackFor; leadsOn: boolean }) {
  const { t } = useTranslation('dispatch')
  const { module, details } = kinds[what.name]
  const words = useWords(module)
  const mayOpen = useCan(module, 'details')
  const whom = useForWhom(what)
  const { id, number } = what.row
  return (
    <PageHead
      className="mb-3!"
      title={
        <>
          {t('screen.pack')} {number ? <RecordNumber number={number} className="text-70!" /> : words.noun}
        </>
      }
      text={whom}
      actions={
        leadsOn &&
        mayOpen && (
          <ButtonLink size="sm" to={details(id)}>
            {t(`screen.to.${what.name}`)}
          </ButtonLink>
        )
      }
    />
  )
}

/** Why there is nothing to pack, and the way on. */
function NothingLeft({ what }: { what: PackFor }) {
  const { t } = useTranslation('dispatch')
  const { module, details } = kinds[what.name]
  const mayOpen = useCan(module, 'details')
  const why = what.nothing
  return (
    <EmptyState
      icon={PackageCheck}
      title={t(`screen.nothing.${why}`)}
      text={t(`screen.nothing.${why}Text`)}
      action={
        mayOpen && (
          <ButtonLink variant="primary" to={details(what.row.id)}>
            {t(`screen.to.${what.name}`)}
          </ButtonLink>
        )
      }
    />
  )
}
