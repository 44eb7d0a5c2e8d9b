import { clsx } from 'clsx'
import Check from 'lucide-react/icons/check'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '#src/lib/format.ts'
import { keyNames } from '#src/lib/keys/chord.ts'
import { Icon } from '#src/ui/icon.tsx'
import { Kbd } from '#src/ui/kbd.tsx'
import { useTitles } from '../use-titles.ts'
import type { Entry, Group } from './entry.ts'
import { Marked } from './marked.tsx'

type Props = {
  groups: readonly Group[]
  words: readonly string[]
  active: Entry | undefined
  idOf: (entry: Entry) => string
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry, apart: boolean) => void
}

/** What was found, in groups; one line is the chosen one. */
export function Results({ groups, words, active, idOf, onPoint, onChoose }: Props) {
  const { t } = useTranslation('palette')
  const keys = groups.flatMap(group => group.entries.flatMap(({ kind, by }) => [kind ?? [], by ?? []].flat()))
  const wordsOf = useTitles([...new Set(keys)])
  return groups.map(group => (
    <div key={group.name} role="group" aria-labelledby={`palette-${group.name}`}>
      <div
        role="presentation"
        className={clsx(
          'flex items-baseline justify-between gap-3 px-2 pt-3 pb-1',
          // One line, which says itself what it is.
          group.name === 'everything' && 'sr-only',
        )}
      >
        <span id={`palette-${group.name}`} className="caps">
          {t(`palette:groups.${group.name}`)}
        </span>
        {(group.name === 'records' || group.name === 'people') && group.total > 0 && (
          <bdi className="text-20 text-subtle">
            {t('palette:onDevice', { count: group.total, shown: formatNumber(group.total) })}
          </bdi>
        )}
      </div>
      {group.entries.map(entry => (
        <Line
          key={entry.id}
          id={idOf(entry)}
          entry={entry}
          words={words}
          kind={entry.kind && wordsOf(entry.kind)}
          by={entry.by && wordsOf(entry.by)}
          now={t('palette:now')}
          active={entry === active}
          onPoint={() => onPoint(entry)}
          onChoose={apart => onChoose(entry, apart)}
        />
      ))}
    </div>
  ))
}

type LineProps = {
  id: string
  entry: Entry
  words: readonly string[]
  kind: string | undefined
  /** What the hint is. */
  by: string | undefined
  /** What is said of how it is now. */
  now: string
  active: boolean
  onPoint: () => void
  onChoose: (apart: boolean) => void
}

function Line({ id, entry, words, kind, by, now, active, onPoint, onChoose }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (active) line.current?.scrollIntoView?.({ block: 'nearest' })
  }, [active])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are those of the combobox
    <div
      ref={line}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      onPointerMove={onPoint}
      // The focus stays in the box.
      onMouseDown={event => event.preventDefault()}
      onClick={event => onChoose(event.ctrlKey || event.metaKey)}
      className={clsx(
        'flex min-h-9.5 scroll-my-8 cursor-pointer items-center gap-3 rounded-2 px-2 text-40 pointer-coarse:min-h-12 pointer-coarse:text-50',
        active && 'bg-primary-subtle forced-colors:outline',
      )}
    >
      <span
        data-mark={entry.colour}
        className={clsx(
          'grid size-7 shrink-0 place-items-center rounded-2',
          entry.colour ? 'bg-mark-subtle text-mark-text' : 'text-muted',
        )}
      >
        <Icon of={entry.icon} size="sm" />
      </span>
      <span className="flex min-w-0 flex-1 items-baseline gap-2">
        <bdi className="truncate font-medium">
          <Marked text={entry.label} words={words} />
        </bdi>
        {entry.hint && (
          <bdi className="min-w-0 truncate text-30 text-muted">
            {by && `${by}: `}
            <Marked text={entry.hint} words={words} />
          </bdi>
        )}
      </span>
      {kind && <span className="max-w-40 shrink-0 truncate text-30 text-subtle max-sm:hidden">{kind}</span>}
      {entry.checked && (
        <span className="flex items-center gap-1 text-30 text-muted">
          <Icon of={Check} size="sm" />
          {now}
        </span>
      )}
      {entry.keys && (
        <span className="flex gap-1" dir="ltr">
          {keyNames(entry.keys).map(key => (
            <Kbd key={key} keys={key} />
          ))}
        </span>
      )}
    </div>
  )
}
