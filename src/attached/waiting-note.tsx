import Clock from 'lucide-react/icons/clock'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTE, opOf } from '#contract/intent.ts'
import type { Module } from '#contract/module.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useOutbox, useOutboxDeeds } from '#src/data/use-outbox.ts'
import { wordsFor } from '#src/data/words.ts'
import { needsDecision, saidAt, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useKeptWhileEdited, useTellEdited } from '#src/lib/use-kept-while-edited.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Button } from '#src/ui/button.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { RewordNote } from './reword-note.tsx'

/** The notes of this record that the server has not confirmed, the newest first. */
const useWaitingNotes = (module: Module, record: number): OutboxOp[] =>
  (useOutbox() ?? [])
    .filter(({ op, id, state }) => op === opOf(module, NOTE) && id === record && state !== 'cancelling')
    .toReversed()

/** The notes of this record that wait here, and those that are being reworded though they do so no more. */
export function useNoteRows(module: Module, record: number) {
  const waiting = useWaitingNotes(module, record)
  const { gone, onEdited } = useKeptWhileEdited(waiting, ({ args }) => args.id)
  return {
    rows: [...waiting.map(op => ({ op, isGone: false })), ...gone.map(op => ({ op, isGone: true }))],
    onEdited,
  }
}

type Props = {
  op: OutboxOp
  /** It does not wait here any more. */
  isGone: boolean
  onEdited: (op: OutboxOp, isEdited: boolean) => void
}

/** A note that is kept on this device until it is sent; where it was refused, why, and what to do. */
export function WaitingNote({ op, isGone, onEdited }: Props) {
  const { t } = useTranslation(['crud', 'outbox'])
  const { retry, discard, correct } = useOutboxDeeds()
  const { busy, refused, run } = useDeed()
  const doIt = (deed: (mid: string) => Promise<unknown>) => void run(() => deed(op.mid).then(() => null))
  const isRefused = needsDecision(op)
  const said = String(op.args.text)
  const [editing, setEditing] = useState<string | null>(null)
  const isEdited = editing !== null
  useTellEdited(isEdited, isEdited => onEdited(op, isEdited))
  const save = (text: string) =>
    run(async () => {
      // One that has left meanwhile may have arrived, until the answer says otherwise.
      const mayBeSaid = !isGone && (op.state === 'rejected' || !op.sentOnce)
      if (mayBeSaid && (await correct(op.mid, { args: { ...op.args, text }, base: op.base }))) return null
      return t(isGone ? 'outbox:edit.over' : 'outbox:edit.onItsWay')
    })
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
      <span className="grid size-6 place-items-center text-warning-text">
        <Icon of={Clock} size="sm" />
      </span>
      <div className="min-w-0">
        <p className="flex min-h-6 flex-wrap items-center gap-2 text-20 text-subtle">
          <span>{t(isRefused ? 'attached.noteRefused' : 'attached.noteWaits')}</span>
          <Ago at={new Date(saidAt(op)).toISOString()} className="shrink-0" />
        </p>
        {editing === null ? (
          <p
            dir="auto"
            className="mt-1 w-fit max-w-full rounded-2 border border-dashed bg-surface-sunken px-3 py-2 wrap-anywhere whitespace-pre-line"
          >
            {said}
          </p>
        ) : (
          <RewordNote said={said} text={editing} busy={busy} onType={setEditing} onSave={save} />
        )}
        {(isRefused || (isEdited && refused)) && (
          <div role="alert" className="mt-2 grid justify-items-start gap-2 text-30 text-danger">
            <p>{refused || wordsFor(op.problem?.code.replaceAll('_', '-') ?? 'unknown', op.problem?.message)}</p>
            {!isEdited && (
              <span className="flex gap-2">
                <Button size="xs" loading={busy} onClick={() => doIt(retry)}>
                  {t('attached.retry')}
                </Button>
                <Button size="xs" variant="ghost" disabled={busy} onClick={() => setEditing(said)}>
                  {t('attached.reword')}
                </Button>
                <Button size="xs" variant="ghost" disabled={busy} onClick={() => doIt(discard)}>
                  {t('attached.discard')}
                </Button>
              </span>
            )}
          </div>
        )}
      </div>
    </li>
  )
}
