import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react'
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

export type MenuGroup = {
  heading?: string | undefined
  /** More than words above the entries. */ lead?: ReactNode
  items: readonly MenuEntry[]
}

export type MenuProps = {
  /** A Button or IconButton. */
  trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>
  /** Groups are parted by a line. */
  items: readonly MenuEntry[] | readonly MenuGroup[]
  align?: 'start' | 'end' | undefined
}

/** How it is opened: with a pointer, or with the key that decides which entry is first. */
export type Opening = 'pressed' | 'ArrowDown' | 'ArrowUp'
