import type { Dispatch, SetStateAction } from 'react'
import { useTranslation } from 'react-i18next'
import type { Location } from 'react-router-dom'
import { attachLimits } from '#contract/calls/attached.ts'
import { Button } from '#src/ui/button.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { useAskedClose, useHoldOpen } from '#src/session/leave.ts'
import { isSendKey } from './send-key.ts'

type Props = {
  /** What the note says. */
  said: string
  /** What is typed in its place. */
  text: string
  busy: boolean
  onType: Dispatch<SetStateAction<string | null>>
  /** Answers whether it says that now. */
  onSave: (words: string) => Promise<boolean>
}

/** The notes of a record are on a tab of its page. */
export const placeOfNotes = ({ pathname, search }: Location) =>
  `${pathname} ${new URLSearchParams(search).get('tab') ?? ''}`

/** One's own note, to be said otherwise. There is no draft of it: its loss is said before it is left. */
export function RewordNote({ said, text, busy, onType, onSave }: Props) {
  const { t } = useTranslation('crud')
  const isTyped = text !== said
  useHoldOpen(isTyped)
  const close = useAskedClose(isTyped, () => onType(null), placeOfNotes)
  const save = async () => {
    const words = text.trim()
    if (busy || words === '') return
    // What was typed on meanwhile stays to be saved.
    if (await onSave(words)) onType(now => (now === text ? null : now))
  }
  return (
    <div className="mt-1 grid gap-2">
      <TextArea
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- it has just been asked for
        autoFocus
        aria-label={t('attached.reword')}
        value={text}
        onChange={onType}
        maxLength={attachLimits.noteLength}
        onKeyDown={event => {
          if (isSendKey(event)) void save()
          if (event.key === 'Escape') void close()
        }}
      />
      <div className="flex gap-2">
        <Button size="sm" variant="primary" loading={busy} onClick={() => void save()}>
          {t('save')}
        </Button>
        <Button size="sm" onClick={() => void close()}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
