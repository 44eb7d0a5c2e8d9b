import type { ComponentType, ReactNode } from 'react'
import type { Line } from '../../lines.tsx'
import type { InputProps } from '../../view.ts'

/** How a module has its lines stand, where all columns beside each other are not enough. */
export type LinesLook = {
  /** The columns of a row, and how much of it each takes; they stand beside each other wherever there is room. */
  tracks?: Readonly<Record<string, string>>
  /** Columns that come below the row when somebody wants them. */
  below?: readonly string[]
  /** Controls of its own. */
  cells?: Readonly<Record<string, ComponentType<InputProps & { line: Line }>>>
  /** What the end of a line says, and nobody types. */
  end?: { label: string; track: string; Says: ComponentType<{ line: Line }> } | undefined
  /** What is said below a cell. */
  under?: Readonly<Record<string, ComponentType<{ line: Line }>>> | undefined
  /** Below all lines: what they come to. */
  footer?: ReactNode
}
