import type { ReactNode } from 'react'
import { useRootMark } from '#src/lib/root-mark.ts'

/** The next thing to do, where a thumb reaches it. */
export function BottomBar({ children }: { children: ReactNode }) {
  useRootMark('data-save-bar-shown', true)
  return (
    <div
      data-save-bar
      className="stays sticky bottom-0 z-(--z-bar) -mx-gutter mt-6 flex flex-wrap items-stretch gap-3 border-t border-line-strong bg-surface-raised px-gutter py-3 *:last:min-w-0 *:last:flex-1 print:hidden"
    >
      {children}
    </div>
  )
}
