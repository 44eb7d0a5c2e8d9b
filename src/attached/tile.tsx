import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

type Props = {
  name: string
  /** What is seen of it, which `faceLook` dresses; pressed, it is seen large. */
  face: ReactNode
  /** Null where there is nothing to see yet. */
  onOpen: (() => void) | null
  /** A line of facts below the name. */
  facts: ReactNode
  /** At the end of the name: a menu, a cross. */
  aside?: ReactNode
  /** Below everything: progress, what is wrong. */
  children?: ReactNode
}

/** Where a file's picture is, or its sign. */
export const faceLook =
  'grid aspect-4/3 w-full place-items-center overflow-hidden border-b bg-surface-sunken text-muted'

/** A file as a card: its face, its name, a line of facts. */
export function Tile({ name, face, onOpen, facts, aside, children }: Props) {
  const { t } = useTranslation('crud')
  return (
    <div className="min-w-0 overflow-hidden rounded-3 border bg-surface">
      <button
        type="button"
        onClick={onOpen ?? undefined}
        disabled={!onOpen}
        aria-label={t('attached.openNamed', { name })}
        className="block w-full cursor-pointer focus-visible:-outline-offset-2 disabled:cursor-default"
      >
        {face}
      </button>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2 p-3 pe-2">
        <div className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <p dir="auto" title={name} className="truncate font-medium">
              {name}
            </p>
            <p className="truncate text-20 text-subtle">{facts}</p>
          </div>
          {aside}
        </div>
        {children}
      </div>
    </div>
  )
}
