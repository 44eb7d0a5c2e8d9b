import CircleCheck from 'lucide-react/icons/circle-check'
import CloudOff from 'lucide-react/icons/cloud-off'
import { useEffect, useId, useRef, type FormEvent, type MouseEvent, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconType } from '#src/ui/icon.tsx'

/** What the pages for people who are not signed in share. They know no router: the address is looked at directly. */
export type AuthPage = {
  /** Shows another of these pages; where the person wanted to go stays in the address. */
  goTo: (path: string) => void
  /** What was typed on one of the pages and is of use on the next. Never a password. */
  typed: Typed
  onTyped: (typed: Partial<Typed>) => void
}

export type Typed = { username: string; name: string; email: string }

type FormProps = {
  title: string
  about?: ReactNode
  onSubmit: () => void
  children: ReactNode
}

/** A form with its title. The title names the form, so that it is read out when the focus comes into it. */
export function AuthForm({ title, about, onSubmit, children }: FormProps) {
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  useTitle(title)
  useEffect(() => {
    const inputs = [...(form.current?.querySelectorAll<HTMLInputElement>('input:not([hidden])') ?? [])]
    // What is filled in already is not asked for again.
    const first = inputs.find(({ value }) => value === '') ?? inputs[0]
    first?.focus()
  }, [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} noValidate aria-labelledby={id} className="grid gap-6" onSubmit={submit}>
      <Heading id={id} title={title} about={about} />
      {children}
    </form>
  )
}

/** The title of a page that asks nothing; it takes the focus, so that a screen reader begins there. */
export function AuthTitle({ title, about }: { title: string; about?: ReactNode }) {
  useTitle(title)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return <Heading title={title} about={about} focus={heading} />
}

function Heading(props: {
  id?: string
  title: string
  about?: ReactNode
  focus?: React.RefObject<HTMLHeadingElement | null>
}) {
  const { id, title, about, focus } = props
  return (
    <div>
      <h1 id={id} ref={focus} tabIndex={focus ? -1 : undefined} className="text-80 wrap-break-word outline-none">
        {title}
      </h1>
      {about && <p className="mt-2 text-pretty text-muted">{about}</p>}
    </div>
  )
}

function useTitle(title: string) {
  const { t } = useTranslation()
  useEffect(() => {
    document.title = `${title} · ${t('product')}`
  }, [t, title])
}

/** A link to another of these pages: an address for a new tab, a change of page for a plain press. */
export function AuthLink({ to, goTo, children }: { to: string; goTo: AuthPage['goTo']; children: ReactNode }) {
  const press = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    goTo(to)
  }
  return (
    <a href={to + location.search} onClick={press} className="hit-area relative text-accent-text hover:underline">
      {children}
    </a>
  )
}

type NoticeProps = { icon?: IconType; good?: boolean; title?: ReactNode; children?: ReactNode }

/** Something to know before one goes on. Read out when it appears. */
export function AuthNotice({ icon, good, title, children }: NoticeProps) {
  const look = good ? 'border-success-border bg-success-subtle' : 'bg-surface-sunken'
  return (
    <div role="status" className={`flex gap-3 rounded-3 border px-4 py-3 text-30 ${look}`}>
      <Icon of={icon ?? (good ? CircleCheck : CloudOff)} className={good ? 'text-success' : 'text-muted'} />
      <div className="min-w-0">
        {title && <p className="font-semibold">{title}</p>}
        {children && <p className="text-pretty text-muted">{children}</p>}
      </div>
    </div>
  )
}
