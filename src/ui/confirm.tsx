import { useRef, useSyncExternalStore, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export type Question = {
  /** A question that names the thing: "Cancel order 002311?" */
  title: string
  /** What follows from it, and whether it can be undone. */
  text?: ReactNode
  /** The deed itself: "Cancel order", never "OK". */
  confirmLabel: string
  /** The way out: "Keep order". */
  cancelLabel?: string | undefined
  danger?: boolean | undefined
}

type Asked = Question & { answer: (yes: boolean) => void }
let asked: Asked | null = null
const listeners = new Set<() => void>()
const tell = (next: Asked | null) => {
  asked = next
  for (const listener of listeners) listener()
}

/** Asks and waits: `if (await confirm({ title, confirmLabel })) …`. Needs one <ConfirmHost /> in the page. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise(resolve => {
    tell({
      ...question,
      answer: yes => {
        resolve(yes)
        tell(null)
      },
    })
  })
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function ConfirmHost() {
  const question = useSyncExternalStore(subscribe, () => asked)
  return question && <ConfirmDialog {...question} onAnswer={question.answer} />
}

export function ConfirmDialog(
  props: Question & { open?: boolean; loading?: boolean; onAnswer: (yes: boolean) => void },
) {
  const { title, text, confirmLabel, cancelLabel, danger, open = true, loading, onAnswer } = props
  const { t } = useTranslation('ui')
  const wayOut = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      open={open}
      onClose={() => onAnswer(false)}
      title={title}
      description={text}
      initialFocus={wayOut}
      footer={
        <>
          <Button ref={wayOut} onClick={() => onAnswer(false)}>
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button variant={danger ? 'dangerSolid' : 'primary'} loading={loading} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    />
  )
}
