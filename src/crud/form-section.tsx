import { useId, type ReactNode } from 'react'

/** A part of a long form: what it is about at the side, its fields in two columns. Stands in a flush Card. */
export function FormSection({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-8 gap-y-4 border-t px-4 py-5 first:border-t-0 lg:grid-cols-[13rem_minmax(0,1fr)] lg:px-5"
    >
      <header className="grid content-start gap-1">
        <h2 id={id} className="text-40">
          {title}
        </h2>
        {text && <p className="text-30 text-pretty text-muted">{text}</p>}
      </header>
      <div className="grid content-start gap-4 sm:grid-cols-2">{children}</div>
    </section>
  )
}
