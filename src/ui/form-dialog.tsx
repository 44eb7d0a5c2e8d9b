import { useRef, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { isPressed } from '#src/lib/keys/is-pressed.ts'
import { Button } from './button.tsx'
import { Dialog, type DialogProps } from './dialog.tsx'
import { focusWrong } from './focus-wrong.ts'
import { Refused } from './refused.tsx'

type Props = Omit<DialogProps, 'open' | 'footer' | 'onSubmit'> & {
  submitLabel: ReactNode
  onSubmit: () => void
  /** What it does is not taken back easily. */
  danger?: boolean | undefined
  busy?: boolean | undefined
  /** It cannot be done at all. What is only missing is said beside its field when the button is pressed. */
  disabled?: boolean | undefined
  /** Why it was not done, where no field can say it. */
  refused?: string | false | undefined
  /** Another way out than giving up. */
  wayOut?: { label: string; onPress: () => void } | undefined
  /** What else can be done; it stands apart from both. */
  aside?: ReactNode
}

/** Asks for something and does it: the way out and the deed stand at its foot, what was refused at its head. */
export function FormDialog(props: Props) {
  const { submitLabel, danger, busy, disabled, refused, wayOut, aside, children, ...dialog } = props
  const { t } = useTranslation('ui')
  const fields = useRef<HTMLDivElement>(null)
  const submit = () => {
    dialog.onSubmit()
    focusWrong(fields.current)
  }
  return (
    <Dialog
      {...dialog}
      open
      onSubmit={submit}
      footer={
        <>
          {aside}
          <Button onClick={wayOut?.onPress ?? dialog.onClose}>{wayOut?.label ?? t('cancel')}</Button>
          <Button variant={danger ? 'dangerSolid' : 'primary'} type="submit" loading={busy} disabled={disabled}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {/* The keys that save a page save what stands before it; in a long text Enter alone is a new line. */}
      <div
        ref={fields}
        role="presentation"
        className="contents"
        onKeyDown={event => {
          if (!isPressed(event, 'save') && !isPressed(event, 'saveNext')) return
          event.preventDefault()
          event.stopPropagation()
          if (!busy && !disabled) submit()
        }}
      >
        <Refused why={refused} />
        {children}
      </div>
    </Dialog>
  )
}
