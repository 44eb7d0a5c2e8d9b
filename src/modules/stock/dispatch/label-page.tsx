import PackagePlus from 'lucide-react/icons/package-plus'
import Printer from 'lucide-react/icons/printer'
import { useState, type ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate, useParams, useSearchParams } from 'react-router-dom'
import { courier as courierList } from '#contract/lists/stock.ts'
import { order } from '#contract/modules/sales/order.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { tooLongFor } from '#contract/modules/stock/courier-lines.ts'
import { dispatch, type Dispatch } from '#contract/modules/stock/dispatch.ts'
import { isOver } from '#contract/modules/stock/dispatch-fits.ts'
import { useRowsOf } from '#src/data/rows/use-rows-of.ts'
import { NoRecord } from '#src/crud/no-record.tsx'
import { Failed } from '#src/parts/not-loaded.tsx'
import type { ScreenProps } from '#src/crud/screens.ts'
import { useList } from '#src/data/use-list.ts'
import { useRecord } from '#src/data/use-records.ts'
import { useRowsById } from '#src/data/use-rows-by-id.ts'
import { pendingName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { useAskedIds } from '#src/lib/use-asked-ids.ts'
import { formatList, formatNumber } from '#src/lib/format.ts'
import { LabelPreview, SHOWN } from '#src/labels/label-preview.tsx'
import { LabelTools } from '#src/labels/label-tools.tsx'
import { copiesOf } from '#src/labels/queue.ts'
import { drawn, repeated } from '#src/labels/ready.tsx'
import { keepSettings, keepUsed, readSettings, readUsed } from '#src/labels/settings.ts'
import { useCountPrints } from '#src/labels/use-count-prints.ts'
import { withoutNames } from '#src/labels/without-names.ts'
import { LabelSheets } from '#src/paper/label-sheets.tsx'
import { sizesOf } from '#src/paper/label-sizes.ts'
import { namelessLabels, printSheets } from '#src/paper/print-sheets.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { PageHead } from '#src/ui/page-head.tsx'
import { SkeletonRows } from '#src/ui/skeleton-rows.tsx'
import { useLeftOut, useParcelsOfOrders } from '../papers/use-parcels.ts'
import { kinds, labelPath, packPath } from './for/kinds.ts'
import { forOrder } from './for/order.ts'
import type { PackFor } from './for/pack-for.ts'
import { barsOf } from './label/label.tsx'
import { dispatchLabel } from './label/record-label.tsx'
import { StartPacking } from './pack/start-packing.tsx'

/** So many are printed in one go. */
const MOST = 500
const numberOf = ({ id, number }: Dispatch) => number ?? pendingName(id)

/** The label of a parcel, or of many (`?ids=1,2,3`), or of those of orders (`?orders=7,8`). */
export function LabelPage(props: ScreenProps) {
  const orders = useAskedIds('orders')
  return orders.length > 0 ? <LabelsOfOrders {...props} orders={orders} /> : <NamedLabels {...props} />
}

/** The labels of all parcels of these orders that are not over. */
function LabelsOfOrders({ title, orders }: ScreenProps & { orders: readonly number[] }) {
  const { t } = useTranslation('dispatch')
  const found = useParcelsOfOrders(orders)
  const leftOut = useLeftOut(found)
  const alive = found.rows.filter(row => row.direction === 'out' && !isOver(row))
  if (found.loading) return <SkeletonRows rows={5} />
  if (found.error) return <NotRead title={title} message={found.error.message} onAgain={found.again} />
  if (alive.length === 0)
    return <EmptyState level={1} title={t('screen.noParcels')} text={leftOut || t('screen.noParcelsText')} />
  return <Labels rows={alive} leftOut={leftOut} />
}

function NamedLabels({ screens, title }: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const ids = [...new Set([id, ...useAskedIds()])].filter(one => one > 0)
  const { rows, loading, error, again } = useRowsById(dispatch, ids.slice(0, MOST))
  const leftOut = useLeftOut({ lost: 0, cut: Math.max(ids.length - MOST, 0) })
  if (loading) return <SkeletonRows rows={5} />
  if (error && rows.length === 0) return <NotRead title={title} message={error.message} onAgain={again} />
  if (rows.length === 0) return <NoRecord screens={screens} loading={false} error={null} />
  return <Labels rows={rows} leftOut={leftOut} />
}

/** The label of what goes back with a job: of the parcel that is named (`?dispatch=`), else of the last one. */
export function JobLabelPage({ screens, title }: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const named = Number(useSearchParams()[0].get('dispatch') ?? 0)
  const found = useRowsOf(dispatch, { filter: { maintenance: [id] }, sort: 'createdAt' }, 0)
  const alive = found.rows.filter(row => !isOver(row))
  const row = found.rows.find(one => one.id === named) ?? alive.at(-1) ?? found.rows.at(-1)
  if (found.loading) return <SkeletonRows rows={5} />
  if (found.error) return <NotRead title={title} message={found.error.message} onAgain={found.again} />
  if (!row) return <NoRecord screens={{ ...screens, module: maintenance }} loading={false} error={null} />
  return <Labels rows={[row]} />
}

/** The page with its name, though nothing on it could be read. */
function NotRead({ title, ...failed }: ComponentProps<typeof Failed> & Pick<ScreenProps, 'title'>) {
  const { t } = useTranslation('dispatch')
  return (
    <>
      <PageHead title={t(title)} />
      <Failed {...failed} />
    </>
  )
}

/** `leftOut`: what is not on this page, and why. */
function Labels({ rows, leftOut = '' }: { rows: readonly Dispatch[]; leftOut?: string }) {
  const { t } = useTranslation(['dispatch', 'label'])
  const [settings, setSettings] = useState(() => readSettings('parcel'))
  const [copies, setCopies] = useState<number | string | null>(1)
  const [used, setUsed] = useState(() => readUsed('parcel'))
  const [refused, setRefused] = useState('')
  const [printing, setPrinting] = useState(false)
  const words = useWords(dispatch)
  const countPrints = useCountPrints(dispatch, dispatchLabel.moves)
  const size = sizesOf.parcel[settings.size]!
  const over = rows.filter(isOver)
  const alive = rows.filter(row => !isOver(row))
  const couriers = useList(courierList, { includeOff: true }).items
  const cutOff = alive.filter(row => {
    const by = row.stage === 'checked' && couriers.find(({ id }) => id === row.courier)
    return by && Object.keys(tooLongFor(by, row)).length > 0
  })
  const ready = alive.filter(row => dispatchLabel.whyNot(row) === null && !cutOff.includes(row))
  /** Of one parcel alone one may go on with packing. */
  const toPack = (parcels: readonly Dispatch[]) => {
    const to = parcels.length === 1 ? packPath(parcels[0]!) : null
    return (
      to !== null && (
        <ButtonLink size="xs" to={to}>
          {t('screen.packIt')}
        </ButtonLink>
      )
    )
  }
  const waiting = alive.filter(row => dispatchLabel.whyNot(row) !== null)
  const tooLong = alive.filter(row => row.awb && !barsOf(row, size, settings.dpi))
  const labelsOf = (of: readonly Dispatch[]) =>
    of.flatMap(row => drawn(dispatchLabel, dispatch, row, { size, dpi: settings.dpi }))
  const times = copiesOf(copies)
  const printed = repeated(labelsOf(ready), times)
  const shown = labelsOf(alive)
  const print = async () => {
    keepSettings('parcel', settings)
    setRefused('')
    const nameless = await namelessLabels()
    const missing = ready.filter(row => labelsOf([row]).some(({ key }) => nameless.has(key)))
    if (missing.length > 0 && !(await withoutNames(missing.map(numberOf)))) return
    await printSheets()
    const before = size.onPage > 1 ? Math.min(used, size.onPage - 1) : 0
    setUsed(keepUsed('parcel', settings.size, before, printed.length))
    setRefused(await countPrints(ready.map(row => ({ row, copies: times }))))
  }
  const press = async () => {
    setPrinting(true)
    await print().finally(() => setPrinting(false))
  }
  const [first] = rows
  return (
    <>
      <PageHead
        title={t(rows.length > 1 ? 'titles.labels' : 'titles.label', { count: rows.length })}
        className="print:hidden"
        actions={
          <>
            {rows.length === 1 && packPath(first!) !== null && (
              <ButtonLink size="sm" to={packPath(first!)!}>
                {t('screen.open')}
              </ButtonLink>
            )}
            {rows.length === 1 && first!.order !== null && (
              <ButtonLink size="sm" icon={PackagePlus} to={`/orders/orders-dispatch-label/${first!.id}/new`}>
                {t('screen.print.further')}
              </ButtonLink>
            )}
            <Button
              variant="primary"
              icon={Printer}
              disabled={ready.length === 0 || printing}
              onClick={() => void press()}
            >
              {t('label:print', { count: printed.length, shown: formatNumber(printed.length) })}
            </Button>
          </>
        }
      />
      <div className="mb-4 grid gap-3 empty:hidden print:hidden">
        {refused && (
          <Banner tone="danger" announce onDismiss={() => setRefused('')}>
            {refused}
          </Banner>
        )}
        {leftOut && <Banner tone="warning">{leftOut}</Banner>}
        {waiting.length > 0 && (
          <Banner tone="warning" actions={toPack(waiting)}>
            {t('screen.print.notChecked', { count: waiting.length })}
          </Banner>
        )}
        {cutOff.length > 0 && (
          <Banner tone="danger" actions={toPack(cutOff)}>
            {t('screen.print.cutOff', { numbers: formatList(cutOff.slice(0, SHOWN).map(numberOf)) })}{' '}
            {cutOff.length > SHOWN && t('label:more', { count: cutOff.length - SHOWN })}
          </Banner>
        )}
        {over.length > 0 && (
          <Banner tone="warning">
            {rows.length === 1
              ? t('screen.print.over', { stage: words.stage(first!.stage) })
              : t('screen.print.overOf', { numbers: formatList(over.slice(0, SHOWN).map(numberOf)) })}{' '}
            {over.length > SHOWN && t('label:more', { count: over.length - SHOWN })}
          </Banner>
        )}
        {tooLong.length > 0 && (
          <Banner tone="warning">
            {t('screen.print.tooLong', { numbers: formatList(tooLong.slice(0, SHOWN).map(({ awb }) => awb ?? '')) })}
          </Banner>
        )}
      </div>
      <LabelTools
        kind="parcel"
        {...{ settings, copies, used }}
        onSettings={next => {
          // Another paper is a sheet of its own, of which nothing is used up.
          if (next.size !== settings.size) setUsed(0)
          setSettings(next)
        }}
        onCopies={setCopies}
        onUsed={setUsed}
      />
      <LabelPreview size={size} labels={shown} />
      <LabelSheets size={size} labels={printed} used={used} />
    </>
  )
}

/** One more parcel of the same order, out of what is left of it; then its label. */
export function NewLabelPage({ screens, title }: ScreenProps) {
  const id = Number(useParams().id ?? 0)
  const { row, loading, error } = useRecord(dispatch, id)
  const sale = useRecord(order, row?.order ?? 0)
  if (row && sale.row) return <Further what={forOrder(sale.row)} title={title} />
  return (
    <NoRecord
      screens={screens}
      loading={loading || (Boolean(row?.order) && sale.loading)}
      error={error ?? sale.error}
    />
  )
}

function Further({ what, title }: { what: PackFor; title: ScreenProps['title'] }) {
  const { t } = useTranslation('dispatch')
  const navigate = useNavigate()
  const { id, version, number } = what.row
  const found = useRowsOf(dispatch, { filter: { [what.name]: [id] }, sort: 'createdAt' }, version)
  if (found.loading) return <SkeletonRows rows={3} />
  if (found.error) return <NotRead title={title} message={found.error.message} onAgain={found.again} />
  const left = what.left(found.rows)
  if (left.length === 0)
    return (
      <EmptyState
        icon={PackagePlus}
        level={1}
        title={t('screen.nothing.all')}
        text={t('screen.nothing.allText')}
        action={<ButtonLink to={kinds[what.name].pack(id)}>{t('screen.open')}</ButtonLink>}
      />
    )
  return (
    <>
      <PageHead title={t('titles.newLabel')} text={number} />
      <StartPacking
        what={what}
        left={left}
        parcels={found.rows}
        onBegun={made => void navigate(labelPath(made), { replace: true })}
      />
    </>
  )
}
