import { cloneElement, Suspense, useState } from 'react'
import { piece } from '#src/lib/piece.ts'
import type { MenuProps, Opening } from './menu-entry.ts'

// A menu brings a positioning library with it; only somebody who comes near one has to wait for that.
const load = () => import('./menu-open.tsx')
const OpenMenu = piece(() => load().then(({ OpenMenu }) => OpenMenu))
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
