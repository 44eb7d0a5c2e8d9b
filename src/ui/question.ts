import type { ReactNode } from 'react'

export type Question = {
  /** A question that names the thing: "Cancel order 002311?" */
  title: string
  /** What follows from it, and whether it can be undone. */
  text?: ReactNode
  /** The deed itself: "Cancel order", never "OK". */
  confirmLabel: string
  /** The way out: "Keep order". */
  cancelLabel?: string | undefined
  danger?: boolean | undefined
}
