import type { KeyboardEvent } from 'react'
import { matches } from './chord.ts'
import { chords, isShortcutOff, type ShortcutName } from './shortcuts.ts'

/** Does this key mean the shortcut? For rows, and for dialogs, behind which the shortcuts of the page are off. */
export const isPressed = (event: KeyboardEvent, name: ShortcutName): boolean =>
  !isShortcutOff(name) && chords.some(one => one.name === name && matches(event.nativeEvent, one.chord))
