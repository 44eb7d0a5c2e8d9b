import OctagonAlert from 'lucide-react/icons/octagon-alert'
import ScanLine from 'lucide-react/icons/scan-line'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from '#src/ui/icon.tsx'

type Props = {
  title: string
  text: ReactNode
  /** What was scanned, and what was expected. */
  facts: readonly { label: string; value: ReactNode }[]
  /** What the button says: that it is out of the way. */
  done: string
  onDone: () => void
}

/** Something that does not belong here was scanned: nothing goes on until somebody has said that it is out of the way. */
export function ScanBlock({ title, text, facts, done, onDone }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  useEffect(() => button.current?.focus(), [])
  return (
    <div
      role="alertdialog"
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      data-solid=""
      className="grid content-center gap-5 bg-danger p-6 text-danger-on"
    >
      <div className="flex items-center gap-5">
        <Icon of={OctagonAlert} className="size-16!" />
        <div className="min-w-0" role="alert">
          <h2 id={id} className="text-80">
            {title}
          </h2>
          <p id={`${id}-text`} className="text-50">
            {text}
          </p>
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-6 border-t border-current pt-4 max-sm:grid-cols-1">
        {facts.map(({ label, value }) => (
          <div key={label} className="min-w-0">
            <dt className="text-30">{label}</dt>
            <dd className="text-50 font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <button
        ref={button}
        type="button"
        onClick={onDone}
        className="inline-flex min-h-control-xl w-full items-center justify-center gap-3 rounded-2 border border-danger-on bg-danger-on px-4 text-50 font-medium text-danger outline-offset-4 focus-visible:outline-current"
      >
        <Icon of={ScanLine} />
        {done}
      </button>
    </div>
  )
}
