import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { confirm } from '#src/ui/confirm.tsx'
import { brief } from '../brief.ts'
import { Choices } from '../choices.tsx'
import { ScanCounter } from '../scan-counter.tsx'
import { useDesk } from './desk.ts'
import type { Entry } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { ModeBlock } from './mode-block.tsx'
import { ModeSaid, type First } from './mode-said.tsx'
import type { Scanning } from './use-scan-mode.ts'

type Props<D> = {
  scanning: Scanning<D>
  /** What is counted, in big. */
  counter: { done: number; total: number | null; progress?: string; text: string }
  /** What to do, before anything was scanned. */
  first: First
  /** What was scanned, in parts of their own; left out, it is one list. */
  lists?: readonly { title: string; entries: readonly Entry<D>[] }[]
  /** Forgets everything. Asked first where something on the list was not done yet. */
  onClear?: (() => void) | undefined
  /** Something is done with all of them: nothing is taken off now. */
  locked?: boolean
  /** Between what was said and the list. */
  children?: ReactNode
}

/** How far a mode is, how the last scan ended, and what was scanned. A wrong thing lies over the camera until it is answered. */
export function ModeBoard<D>({ counter, first, lists, onClear, locked = false, children, ...props }: Props<D>) {
  const { t } = useTranslation('scan')
  const { focus } = useDesk()
  const scanning = locked ? { ...props.scanning, canUndo: () => false } : props.scanning
  const { said, entries } = scanning
  const undo = (id: string) => {
    const entry = entries.find(one => one.id === id)
    if (entry) void scanning.undo(entry)
    focus()
  }
  const clear = async (forget: () => void) => {
    const count = entries.filter(({ state }) => state === 'taken').length
    const question = { title: t('modes.sureClear', { count }), confirmLabel: t('modes.clear') }
    if (count === 0 || (await confirm(question))) forget()
    focus()
  }
  const filled = (lists ?? [{ title: t('recent.title'), entries }]).filter(list => list.entries.length > 0)
  return (
    <div className="grid gap-5">
      <div className="overflow-hidden rounded-3 border bg-surface shadow-1">
        <div className="grid grid-cols-[minmax(11rem,auto)_1fr] max-sm:grid-cols-1">
          <ScanCounter {...counter} />
          <div role="status" className="grid">
            <ModeSaid scanning={scanning} first={first} onUndo={undo} />
          </div>
        </div>
        {said?.is === 'which' && <Choices hits={said.hits} onChoose={scanning.choose} />}
      </div>
      {said?.is === 'wrong' && said.blocks && (
        <ModeBlock
          title={said.title}
          text={`${said.text} ${t('modes.aside')}`}
          facts={[{ label: t('modes.scanned'), value: <span className="ltr">{brief(said.code)}</span> }]}
          done={t('modes.goOn')}
          onDone={scanning.acknowledge}
        />
      )}
      {children}
      {filled.map((list, at) => (
        <EntryList
          key={list.title}
          scanning={scanning}
          {...list}
          onUndo={undo}
          onClear={at === 0 && onClear && !locked ? () => void clear(onClear) : undefined}
        />
      ))}
    </div>
  )
}
