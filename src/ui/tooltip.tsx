import { cloneElement, useEffect, useId, useRef, useState, type HTMLAttributes, type ReactElement } from 'react'
import { createPortal } from 'react-dom'
import { Kbd } from './kbd.tsx'

export type TooltipProps = {
  /** More words for what is pointed at. Never the only place that says something. */
  text: string
  shortcut?: string | undefined
  side?: 'top' | 'bottom' | undefined
  children: ReactElement<HTMLAttributes<HTMLElement>>
}

/** Comes after a moment's rest of the pointer or at once with the keyboard; Escape takes it away. */
export function Tooltip({ text, shortcut, side = 'bottom', children }: TooltipProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [resting, setResting] = useState<Element | null>(null)
  const hide = () => {
    setResting(null)
    setAnchor(null)
  }
  useEffect(() => {
    if (!resting) return undefined
    const timer = setTimeout(() => setAnchor(resting), 500)
    return () => clearTimeout(timer)
  }, [resting])
  const own = children.props
  const trigger = cloneElement(children, {
    'aria-describedby': [own['aria-describedby'], anchor && id].filter(Boolean).join(' ') || undefined,
    title: undefined,
    onPointerEnter: event => {
      own.onPointerEnter?.(event)
      if (event.pointerType === 'mouse') setResting(event.currentTarget)
    },
    onPointerLeave: event => {
      own.onPointerLeave?.(event)
      hide()
    },
    onFocus: event => {
      own.onFocus?.(event)
      if (event.currentTarget.matches(':focus-visible')) setAnchor(event.currentTarget)
    },
    onBlur: event => {
      own.onBlur?.(event)
      hide()
    },
    onPointerDown: event => {
      own.onPointerDown?.(event)
      hide()
    },
  })
  return (
    <>
      {trigger}
      {anchor && createPortal(<Tip {...{ id, text, shortcut, side, anchor, hide }} />, document.body)}
    </>
  )
}

type TipProps = {
  id: string
  text: string
  shortcut: string | undefined
  side: 'top' | 'bottom'
  anchor: Element
  hide: () => void
}

function Tip({ id, text, shortcut, side, anchor, hide }: TipProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const tip = box.current
    if (!tip) return
    const at = anchor.getBoundingClientRect()
    const own = tip.getBoundingClientRect()
    const over = at.top - own.height - 6
    const under = at.bottom + 6
    const fits = under + own.height <= innerHeight
    const top = (side === 'top' && over >= 0) || !fits ? over : under
    const middle = at.x + at.width / 2 - own.width / 2
    tip.style.translate = `${Math.round(Math.max(8, Math.min(middle, innerWidth - own.width - 8)))}px ${Math.round(top)}px`
    const key = (event: KeyboardEvent) => event.key === 'Escape' && hide()
    window.addEventListener('keydown', key)
    window.addEventListener('scroll', hide, { capture: true, passive: true })
    return () => {
      window.removeEventListener('keydown', key)
      window.removeEventListener('scroll', hide, { capture: true })
    }
  })
  return (
    <div
      ref={box}
      id={id}
      role="tooltip"
      dir="auto"
      className="pointer-events-none fixed top-0 [inset-inline-start:auto] [inset:0_auto_auto_0] z-(--z-toast) inline-flex max-w-80 items-center gap-2 rounded-2 bg-inverse px-2 py-1 text-20 font-medium text-inverse-text forced-colors:border"
    >
      {text}
      {shortcut && <Kbd keys={shortcut} className="border-inverse-muted! bg-transparent! text-inverse-text!" />}
    </div>
  )
}
