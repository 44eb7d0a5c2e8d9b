import { clsx } from 'clsx'
import { useId, type ReactNode } from 'react'

type Props = {
  title: string
  text?: ReactNode
  /** What it is about stands above it: its fields need all the room. */
  wide?: boolean | undefined
  children: ReactNode
}

/** A part of a long form: what it is about at the side, its fields in two columns. Stands in a flush Card. */
export function FormSection({ title, text, wide = false, children }: Props) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={clsx(
        'grid gap-x-8 gap-y-4 border-t px-4 py-5 first:border-t-0 lg:px-5',
        !wide && 'lg:grid-cols-[13rem_minmax(0,1fr)]',
      )}
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
