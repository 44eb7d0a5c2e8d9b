import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { StockCount } from '#contract/modules/stock/stock-count.ts'
import { formatNumber } from '#src/lib/format.ts'
import { useDesk, useTakes } from '#src/scan/modes/desk.ts'
import { ScanCounter } from '#src/scan/scan-counter.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { CountItems } from './count-items.tsx'
import { CountSaid } from './count-said.tsx'
import { CountScans } from './count-scans.tsx'
import { itemsOf, progressOf } from './shelf.ts'
import { useCounting } from './use-counting.ts'
import { useEntries } from './use-entries.ts'
import { useShelf } from './use-shelf.ts'

/** How far a count is, what the last scan came to, and what should be there beside what was counted. */
export function CountBoard({ count }: { count: StockCount }) {
  const { t } = useTranslation('stockCount')
  const { focus } = useDesk()
  const { shelf, here } = useShelf(count)
  const kept = useEntries(count.id)
  const counting = useCounting(count, kept ?? none, shelf, here)
  useTakes(counting.scan)
  const items = itemsOf(shelf, counting.entries)
  const { done, total } = progressOf(items)
  const left = total - done
  const say: typeof counting.say = (goods, qty) => {
    counting.say(goods, qty)
    focus()
  }
  return (
    <Fragment key={count.id}>
      {counting.refused && (
        <Banner tone="danger" announce onDismiss={counting.dismiss}>
          {counting.refused}
        </Banner>
      )}
      <div className="overflow-hidden rounded-3 border bg-surface shadow-1">
        <div className="grid grid-cols-[minmax(11rem,auto)_1fr] max-sm:grid-cols-1">
          <ScanCounter
            done={done}
            total={total}
            progress={t('screen.progress')}
            text={left > 0 ? t('screen.left', { count: left, amount: formatNumber(left) }) : t('screen.allFound')}
          />
          <div role="status" className="grid">
            <CountSaid counting={counting} coloursOf={id => here.products.get(id ?? 0)?.colours ?? []} />
          </div>
        </div>
      </div>
      {!shelf.whole && <Banner tone="info">{t('screen.asHere')}</Banner>}
      <CountItems items={items} onSay={say} />
      <CountScans
        entries={counting.entries}
        onUndo={entry => {
          counting.undo(entry)
          focus()
        }}
      />
    </Fragment>
  )
}

const none: readonly never[] = []
