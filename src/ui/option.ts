import type { ReactNode } from 'react'
import type { IconType } from './icon.tsx'

/** One choice of a Select, Combobox or MultiSelect. */
export type Option<V extends string | number = string> = {
  value: V
  label: string
  /** More words that find it, not shown. */
  search?: string | undefined
  /** At the end of the row: a price, a code. */
  hint?: ReactNode
  icon?: IconType | undefined
  /** A swatch before the label: any CSS colour, from data. */
  colour?: string | null | undefined
  disabled?: boolean | undefined
}
