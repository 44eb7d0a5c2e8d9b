/** Keys pressed together: "Mod+K", "Alt+C", "Shift+F6", "?". Mod is Ctrl, on a Mac ⌘. */
export type Chord = { mod: boolean; alt: boolean; shift: boolean; key: string }

export const isMac = () => /mac|iphone|ipad/i.test(navigator.platform)

export function chordOf(text: string): Chord {
  const parts = text.split('+')
  const has = (name: string) => parts.slice(0, -1).includes(name)
  return { mod: has('Mod'), alt: has('Alt'), shift: has('Shift'), key: parts.at(-1)! }
}

const isLetter = (key: string) => /^[A-Z]$/.test(key)
/** A single sign, like "/" or "?": which other key it takes depends on the layout. */
const isSign = (key: string) => key.length === 1 && !isLetter(key)

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'> & {
  getModifierState?: (name: string) => boolean
}

/** AltGr writes characters on many layouts, and looks like Ctrl+Alt: never a shortcut. */
export const isAltGr = (press: KeyPress): boolean =>
  (press.ctrlKey && press.altKey) || press.getModifierState?.('AltGraph') === true

export function matches(press: KeyPress, chord: Chord, mac = isMac()): boolean {
  if (isAltGr(press)) return false
  const mod = mac ? press.metaKey : press.ctrlKey
  const otherMod = mac ? press.ctrlKey : press.metaKey
  if (otherMod || mod !== chord.mod || press.altKey !== chord.alt) return false
  // The row of digits, which writes other signs on some layouts; the other digits write signs by their numbers.
  if (/^\d$/.test(chord.key)) return press.code === `Digit${chord.key}`
  if (isSign(chord.key)) return press.key === chord.key
  if (press.shiftKey !== chord.shift) return false
  if (!isLetter(chord.key)) return press.key === chord.key
  // The letter that the layout writes; where it writes none (Option on a Mac, Cyrillic) the place of the key counts.
  return /^[a-z]$/i.test(press.key) ? press.key.toUpperCase() === chord.key : press.code === `Key${chord.key}`
}

/** As ARIA writes it: "Control+K". */
export const ariaKeys = (text: string, mac = isMac()): string => text.replace('Mod', mac ? 'Meta' : 'Control')

const signs: Record<string, string> = { Mod: 'Ctrl', Enter: '↵', ArrowUp: '↑', ArrowDown: '↓' }
const macSigns: Record<string, string> = { ...signs, Mod: '⌘', Alt: '⌥', Shift: '⇧' }

/** One word a key, as it stands on the keyboard: ['Ctrl', 'K']. */
export const keyNames = (text: string, mac = isMac()): string[] =>
  text.split('+').map(part => (mac ? macSigns : signs)[part] ?? part)
