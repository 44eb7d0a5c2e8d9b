import { cloneElement, Suspense, useState, type ReactNode } from 'react'
import { piece } from '#src/lib/piece.ts'
import type { MenuProps, Opening } from './menu-entry.ts'

// A menu brings a positioning library with it; only somebody who comes near one has to wait for that.
const load = () => import('./menu-open.tsx')
const OpenMenu = piece(() => load().then(({ OpenMenu }) => OpenMenu))
const prepare = () => void load().catch(() => undefined)

export function Menu(props: MenuProps) {
  return <MenuPlace {...props} prepare={prepare} renderMenu={opening => <OpenMenu {...props} opening={opening} />} />
}

type PlaceProps = Pick<MenuProps, 'trigger'> & {
  /** Somebody comes near: what opens may be fetched. */
  prepare: () => void
  renderMenu: (opening: Opening) => ReactNode
}

/** The button of a menu whose entries come with it, so that a page that is only looked at does without them. */
export function MenuPlace({ trigger, prepare, renderMenu }: PlaceProps) {
  const [opening, setOpening] = useState<Opening | null>(null)
  const own = trigger.props
  const closed = cloneElement(trigger, {
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
  return <Suspense fallback={closed}>{renderMenu(opening)}</Suspense>
}
