import Ellipsis from 'lucide-react/icons/ellipsis'
import Pencil from 'lucide-react/icons/pencil'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attachLimits, type NoteRow } from '#contract/calls/attached.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { formatDateTime } from '#src/lib/format.ts'
import { useNow } from '#src/lib/use-now.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Avatar } from '#src/ui/avatar.tsx'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { RewordNote } from './reword-note.tsx'

type Props = {
  note: NoteRow
  /** Written by whoever looks at it, who may still change this record. */
  mine: boolean
  /** Answers what went wrong, in words; null where nothing did. */
  onChange: (change: { text?: string; withdrawn?: boolean }) => Promise<string | null>
}

/** A note: who, when, what; what it said before, where it was reworded. */
export function NoteItem({ note, mine, onChange }: Props) {
  const { t } = useTranslation('crud')
  const now = useNow()
  const [editing, setEditing] = useState<string | null>(null)
  const [earlier, setEarlier] = useState(false)
  const { busy, refused, run } = useDeed()
  const who = note.madeByName ?? t('history.system')
  const mayReword = mine && now.getTime() - Date.parse(note.madeAt) < attachLimits.noteMinutes * 60_000
  const change = (what: Parameters<Props['onChange']>[0]) => run(() => onChange(what))
  return (
    <li className="grid grid-cols-[24px_minmax(0,1fr)] gap-3">
      <Avatar name={who} decorative className="pointer-coarse:mt-2.5" />
      <div className="min-w-0">
        <div className="flex min-h-6 items-center gap-2 pointer-coarse:min-h-11">
          <b className="truncate">{who}</b>
          <Ago at={note.madeAt} className="shrink-0 text-20 text-subtle" />
          {note.earlier.length > 0 && (
            <button
              type="button"
              aria-expanded={earlier}
              onClick={() => setEarlier(!earlier)}
              className="shrink-0 rounded-1 text-20 text-subtle underline decoration-dotted underline-offset-2 hover:text-ink pointer-coarse:min-h-11"
            >
              {t('attached.reworded')}
            </button>
          )}
          {mine && note.text !== null && editing === null && (
            <span className="ms-auto">
              <Menu
                trigger={<IconButton size="xs" icon={Ellipsis} label={t('attached.moreForNote')} />}
                items={[
                  {
                    label: t('attached.reword'),
                    icon: Pencil,
                    disabled: mayReword ? false : t('attached.tooLate', { minutes: attachLimits.noteMinutes }),
                    onSelect: () => setEditing(note.text),
                  },
                  { label: t('attached.withdraw'), icon: Undo2, onSelect: () => void change({ withdrawn: true }) },
                ]}
              />
            </span>
          )}
        </div>
        {note.text === null ? (
          <p className="flex flex-wrap items-center gap-2 text-subtle italic">
            {t('attached.withdrawn')}
            {mine && (
              <Button size="xs" variant="ghost" loading={busy} onClick={() => void change({ withdrawn: false })}>
                {t('attached.bringBack')}
              </Button>
            )}
          </p>
        ) : editing === null ? (
          <p
            dir="auto"
            className="mt-1 w-fit max-w-full rounded-2 bg-surface-sunken px-3 py-2 wrap-anywhere whitespace-pre-line"
          >
            {note.text}
          </p>
        ) : (
          <RewordNote
            said={note.text}
            text={editing}
            busy={busy}
            onType={setEditing}
            onSave={text => change({ text })}
          />
        )}
        {refused && (
          <p role="alert" className="mt-1 text-30 text-danger">
            {refused}
          </p>
        )}
        {earlier && (
          <ol className="mt-2 grid gap-2 border-s-2 ps-3 text-30 text-muted">
            {note.earlier.map(({ text, until }) => (
              <li key={until}>
                <p className="text-20 text-subtle">{t('attached.until', { at: formatDateTime(until) })}</p>
                <p dir="auto" className="wrap-anywhere whitespace-pre-line">
                  {text}
                </p>
              </li>
            ))}
          </ol>
        )}
      </div>
    </li>
  )
}
