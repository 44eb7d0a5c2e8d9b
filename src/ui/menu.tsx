import {
  cloneElement,
  Suspense,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { piece } from '#src/lib/piece.ts'
import type { MenuProps, Opening } from './menu-entry.ts'

type Opened = Pick<MenuProps, 'trigger'> & { opening: Opening }

/**
 * The button of a menu that is fetched when somebody comes near, with its entries and with the positioning library that it
 * brings: who only looks at the page does not wait for that.
 */
export function menuPiece<P extends Opened>(load: () => Promise<ComponentType<P>>) {
  const Menu = piece(load) as unknown as ComponentType<object>
  const prepare = () => void load().catch(() => undefined)
  return (props: Omit<P, 'opening'> & Pick<Opened, 'trigger'>) => (
    <MenuPlace trigger={props.trigger} prepare={prepare} renderMenu={opening => <Menu {...{ ...props, opening }} />} />
  )
}

export const Menu = menuPiece(() => import('./menu-open.tsx').then(({ OpenMenu }) => OpenMenu))

/** How a press or a key on the button of a menu opens it, if it does. */
export function openingBy(event: MouseEvent | KeyboardEvent): Opening | null {
  // A press without a pointer came from Enter or the space bar.
  if (!('key' in event)) return event.detail === 0 ? 'ArrowDown' : 'pressed'
  return event.key === 'ArrowDown' || event.key === 'ArrowUp' ? event.key : null
}

type PlaceProps = Pick<MenuProps, 'trigger'> & {
  prepare: () => void
  renderMenu: (opening: Opening) => ReactNode
}

function MenuPlace({ trigger, prepare, renderMenu }: PlaceProps) {
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
      setOpening(openingBy(event))
    },
    onKeyDown: event => {
      own.onKeyDown?.(event)
      const opening = openingBy(event)
      if (!opening) return
      event.preventDefault()
      event.stopPropagation()
      setOpening(opening)
    },
  })
  if (!opening) return closed
  return <Suspense fallback={closed}>{renderMenu(opening)}</Suspense>
}
