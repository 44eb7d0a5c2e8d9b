import MessageSquareText from 'lucide-react/icons/message-square-text'
import Paperclip from 'lucide-react/icons/paperclip'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { TimelineEntry } from '#contract/calls/timeline.ts'
import { isRequired } from '#contract/fields.ts'
import type { Module } from '#contract/module.ts'
import { useData } from '#src/data/data.ts'
import type { HistoryEntry } from '#src/data/use-facts.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords, type Words } from '#src/fields/words.ts'
import { Entry, iconOf, TimelineItem, When } from '../timeline.tsx'

type Props = {
  entry: TimelineEntry
  /** Of the record itself, which the page names already. */
  own: boolean
  last: boolean
  action?: ReactNode
}

/** One thing that happened: to which record, what, when and by whom. */
export function LifeEntry({ entry, own, last, action }: Props) {
  const module = useData().register[entry.module]
  const isChange = entry.kind === entry.module
  if (!module) return null
  const icon = isChange ? iconOf(asHistory(entry)) : entry.kind === 'note' ? MessageSquareText : Paperclip
  return (
    <TimelineItem icon={icon} last={last} action={action}>
      {!own && <Whose module={module} entry={entry} />}
      {isChange ? <Change module={module} entry={entry} /> : <Attached entry={entry} />}
    </TimelineItem>
  )
}

const asHistory = (entry: TimelineEntry): HistoryEntry => ({ ...entry, id: 0, recordId: entry.record, version: 0 })

function Whose({ module, entry }: { module: Module; entry: TimelineEntry }) {
  const { noun } = useWords(module)
  const to = useRecordPlaces()?.pathTo(module.name, entry.record)
  const title = entry.title ?? `#${entry.record}`
  return (
    <p className="wrap-anywhere">
      <span className="inline-block text-muted first-letter:uppercase">{noun}</span>{' '}
      {to ? (
        <Link to={to} className="link font-medium">
          {title}
        </Link>
      ) : (
        <b>{title}</b>
      )}
    </p>
  )
}

function Change({ module, entry }: { module: Module; entry: TimelineEntry }) {
  const words = useWords(module)
  if (module.appendOnly && entry.action === 'create') return <Added module={module} entry={entry} words={words} />
  return <Entry module={module} entry={asHistory(entry)} words={words} ofDay />
}

/** What is only ever added says what it is at once. */
function Added({ module, entry, words }: { module: Module; entry: TimelineEntry; words: Words }) {
  const names = Object.entries(module.fields).flatMap(([name, field]) => (isRequired(field) ? [name] : []))
  return (
    <>
      <p className="flex flex-wrap gap-x-3 wrap-anywhere">
        {names.map(name => (
          <span key={name}>
            <span className="text-muted">{words.field(name)}</span>{' '}
            <b>
              <FieldCell field={fieldView(module, name, words)} value={entry.after[name]} />
            </b>
          </span>
        ))}
      </p>
      <When entry={entry} ofDay />
    </>
  )
}

function Attached({ entry }: { entry: TimelineEntry }) {
  const { t } = useTranslation('crud')
  const { text, name } = entry.after as { text?: string; name?: string }
  return (
    <>
      {text !== undefined ? (
        <p className="rounded-2 bg-surface-sunken px-3 py-2 wrap-anywhere whitespace-pre-line">{text}</p>
      ) : (
        <p className="wrap-anywhere">{t('life.attached', { name })}</p>
      )}
      <When entry={entry} ofDay />
    </>
  )
}
