import Archive from 'lucide-react/icons/archive'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Goods } from '#contract/modules/stock/count-compare.ts'
import { formatNumber } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Count } from '#src/ui/count.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { CountedName } from './counted-name.tsx'
import { NumberDialog } from './number-dialog.tsx'
import type { Item } from './shelf.ts'

/** `onSay`: there are so many of it. */
type Props = { items: readonly Item[]; onSay: (goods: Goods, qty: number) => void }

/** More of a kind are a list that nobody reads while scanning. */
const MOST = 100

const parts = [
  { name: 'left', icon: Archive, tone: 'text-muted', holds: (of: Item) => of.counted < (of.expected ?? 0) },
  {
    name: 'more',
    icon: CircleAlert,
    tone: 'text-danger-text',
    holds: (of: Item) => of.counted > (of.expected ?? of.counted),
  },
  {
    name: 'right',
    icon: CircleCheck,
    tone: 'text-success',
    holds: (of: Item) => of.counted === (of.expected ?? of.counted),
  },
] as const

/** What should be there beside what was counted: what is left first. Of what has no serial numbers a number may be typed. */
export function CountItems({ items, onSay }: Props) {
  const { t } = useTranslation('stockCount')
  const [asked, setAsked] = useState<Item | null>(null)
  return (
    <>
      {parts.map(({ name, holds, icon, tone }) => {
        const some = items.filter(holds)
        if (some.length === 0) return null
        return (
          <section key={name} className="grid gap-2">
            <h2 className="flex items-center gap-2 text-40">
              {t(`screen.items.${name}`)} <Count of={some.length} />
            </h2>
            <ul className="overflow-hidden rounded-3 border bg-surface shadow-1">
              {some.slice(0, MOST).map(item => (
                <li
                  key={item.key}
                  className="flex min-h-16 flex-wrap items-center gap-4 border-b px-4 py-2 last:border-0"
                >
                  <Icon of={icon} className={tone} />
                  <p className="min-w-0 flex-1 font-medium wrap-anywhere">
                    <CountedName of={{ ...item, unit: null, text: null }} />
                  </p>
                  <span className="text-50 whitespace-nowrap tabular-nums">
                    {item.expected === null
                      ? formatNumber(item.counted)
                      : t('screen.of', { counted: formatNumber(item.counted), expected: formatNumber(item.expected) })}
                  </span>
                  {!item.isDevices && (
                    <Button size="lg" onClick={() => setAsked(item)}>
                      {t('screen.number.ask')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
            {some.length > MOST && (
              <p className="text-30 text-muted">
                {t('screen.items.rest', { amount: formatNumber(some.length - MOST) })}
              </p>
            )}
          </section>
        )
      })}
      {asked && (
        <NumberDialog
          item={asked}
          onClose={() => setAsked(null)}
          onSay={qty => {
            onSay(asked, qty)
            setAsked(null)
          }}
        />
      )}
    </>
  )
}
