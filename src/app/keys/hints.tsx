import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { chordOf, keyNames } from '#src/lib/keys/chord.ts'
import { Kbd } from '#src/ui/kbd.tsx'

type Hint = { keys: string; x: number; y: number }

/** As it was declared, back from how ARIA writes it. */
const declared = (aria: string) => aria.split(' ')[0]!.replace(/^(Control|Meta)/, 'Mod')

function hints(): Hint[] {
  return [...document.querySelectorAll('[aria-keyshortcuts]')].flatMap(element => {
    const box = element.getBoundingClientRect()
    const keys = element.getAttribute('aria-keyshortcuts') ?? ''
    const isSeen = box.width > 0 && box.bottom > 0 && box.top < innerHeight && element.checkVisibility()
    if (!isSeen || chordOf(keys).key === '') return []
    return [
      { keys: keyNames(declared(keys)).join(' '), x: Math.round(box.x + box.width / 2), y: Math.round(box.bottom) },
    ]
  })
}

/** While Alt is held: the keys of every button that has some, at its foot. */
export function Hints() {
  const [all] = useState(hints)
  return createPortal(
    <div aria-hidden="true" className="pointer-events-none fixed inset-0 z-(--z-toast)">
      {all.map(hint => (
        <Hint key={`${hint.x} ${hint.y}`} {...hint} />
      ))}
    </div>,
    document.body,
  )
}

function Hint({ keys, x, y }: Hint) {
  const own = useRef<HTMLElement>(null)
  useEffect(() => {
    const place = own.current
    if (!place) return
    const { width, height } = place.getBoundingClientRect()
    const left = Math.max(4, Math.min(x - width / 2, innerWidth - width - 4))
    place.style.translate = `${Math.round(left)}px ${Math.min(y - height / 2, innerHeight - height)}px`
  }, [x, y])
  return (
    <span
      ref={own}
      dir="ltr"
      className="absolute [inset:0_auto_auto_0] rounded-2 bg-inverse p-0.5 shadow-2 forced-colors:border"
    >
      <Kbd keys={keys} className="border-transparent! bg-transparent! text-inverse-text!" />
    </span>
  )
}
