import Archive from 'lucide-react/icons/archive'
import CircleCheck from 'lucide-react/icons/circle-check'
import Plus from 'lucide-react/icons/plus'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import { unit, type Unit } from '#contract/modules/stock/unit.ts'
import { useKeptRows } from '#src/data/use-kept.ts'
import { useRecord } from '#src/data/use-records.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { formatNumber, formatTime } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Count } from '#src/ui/count.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { PackFor } from '../for/pack-for.ts'
import { useItemName } from '../item-name.tsx'
import { ColourOf } from './colour-of.tsx'
import type { Right } from './scan.ts'
import type { Piece } from './use-packing.ts'

type Props = {
  what: PackFor
  items: readonly DispatchItem[]
  done: readonly Right[]
  onUndo: ((piece: Piece) => void) | null
  onCount: ((item: DispatchItem) => void) | null
}

const NO_TIME = ''

/** What is still to scan, and what is in the parcel: the newest first. */
export function PackItems({ what, items, done, onUndo, onCount }: Props) {
  const { t } = useTranslation('dispatch')
  const open = items.filter(item => inIt(item) < item.qty)
  const inside = items.flatMap(item => [
    ...item.units.map(id => ({ item, unit: id as number | null, at: timeOf(done, item.id, id) })),
    ...(item.units.length === 0 && (item.counted ?? 0) > 0
      ? [{ item, unit: null, at: timeOf(done, item.id, null) }]
      : []),
  ])
  const newestFirst = inside.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0))
  return (
    <>
      {open.length > 0 && (
        <Part title={t('screen.toScan')} count={open.reduce((sum, item) => sum + item.qty - inIt(item), 0)}>
          {open.map(item => (
            <Open key={item.id} what={what} item={item} onCount={onCount} />
          ))}
        </Part>
      )}
      {newestFirst.length > 0 && (
        <Part title={t('screen.scanned')} count={items.reduce((sum, item) => sum + inIt(item), 0)}>
          {newestFirst.map(({ item, unit, at }) => (
            <Inside key={`${item.id}-${unit}`} what={what} item={item} unit={unit} at={at} onUndo={onUndo} />
          ))}
        </Part>
      )}
    </>
  )
}

const timeOf = (done: readonly Right[], item: number, id: number | null) =>
  done.find(one => one.item === item && (one.unit?.id ?? null) === id)?.at ?? NO_TIME

function Part({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  return (
    <section className="grid gap-2">
      <h2 className="flex items-center gap-2 text-40">
        {title} <Count of={count} />
      </h2>
      <ul className="overflow-hidden rounded-3 border bg-surface shadow-1">{children}</ul>
    </section>
  )
}

type OpenProps = Pick<Props, 'what' | 'onCount'> & { item: DispatchItem }

function Open({ what, item, onCount }: OpenProps) {
  const { t } = useTranslation('dispatch')
  const name = useItemName(item)
  const { row } = useRecord(product, item.product ?? 0)
  const isCounted = what.isCounted(item, row?.serialised)
  return (
    <li className="flex min-h-16 items-center gap-4 border-b bg-surface-sunken px-4 py-2 last:border-0">
      <Icon of={Archive} className="text-muted" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {name} <ColourOf what={what} line={item.line} />
        </p>
        {isCounted ? (
          <p className="text-30 text-muted">{t(item.line === null ? 'screen.tick' : 'screen.noSerial')}</p>
        ) : (
          <Reserved what={what} item={item} />
        )}
      </div>
      <span className="text-50 whitespace-nowrap tabular-nums">
        {t('screen.of', { done: formatNumber(inIt(item)), all: formatNumber(item.qty) })}
      </span>
      {isCounted && onCount && (
        <Button size="lg" icon={Plus} aria-label={t('screen.countOne', { name })} onClick={() => onCount(item)}>
          {formatNumber(1)}
        </Button>
      )}
    </li>
  )
}

const SHOWN = 3

/** The devices that are meant for it, as far as this device knows. */
function Reserved({ what, item }: { what: PackFor; item: DispatchItem }) {
  const { t } = useTranslation('dispatch')
  const units = useKeptRows(unit, true) as unknown as Unit[] | undefined
  const meant = what.meant(item, units ?? [])
  if (meant.length === 0) return null
  const serials = meant.slice(0, SHOWN)
  return (
    <p className="text-30 text-muted">
      {t('screen.reserved')} <span className="ltr">{serials.join(', ')}</span>
      {meant.length > SHOWN && ` +${formatNumber(meant.length - SHOWN)}`}
    </p>
  )
}

type InsideProps = Pick<Props, 'what' | 'onUndo'> & { item: DispatchItem; unit: number | null; at: string }

function Inside({ what, item, unit: id, at, onUndo }: InsideProps) {
  const { t } = useTranslation('dispatch')
  const name = useItemName(item)
  return (
    <li className="flex min-h-14 items-center gap-4 border-b px-4 py-2 last:border-0">
      <Icon of={CircleCheck} className="text-success" />
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {name} <ColourOf what={what} line={item.line} />
        </p>
        <p className="text-30 text-muted">
          {id === null ? (
            t('screen.of', { done: formatNumber(item.counted ?? 0), all: formatNumber(item.qty) })
          ) : (
            <span className="ltr">
              <RecordName module={unit} id={id} />
            </span>
          )}
        </p>
      </div>
      {at && <span className="text-30 text-muted tabular-nums">{formatTime(at)}</span>}
      {onUndo && (
        <IconButton
          icon={Undo2}
          mirrored
          label={t('screen.takeOut', { name })}
          onClick={() => onUndo({ item: item.id, unit: id })}
        />
      )}
    </li>
  )
}
