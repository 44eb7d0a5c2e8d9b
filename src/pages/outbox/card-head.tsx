import type { ReactNode } from 'react'
import type { Module } from '#contract/module.ts'
import { Tick } from '#src/ui/tick.tsx'

type Props = {
  module: Module
  /** Which record: a heading. */
  children: ReactNode
  /** What is done to it. */
  what: string
  /** How it stands. On a telephone the sentence below says so too, and the record needs the room. */
  badge: ReactNode
  menu?: ReactNode
}

/** Above a card that asks somebody. A name is read in full there, however long it is. */
export const CardHead = ({ module, children, what, badge, menu }: Props) => (
  <header className="flex min-w-0 items-start gap-2 px-4 pt-3">
    <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 wrap-anywhere">
      <div className="flex min-w-0 gap-2">
        <Tick colour={module.colour ?? 'none'} className="mt-1.25" />
        {children}
      </div>
      <span className="min-w-0 text-30 text-muted">{what}</span>
    </div>
    <span className="max-sm:hidden">{badge}</span>
    {menu && <span className="-my-1">{menu}</span>}
  </header>
)
