import type { ReactNode } from 'react'

/** One part of the gallery: its name at the side, what it shows beside it. */
export function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="grid gap-4 border-t pt-6 xl:grid-cols-[176px_minmax(0,1fr)] xl:gap-6">
      <header className="grid content-start gap-1">
        <h2>{title}</h2>
        {text && <p className="text-20 text-subtle">{text}</p>}
      </header>
      <div className="grid min-w-0 content-start gap-4">{children}</div>
    </section>
  )
}

/** Rows of one thing in its states, under the names of the states. */
export function States({ heads, children }: { heads: readonly string[]; children: ReactNode }) {
  return (
    <div className="overflow-x-auto p-1">
      <div className="grid min-w-180 grid-cols-[96px_repeat(5,minmax(0,1fr))] items-center gap-x-5 gap-y-4">
        <span />
        {heads.map(head => (
          <span key={head} className="caps">
            {head}
          </span>
        ))}
        {children}
      </div>
    </div>
  )
}

export function Name({ children }: { children: ReactNode }) {
  return <span className="caps">{children}</span>
}
