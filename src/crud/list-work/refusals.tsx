import { useTranslation } from 'react-i18next'
import type { WorkRefusal } from '#contract/calls/work.ts'
import { formatNumber } from '#src/lib/format.ts'
import { MaybeLink } from '#src/ui/maybe-link.tsx'
import { ScrollBox } from '#src/ui/scroll-box.tsx'

type Props = {
  refused: readonly WorkRefusal[]
  /** How many there are, also those that are not named. */
  count: number
  /** Where a record's page is, for this person. */
  linkTo?: ((id: number) => string | undefined) | undefined
  /** Somebody goes to one of them. */
  onOpen?: (() => void) | undefined
}

/** Records that could not be done, each with the reason. */
export function Refusals({ refused, count, linkTo, onOpen }: Props) {
  const { t } = useTranslation('crud')
  if (count === 0) return null
  return (
    <ScrollBox label={t('listWork.refused')} className="max-h-64">
      <ul className="divide-y">
        {refused.map(({ id, title, message }) => (
          <li key={id} className="grid gap-x-3 px-3 py-2 text-30 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
            <MaybeLink to={linkTo?.(id)} onClick={onOpen} className="truncate font-medium">
              {title ?? `#${id}`}
            </MaybeLink>
            <span className="min-w-0 text-pretty text-muted">{message}</span>
          </li>
        ))}
        {count > refused.length && (
          <li className="px-3 py-2 text-30 text-muted">
            {t('listWork.moreRefused', { count: count - refused.length, shown: formatNumber(count - refused.length) })}
          </li>
        )}
      </ul>
    </ScrollBox>
  )
}
