import { clsx } from 'clsx'
import Star from 'lucide-react/icons/star'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '#src/ui/icon.tsx'

const stars = [1, 2, 3, 4, 5] as const
type Props = { value: number | null; onChange: (value: number | null) => void }

/** One to five stars for a thumb; the one that is chosen is taken back by a second press. */
export function Rating({ value, onChange }: Props) {
  const { t } = useTranslation('maintenance')
  const name = useId()
  return (
    <div className="flex gap-2">
      {stars.map(star => (
        <label
          key={star}
          className={clsx(
            'grid size-12 cursor-pointer place-items-center rounded-2 border has-focus-visible:outline-2 has-focus-visible:outline-focus',
            value !== null && star <= value
              ? 'border-warning text-warning *:fill-current'
              : 'border-control text-muted',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={value === star}
            onChange={() => onChange(star)}
            onClick={() => value === star && onChange(null)}
          />
          <Icon of={Star} size="lg" />
          <span className="sr-only">{t('screen.work.stars', { count: star })}</span>
        </label>
      ))}
    </div>
  )
}
