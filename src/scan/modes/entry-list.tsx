import CircleCheck from 'lucide-react/icons/circle-check'
import CircleX from 'lucide-react/icons/circle-x'
import Clock from 'lucide-react/icons/clock'
import Undo2 from 'lucide-react/icons/undo-2'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatTime } from '#src/lib/format.ts'
import { Button } from '#src/ui/button.tsx'
import { Count } from '#src/ui/count.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { Entry } from './entries.ts'
import type { Scanning } from './use-scan-mode.ts'

const looks = {
  taken: { icon: CircleCheck, tone: 'text-success' },
  waits: { icon: Clock, tone: 'text-muted' },
  done: { icon: CircleCheck, tone: 'text-success' },
  failed: { icon: CircleX, tone: 'text-danger-text' },
}

/** So many are drawn before somebody asks for all. */
const SHOWN = 50

type Props<D> = {
  scanning: Scanning<D>
  title: string
  entries: readonly Entry<D>[]
  onUndo: (id: string) => void
  /** Forgets all of them. */
  onClear?: (() => void) | undefined
}

/** What was scanned, the newest first: when, what became of it, and a way back. */
export function EntryList<D>({ scanning, title, entries, onUndo, onClear }: Props<D>) {
  const { t } = useTranslation('scan')
  const [all, setAll] = useState(false)
  if (entries.length === 0) return null
  return (
    <section className="grid gap-2">
      <header className="flex min-h-11 items-center gap-2">
        <h2 className="text-40">{title}</h2>
        <Count of={entries.length} />
        {onClear && (
          <Button className="ms-auto" onClick={onClear}>
            {t('modes.clear')}
          </Button>
        )}
      </header>
      <ol className="overflow-hidden rounded-3 border bg-surface shadow-1">
        {(all ? entries : entries.slice(0, SHOWN)).map(entry => (
          <li key={entry.id} className="flex min-h-14 items-center gap-4 border-b px-4 py-2 last:border-0">
            <Icon of={looks[entry.state].icon} className={looks[entry.state].tone} />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <span className="ltr">{entry.title}</span>
              </p>
              {entry.text && <p className="text-30 text-muted wrap-anywhere">{entry.text}</p>}
              {entry.state === 'failed' && <p className="text-30 text-danger-text">{entry.why}</p>}
              {entry.state === 'waits' && <p className="text-30 text-muted">{t('modes.waits')}</p>}
            </div>
            <time className="text-30 text-muted tabular-nums" dateTime={entry.at}>
              {formatTime(entry.at)}
            </time>
            {scanning.canUndo(entry) && (
              <IconButton
                icon={Undo2}
                mirrored
                label={t(entry.state === 'failed' ? 'recent.remove' : 'modes.undo', { code: entry.title })}
                onClick={() => onUndo(entry.id)}
              />
            )}
          </li>
        ))}
      </ol>
      {!all && entries.length > SHOWN && (
        <Button className="justify-self-start" onClick={() => setAll(true)}>
          {t('modes.showAll', { count: entries.length })}
        </Button>
      )}
    </section>
  )
}
