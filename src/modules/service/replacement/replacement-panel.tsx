import ArrowRight from 'lucide-react/icons/arrow-right'
import { useTranslation } from 'react-i18next'
import { product } from '#contract/modules/catalogue/product.ts'
import { isOverdue } from '#contract/modules/service/replacement-form.ts'
import { whenReplacing } from '#contract/modules/service/replacement-rules.ts'
import { replacement, type Replacement } from '#contract/modules/service/replacement.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import type { PartProps } from '#src/crud/screens.ts'
import { RecordLink } from '#src/fields/reference.tsx'
import { useWords } from '#src/fields/words.ts'
import { formatDate, formatDateTime, today } from '#src/lib/format.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Card } from '#src/ui/card.tsx'
import { Icon } from '#src/ui/icon.tsx'

/** Which device for which, where the old one is, and what becomes of its warranty. */
export function ReplacementPanel({ record }: PartProps) {
  const { t } = useTranslation('replacement')
  const words = useWords(replacement)
  const row = record as unknown as Replacement
  return (
    <div className="grid gap-4">
      {isOverdue(row, today()) && (
        <Banner tone="danger" title={t('screen.overdue')}>
          {t('screen.overdueSince', { date: formatDate(row.oldDueOn!) })}
        </Banner>
      )}
      <div className="grid items-stretch gap-4 lg:grid-cols-[1fr_auto_1fr]">
        <Card title={words.field('oldUnit')}>
          <p className="text-40 font-medium">
            <RecordLink module={unit} id={row.oldUnit} />
          </p>
          <p className="text-30 text-muted">
            <OldSays row={row} />
          </p>
        </Card>
        <span className="hidden place-self-center lg:block">
          <Icon of={ArrowRight} className="text-subtle rtl:-scale-x-100" />
        </span>
        <Card title={words.field('newUnit')}>
          <p className="text-40 font-medium">
            <RecordLink module={product} id={row.product} />{' '}
            {row.newUnit !== null && <RecordLink module={unit} id={row.newUnit} />}
          </p>
          {row.newUnit === null && <p className="text-30 text-muted">{t('screen.notSetAside')}</p>}
          <p className="text-30 text-muted">
            {row.warranty === 'restart'
              ? t('screen.restarts')
              : row.oldWarrantyEnd
                ? t('screen.goesOn', { date: formatDate(row.oldWarrantyEnd) })
                : t('screen.noWarranty')}
          </p>
        </Card>
      </div>
    </div>
  )
}

/** Where the old device is, or until when it should be back. */
function OldSays({ row }: { row: Replacement }) {
  const { t } = useTranslation('replacement')
  if (row.oldBackAt) return t('screen.back', { date: formatDateTime(row.oldBackAt) })
  if (row.writtenOffAt) return t('screen.writtenOff', { date: formatDateTime(row.writtenOffAt) })
  if (!whenReplacing.isAwaited(row)) return t('screen.staysThere')
  return row.oldDueOn ? t('screen.dueOn', { date: formatDate(row.oldDueOn) }) : t('screen.notBack')
}
