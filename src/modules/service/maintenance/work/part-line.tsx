import Ellipsis from 'lucide-react/icons/ellipsis'
import Minus from 'lucide-react/icons/minus'
import Package from 'lucide-react/icons/package'
import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { user } from '#contract/modules/access/user.ts'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import { isCovered } from '#contract/modules/service/maintenance-rules.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { useKept } from '#src/data/use-kept.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatMoney, formatNumber } from '#src/lib/format.ts'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import type { UsedPart } from './lines.ts'

type Props = {
  line: UsedPart
  cover: Maintenance['cover']
  error: string | undefined
  me: number
  /** How many of it somebody has left along; null where they have no stock of their own. */
  left: number | null
  onChange: (next: Partial<UsedPart>) => void
  /** One more of it. */
  onMore: () => void
  onRemove: () => void
}
const payers: readonly UsedPart['pays'][] = ['asJob', 'customer', 'us']

/** One part: which, who bears it, and how many. */
export function PartLine({ line, cover, error, me, left, onChange, onMore, onRemove }: Props) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const name = useTitle(part, line.part) ?? `#${line.part}`
  const known = useKept(part, line.part)?.row as unknown as Part | undefined
  const covered = isCovered(cover, line)
  const one = line.qty <= 1
  // What was taken from somebody may have come from the warehouse after all.
  const whose = left !== null ? [me, null] : (line.takenFrom ?? null) !== null ? [null] : []
  const over = line.takenFrom === me && left !== null ? -left : 0
  return (
    <li className="border-b px-4 py-2">
      <div className="grid min-h-12 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-3">
        <span data-mark="orange" className="grid size-10 place-items-center rounded-2 bg-mark-subtle text-mark-text">
          <Icon of={Package} />
        </span>
        <span className="grid min-w-0">
          <span className="font-medium wrap-anywhere">{name}</span>
          <span className="text-30 text-muted">
            {known && (
              <>
                <span className="ltr">{known.code}</span> ·{' '}
              </>
            )}
            {covered ? (
              <span className="text-success-text">{t('screen.work.covered')}</span>
            ) : (
              t('screen.work.each', { price: formatMoney(line.price ?? 0) })
            )}
            <Whence line={line} me={me} left={left} inStock={known?.onHand ?? null} />
          </span>
        </span>
        {/* On a phone beneath its name, which has no room beside it. */}
        <span className="flex items-center gap-1 max-sm:col-span-2 max-sm:col-start-2 max-sm:justify-between">
          <span className="flex items-center rounded-2 border border-control">
            <IconButton
              size="lg"
              icon={one ? Trash2 : Minus}
              label={t(one ? 'screen.work.removeNamed' : 'screen.work.fewer', { name })}
              onClick={() => (one ? onRemove() : onChange({ qty: line.qty - 1 }))}
            />
            <output aria-label={name} className="min-w-6 text-center font-semibold tabular-nums">
              {formatNumber(line.qty)}
            </output>
            <IconButton size="lg" icon={Plus} label={t('screen.work.oneMore', { name })} onClick={onMore} />
          </span>
          <Menu
            trigger={<IconButton size="lg" icon={Ellipsis} label={t('screen.work.moreAbout', { name })} />}
            items={[
              ...payers.map(pays => ({
                label: `${words.field('parts.pays')}: ${words.option('parts.pays', pays)}`,
                disabled: line.pays === pays,
                onSelect: () => onChange({ pays }),
              })),
              ...whose.map(takenFrom => ({
                label: t(`screen.work.${takenFrom === null ? 'fromWarehouse' : 'fromMine'}`),
                disabled: (line.takenFrom ?? null) === takenFrom,
                onSelect: () => onChange({ takenFrom }),
              })),
            ]}
          />
        </span>
      </div>
      {over > 0 && (
        <p className="text-30 font-medium text-warning-text">
          {t('screen.work.moreThanMine', { amount: formatNumber(over) })}
        </p>
      )}
      {error && <p className="text-30 font-medium text-danger-text">{error}</p>}
    </li>
  )
}

type From = Pick<Props, 'line' | 'me' | 'left'> & { inStock: number | null }

/** Whose stock it comes from, and how many are left there. */
function Whence({ line, me, left, inStock }: From) {
  const { t } = useTranslation('maintenance')
  const from = line.takenFrom ?? null
  if (from === null) return inStock !== null && <> · {t('screen.work.inStock', { amount: formatNumber(inStock) })}</>
  if (from === me) return <> · {t('screen.work.leftOfMine', { amount: formatNumber(Math.max(left ?? 0, 0)) })}</>
  return (
    <>
      {' '}
      · {t('columns.parts.takenFrom')} <RecordName module={user} id={from} />
    </>
  )
}
