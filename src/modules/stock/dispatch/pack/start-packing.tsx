import Minus from 'lucide-react/icons/minus'
import PackagePlus from 'lucide-react/icons/package-plus'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { ColourOf } from './colour-of.tsx'
import type { PackFor, ToPack } from '../for/pack-for.ts'
import { useItemName } from '../item-name.tsx'
import { useNewDispatch } from '../new-dispatch.ts'

type Props = {
  what: PackFor
  left: readonly ToPack[]
  parcels: readonly Dispatch[]
  onBegun: (row: Dispatch) => void
}

/** What goes into the next parcel: all that is left, or less of it. */
export function StartPacking({ what, left, parcels, onBegun }: Props) {
  const { t } = useTranslation('dispatch')
  const begin = useNewDispatch(what, parcels)
  const [fewer, setFewer] = useState<ReadonlyMap<number, number>>(new Map())
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState('')
  const taken = left.map((one, at) => ({ ...one, qty: Math.min(fewer.get(at) ?? one.qty, one.qty) }))
  const count = taken.reduce((sum, { qty }) => sum + qty, 0)
  const press = async () => {
    if (busy || count === 0) return
    setBusy(true)
    const begun = await begin(taken.filter(({ qty }) => qty > 0))
    setBusy(false)
    if ('row' in begun) onBegun(begun.row)
    else setRefused(begun.refused)
  }
  return (
    <>
      {refused && (
        <Banner tone="danger" announce className="mb-4" onDismiss={() => setRefused('')}>
          {refused}
        </Banner>
      )}
      <Card title={t('screen.start.title')} flush>
        <ul>
          {left.map((one, at) => (
            <Line
              key={one.line ?? one.text ?? 'device'}
              what={what}
              of={one}
              qty={taken[at]!.qty}
              onChange={next => setFewer(new Map(fewer).set(at, next))}
            />
          ))}
        </ul>
      </Card>
      <BottomBar>
        <Button
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the one thing to do here, also by keys
          autoFocus
          block
          size="xl"
          variant="primary"
          icon={PackagePlus}
          disabled={count === 0}
          loading={busy}
          onClick={() => void press()}
        >
          {t('screen.start.do', { count })}
        </Button>
      </BottomBar>
    </>
  )
}

type LineProps = {
  what: PackFor
  of: ToPack
  qty: number
  onChange: (qty: number) => void
}

function Line({ what, of, qty, onChange }: LineProps) {
  const { t } = useTranslation('dispatch')
  const name = useItemName(of)
  const most = of.qty
  return (
    <li className="flex min-h-16 items-center gap-3 border-b px-4 py-2 last:border-0">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">
          {name} <ColourOf what={what} line={of.line} />
        </p>
        {of.serial && <p className="ltr text-30 text-muted">{of.serial}</p>}
        {!of.fixed && <p className="text-30 text-muted">{t('screen.start.left', { count: most })}</p>}
      </div>
      {!of.fixed && (
        <IconButton
          size="lg"
          variant="secondary"
          icon={Minus}
          label={t('screen.start.less', { name })}
          disabled={qty === 0}
          onClick={() => onChange(qty - 1)}
        />
      )}
      <output aria-label={name} className="min-w-10 text-center text-70 font-semibold tabular-nums">
        {qty}
      </output>
      {!of.fixed && (
        <IconButton
          size="lg"
          variant="secondary"
          icon={Plus}
          label={t('screen.start.more', { name })}
          disabled={qty === most}
          onClick={() => onChange(qty + 1)}
        />
      )}
    </li>
  )
}
