import { cloneElement, lazy, Suspense, useState, type ButtonHTMLAttributes, type ReactElement } from 'react'
import type { IconType } from './icon.tsx'

export type MenuEntry = {
  label: string
  icon?: IconType | undefined
  mirrored?: boolean | undefined
  /** Keys that do the same, as words: "Alt D". */
  shortcut?: string | undefined
  danger?: boolean | undefined
  /** A string says why not; the entry stays reachable, so that everyone can read it. */
  disabled?: boolean | string | undefined
  /** A tick before the words: this is how it is now. */
  checked?: boolean | undefined
} & ({ onSelect: () => void; to?: undefined } | { to: string; onSelect?: undefined })

export type MenuGroup = { heading?: string | undefined; items: readonly MenuEntry[] }

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  /** Groups are parted by a line. */
  items: readonly MenuEntry[] | readonly MenuGroup[]
  align?: 'start' | 'end' | undefined
}

/** How it is opened: with a pointer, or with the key that decides which entry is first. */
export type Opening = 'pressed' | 'ArrowDown' | 'ArrowUp'

// A menu brings a positioning library with it; only somebody who comes near one has to wait for that.
const load = () => import('./menu-open.tsx')
const OpenMenu = lazy(() => load().then(({ OpenMenu }) => ({ default: OpenMenu })))
const prepare = () => void load().catch(() => undefined)

export function Menu(props: MenuProps) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const own = props.trigger.props
  const closed = cloneElement(props.trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    onPointerEnter: event => {
      own.onPointerEnter?.(event)
      prepare()
    },
    onFocus: event => {
      own.onFocus?.(event)
      prepare()
    },
    onClick: event => {
      own.onClick?.(event)
      // A press without a pointer came from Enter or the space bar.
      setOpening(event.detail === 0 ? 'ArrowDown' : 'pressed')
    },
    onKeyDown: event => {
      own.onKeyDown?.(event)
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.stopPropagation()
      setOpening(event.key)
    },
  })
  if (!opening) return closed
  return (
    <Suspense fallback={closed}>
      <OpenMenu {...props} opening={opening} />
    </Suspense>
  )
}
