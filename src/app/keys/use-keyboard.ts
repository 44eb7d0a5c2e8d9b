import { useEffect, useState } from 'react'
import { listenToKeys } from '#src/lib/keys/listen.ts'
import { isShortcutOff, useShortcut } from '#src/lib/keys/shortcuts.ts'
import { openPalette } from '../palette/open.ts'
import { openShortcutSheet } from './open-sheet.ts'
import { useKeptOff } from './off.ts'

/** How long Alt is held until the buttons show their keys. */
const HELD = 450

/** Listens to the keyboard for as long as somebody is at work. Answers whether the buttons show their keys now. */
export function useKeyboard(): boolean {
  useKeptOff()
  useShortcut('palette', () => openPalette())
  useShortcut('sheet', () => openShortcutSheet())
  useEffect(listenToKeys, [])
  return useAltHeld()
}

/** Is Alt, and nothing but Alt, being held? */
function useAltHeld(): boolean {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let shown = false
    const set = (next: boolean) => {
      clearTimeout(timer)
      shown = next
      setHeld(next)
    }
    const down = (event: KeyboardEvent) => {
      if (event.repeat && event.key === 'Alt') return
      set(false)
      if (event.key === 'Alt' && !event.ctrlKey && !event.metaKey && !event.shiftKey && !isShortcutOff('hints'))
        timer = setTimeout(() => set(true), HELD)
    }
    const up = (event: KeyboardEvent) => {
      // Some browsers open their menu on it; whoever read the hints did not mean that.
      if (shown && event.key === 'Alt') event.preventDefault()
      set(false)
    }
    const away = () => set(false)
    window.addEventListener('keydown', down, true)
    window.addEventListener('keyup', up, true)
    window.addEventListener('blur', away)
    window.addEventListener('pointerdown', away, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', down, true)
      window.removeEventListener('keyup', up, true)
      window.removeEventListener('blur', away)
      window.removeEventListener('pointerdown', away, true)
    }
  }, [])
  return held
}
