import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import type { Question } from './question.ts'

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
