import type { ReactNode } from 'react'
import { Icon, type IconType } from '#src/ui/icon.tsx'

/** One way to reach somebody, with its sign: a number to call, an address to write to, where they live. */
export function Way({ icon, label, children }: { icon: IconType; label: string; children: ReactNode }) {
  return (
    <li className="inline-flex min-h-hit min-w-0 items-center gap-2">
      <Icon of={icon} size="sm" className="text-subtle" />
      <span className="sr-only">{label}</span>
      <span className="min-w-0">{children}</span>
    </li>
  )
}
