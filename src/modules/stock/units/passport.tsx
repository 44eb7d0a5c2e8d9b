import type { ReactNode } from 'react'

/** The few facts that are asked for first, in big. */
export function Passport({ children }: { children: ReactNode }) {
  return (
    <dl className="grid grid-cols-2 content-start gap-x-6 gap-y-4 rounded-3 border bg-surface p-4 shadow-1">
      {children}
    </dl>
  )
}

export function PassportFact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-30 text-muted">{label}</dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  )
}
