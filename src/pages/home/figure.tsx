import { clsx } from 'clsx'
import ArrowRight from 'lucide-react/icons/arrow-right'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'

type Props = {
  title: string
  value: string
  /** Somebody should look at it. */
  late?: boolean | undefined
  children?: ReactNode
  /** `onOpen`: its rows stand on this page. */
} & ({ to: string; onOpen?: undefined } | { onOpen: () => void; to?: undefined })

const box =
  'group grid w-full content-between gap-1 border-e border-b px-4 py-4 text-start -outline-offset-2 transition-colors motion-1 hover:bg-surface-hover sm:px-5'

/** A number that leads to the rows it counts. */
export function Figure({ to, onOpen, title, value, late, children }: Props) {
  const inside = (
    <>
      <span className="flex items-start justify-between gap-2 text-30 text-muted">
        {title}
        <Icon of={ArrowRight} size="sm" mirrored className="mt-0.5 shrink-0 group-hover:text-ink" />
      </span>
      <span className={clsx('text-80 font-semibold tracking-figure', late && 'text-danger-text')}>{value}</span>
      {children && (
        <span className="text-30 text-muted">
          <bdi>{children}</bdi>
        </span>
      )}
    </>
  )
  return onOpen ? (
    <button type="button" onClick={onOpen} className={box}>
      {inside}
    </button>
  ) : (
    <Link to={to} className={box}>
      {inside}
    </Link>
  )
}

/** So many stand on a phone, two by three, until somebody asks for the others. */
const ON_PHONE = 6

const IN_A_ROW = 6

/** Numbers beside each other, as many in a row as there is room for: rows of about one length, none of a single number. */
export function FigureRow({ label, children }: { label: string; children: readonly ReactNode[] }) {
  const { t } = useTranslation('home')
  const [all, setAll] = useState(false)
  const more = children.length > ON_PHONE
  const perRow = Math.ceil(children.length / Math.ceil(children.length / IN_A_ROW))
  return (
    <section aria-label={label} className="overflow-hidden rounded-3 border bg-surface shadow-1">
      <div
        style={{ '--per-row': perRow } as object}
        className={clsx(
          '-me-px -mb-px grid grid-cols-2 sm:grid-cols-[repeat(auto-fit,minmax(max(11rem,100%/var(--per-row)),1fr))]',
          more && !all && 'max-sm:[&>*:nth-child(n+7)]:hidden',
        )}
      >
        {children}
      </div>
      {more && !all && (
        <p className="border-t p-2 text-center sm:hidden">
          <Button size="sm" variant="ghost" onClick={() => setAll(true)}>
            {t('figures.all', { count: children.length })}
          </Button>
        </p>
      )}
    </section>
  )
}
