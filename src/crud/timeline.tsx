import Archive from 'lucide-react/icons/archive'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import Ban from 'lucide-react/icons/ban'
import Merge from 'lucide-react/icons/merge'
import Pencil from 'lucide-react/icons/pencil'
import Plus from 'lucide-react/icons/plus'
import Power from 'lucide-react/icons/power'
import Printer from 'lucide-react/icons/printer'
import ScanLine from 'lucide-react/icons/scan-line'
import Undo2 from 'lucide-react/icons/undo-2'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { PRINT, SCAN } from '#contract/intent.ts'
import { allFields, type Module } from '#contract/module.ts'
import { scanModes } from '#contract/scan/scan-note.ts'
import type { HistoryEntry } from '#src/data/use-facts.ts'
import { useItem } from '#src/data/use-list.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { formatDateTime, formatNearDay, formatTime } from '#src/lib/format.ts'
import { Icon, type IconType } from '#src/ui/icon.tsx'

type Props = {
  module: Module
  entries: readonly HistoryEntry[]
}

/** Who did what, newest first: each changed field with what it was and what it became. */
export function Timeline({ module, entries }: Props) {
  const words = useWords(module)
  return (
    <ol className="grid gap-4 text-30">
      {entries.map((entry, index) => (
        <TimelineItem key={`${entry.action}.${entry.id}`} icon={iconOf(entry)} last={index === entries.length - 1}>
          <Entry module={module} entry={entry} words={words} />
        </TimelineItem>
      ))}
    </ol>
  )
}

type ItemProps = { icon: IconType; last: boolean; action?: ReactNode; children: ReactNode }

/** One entry beside the line that leads through all of them. */
export function TimelineItem({ icon, last, action, children }: ItemProps) {
  return (
    <li className="relative grid grid-cols-[24px_minmax(0,1fr)_auto] gap-x-3">
      {!last && <span aria-hidden="true" className="absolute start-[11.5px] top-6.5 -bottom-3.5 w-px bg-line-strong" />}
      <span className="grid size-6 place-items-center rounded-full border border-line-strong bg-surface text-muted">
        <Icon of={icon} size="xs" />
      </span>
      <div className="min-w-0">{children}</div>
      {action}
    </li>
  )
}

type EntryProps = {
  module: Module
  entry: HistoryEntry
  words: Words
  /** The day is said already: the time is enough. */
  ofDay?: boolean | undefined
}

/** What one entry says: what was done, what it was and what it became, when and by whom. */
export function Entry({ module, entry, words, ofDay }: EntryProps) {
  const { t } = useTranslation('crud')
  // A list's entries are of several items; a record's page says already which one it is.
  const item = useItem(module.name, module.list ? entry.recordId : null)
  const fields = ['create', 'erase'].includes(entry.action) ? [] : changedFields(module, entry)
  const action = sayAction(entry, words, t)
  return (
    <>
      {(item ?? action) && (
        <p className="wrap-anywhere first-letter:uppercase">
          {item && <b>{item.label}</b>} {action}
        </p>
      )}
      {fields.map(name => {
        const field = fieldView(module, name, words)
        return (
          <p key={name} className="wrap-anywhere">
            {words.field(name)}{' '}
            {entry.before[name] !== null && entry.before[name] !== undefined && (
              <>
                <del className="text-subtle">
                  <FieldCell field={field} value={entry.before[name]} />
                </del>{' '}
                <span aria-hidden="true" className="inline-block rtl:-scale-x-100">
                  →
                </span>{' '}
              </>
            )}
            <b>
              <FieldCell field={field} value={entry.after[name]} />
            </b>
          </p>
        )
      })}
      <When entry={entry} ofDay={ofDay} />
    </>
  )
}

type WhenProps = Pick<EntryProps, 'ofDay'> & { entry: Pick<HistoryEntry, 'at' | 'saidAt' | 'actorName'> }

/** When it was done and by whom; and when it was said, where it arrived so much later that both times have to be told. */
export function When({ entry: { at, saidAt, actorName }, ofDay }: WhenProps) {
  const { t } = useTranslation('crud')
  const waited = saidAt ? Math.abs(Date.parse(at) - Date.parse(saidAt)) : 0
  return (
    <p className="text-20 text-subtle">
      <time dateTime={at} title={formatDateTime(at)}>
        {ofDay ? formatTime(at) : formatNearDay(at)}
      </time>
      {' · '}
      {actorName ?? t('history.system')}
      {saidAt && waited > WAITED_LONG && (
        <>
          {' · '}
          <time dateTime={saidAt}>{t('history.saidAt', { when: formatDateTime(saidAt) })}</time>
        </>
      )}
    </p>
  )
}
const WAITED_LONG = 5 * 60_000

/** Fields that the sentence says already are not said again. */
const changedFields = (module: Module, entry: HistoryEntry): string[] =>
  Object.keys(entry.after).filter(name => name in allFields(module) && !isSaid(entry, name))
const isSaid = (entry: HistoryEntry, name: string) =>
  name === 'position' || name === 'mergedInto' || (name === 'active' && entry.action === 'change')

const wasSwitched = ({ action, after }: HistoryEntry, on: boolean) => action === 'change' && after.active === on
const wasMoved = ({ action, after }: HistoryEntry) => action === 'change' && Object.keys(after).join() === 'position'

function sayAction(entry: HistoryEntry, words: Words, t: ReturnType<typeof useTranslation<'crud'>>['t']): string {
  if (wasSwitched(entry, false)) return t('history.switchedOff')
  if (wasSwitched(entry, true)) return t('history.switchedOn')
  if (wasMoved(entry)) return t('history.moved')
  const { action, after } = entry
  if (action === 'change' || action === 'sql') return ''
  if (action === PRINT) return t('history.printed', { count: Number(after.copies) })
  if (action === SCAN) {
    const mode = scanModes.find(one => one === after.mode)
    return mode ? t('history.scannedFor', { mode: t(`history.scanModes.${mode}`) }) : t('history.scanned')
  }
  return isPlain(action) ? t(`history.${plain[action]}`) : words.moved(action, '')
}

/** What can be done to a record of any module, in the past tense. */
const plain = { create: 'created', archive: 'archived', restore: 'restored', merge: 'merged', erase: 'erased' } as const
const isPlain = (action: string): action is keyof typeof plain => action in plain

export function iconOf(entry: HistoryEntry): IconType {
  if (wasSwitched(entry, false)) return Ban
  if (wasSwitched(entry, true)) return Power
  if (wasMoved(entry)) return ArrowUpDown
  return (
    { create: Plus, archive: Archive, restore: Undo2, merge: Merge, [PRINT]: Printer, [SCAN]: ScanLine }[
      entry.action
    ] ?? Pencil
  )
}
