import MessageSquare from 'lucide-react/icons/message-square'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits } from '#contract/calls/attached.ts'
import type { Module } from '#contract/module.ts'
import { useNotes } from '#src/data/use-attached.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { EmptyState } from '#src/ui/empty-state.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { Skeleton } from '#src/ui/skeleton.tsx'
import { TextArea } from '#src/ui/text-area.tsx'
import { handedWhole } from '#src/data/drafts/own.ts'
import { useHoldOpen, useLeaveGuard } from '#src/session/leave.ts'
import { NotLoaded } from '#src/parts/not-loaded.tsx'
import { NoteItem } from './note-item.tsx'
import { placeOfNotes } from './reword-note.tsx'
import { isSendKey } from './send-key.ts'
import { useNoteDraft } from './use-note-draft.ts'
import { useNoteRows, WaitingNote } from './waiting-note.tsx'

/** What people wrote on a record, the newest first, and a place to write. */
export function RecordNotes({ module, record }: { module: Module; record: { id: number; version?: number } }) {
  const { t } = useTranslation('crud')
  const { notes, error, again, add, change, ...older } = useNotes(module, record.id, record.version === 0)
  const waiting = useNoteRows(module, record.id)
  const mayEdit = useCan(module, 'edit')
  const me = useActor().id
  const draft = useNoteDraft(`${module.name}:${record.id}:note`)
  const [sending, setSending] = useState(0)
  const [wrong, setWrong] = useState('')
  const box = useRef<HTMLTextAreaElement>(null)

  const send = async () => {
    const { text } = draft
    const words = text.trim()
    if (words === '') return
    box.current?.focus()
    setSending(count => count + 1)
    const own = await draft.hand()
    const why = await add(words, handedWhole(own))
    setSending(count => count - 1)
    setWrong(why ?? '')
    if (why === null) draft.clear(text, own)
    else draft.takeBack(own)
  }

  return (
    <div className="grid max-w-190 gap-5">
      {draft.isOnlyHere && <HoldNote />}
      {mayEdit && (
        <div className="grid gap-2">
          <TextArea
            ref={box}
            aria-label={t('attached.note')}
            placeholder={t('attached.notePlaceholder')}
            value={draft.text}
            onChange={draft.type}
            maxLength={attachLimits.noteLength}
            onKeyDown={event => {
              if (isSendKey(event)) void send()
            }}
          />
          {wrong && (
            <Banner tone="danger" announce>
              {wrong} {draft.kept && t('attached.noteKept')}
            </Banner>
          )}
          <div className="flex items-center gap-3">
            <Button
              size="sm"
              variant="primary"
              loading={sending > 0}
              disabled={draft.text.trim() === ''}
              onClick={() => void send()}
            >
              {t('attached.addNote')}
            </Button>
            <Kbd keys="Ctrl Enter" className="pointer-coarse:hidden" />
            {draft.kept && <p className="text-20 text-subtle">{t('attached.draftKept')}</p>}
          </div>
        </div>
      )}
      {error && !notes && <NotLoaded message={error.message} onAgain={again} />}
      {!notes && !error && <Skeleton className="h-24" />}
      {waiting.rows.length > 0 && (
        <ol aria-label={t('attached.waitingNotes')} className="grid gap-5">
          {waiting.rows.map(({ op, isGone }) => (
            // The same note, however often it is tried again.
            <WaitingNote key={String(op.args.id)} op={op} isGone={isGone} onEdited={waiting.onEdited} />
          ))}
        </ol>
      )}
      {notes?.length === 0 && waiting.rows.length === 0 && (
        <EmptyState
          icon={MessageSquare}
          title={t('attached.noNotes')}
          text={t(mayEdit ? 'attached.noNotesText' : 'attached.noNotesReader')}
          className="min-h-48!"
        />
      )}
      {notes && notes.length > 0 && (
        <ol aria-label={t('attached.notes')} className="grid gap-5">
          {notes.map(note => (
            <NoteItem
              key={note.id}
              note={note}
              mine={mayEdit && note.madeBy === me}
              onChange={what => change(note.id, what)}
            />
          ))}
        </ol>
      )}
      {older.more && (
        <div className="flex flex-wrap items-center gap-3">
          <Button size="sm" loading={older.loadingMore} onClick={() => void older.loadMore()}>
            {t('attached.olderNotes')}
          </Button>
          {older.moreError && (
            <p role="alert" className="text-30 text-danger">
              {older.moreError.message}
            </p>
          )}
        </div>
      )}
    </div>
  )
}

/** There is no draft of what is typed: its loss is said before it is left. */
function HoldNote() {
  useHoldOpen(true)
  // The router asks one guard only: whichever it is speaks for all that is typed into.
  useLeaveGuard(somethingIsTyped, placeOfNotes)
  return null
}
