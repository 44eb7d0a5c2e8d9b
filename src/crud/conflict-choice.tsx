import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { same } from '#contract/merge.ts'
import { allFields, type Module, type Row } from '#contract/module.ts'
import { isEditable } from '#contract/record-rules.ts'
import { reveals } from '#contract/rules.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useHistory, type HistoryEntry } from '#src/data/use-facts.ts'
import { useRestore } from '#src/data/use-writes.ts'
import { InFull } from '#src/table/in-full.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor, useCan } from '#src/session/actor.ts'
import { Ago } from '#src/ui/ago.tsx'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import type { Values } from '#src/form/check.ts'
import { rebased, type Conflict } from './conflict.ts'
import { changedSince } from './use-form.ts'
import { whyNot } from './why-not.ts'

type Props = {
  module: Module
  conflict: Conflict
  mine: Values
  /** The record as it was when this person began; with it, what the others changed besides is shown too. */
  seen?: Row | undefined
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
  /** Each choice is saved as it is made, so nothing stands chosen before. */
  atOnce?: boolean
}

/** What somebody else did to the record that I am changing: to choose from, or to bring back first. */
export function ConflictChoice(props: Props) {
  const { module, conflict } = props
  const [back, setBack] = useState<Row | null>(null)
  // A form that does not follow its record still has it as it was archived.
  const row = back && back.id === conflict.row.id && back.version >= conflict.row.version ? back : conflict.row
  if (!isEditable(module, row)) return <Closed module={module} row={row} onBack={setBack} />
  // The server also names what is no field: that it was archived, or where it stands.
  const asks = conflict.asks.filter(name => name in allFields(module))
  return <FieldChoice {...props} conflict={{ ...conflict, row, asks }} />
}

type ClosedProps = { module: Module; row: Row; onBack: (row: Row) => void }

/** Nothing can be saved to the record as it is now: why, and what can be done about it. */
export function Closed({ module, row, onBack }: ClosedProps) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const restore = useRestore(module)
  const mayEdit = useCan(module, 'edit')
  const { entries } = useHistory(module, row.id)
  const { busy, refused, run } = useDeed()
  const by = row.archivedAt ? entries?.find(entry => entry.action === 'archive') : undefined
  // What was merged into another one does not come back by itself.
  const mayRestore = Boolean(row.archivedAt) && !row.mergedInto && mayEdit
  const bringBack = async () => {
    const outcome = await restore(row)
    if (outcome.state !== 'saved' && outcome.state !== 'waiting') return whyNot(outcome)
    onBack(outcome.row ?? { ...row, archivedAt: null })
    return null
  }
  const why = row.archivedAt
    ? t(mayRestore ? 'conflict.archivedText' : 'conflict.archivedStays')
    : t('conflict.closedText', { stage: words.stage(row.stage ?? '') })
  return (
    <Banner
      tone="warning"
      announce
      title={row.archivedAt ? t('conflict.archived') : t('conflict.title')}
      actions={
        mayRestore && (
          <Button size="xs" loading={busy} onClick={() => void run(bringBack)}>
            {t('detail.restore')}
          </Button>
        )
      }
    >
      {why}
      {by && <By entry={by} />}
      {refused && <span className="block text-danger-text">{refused}</span>}
    </Banner>
  )
}

/** Field by field: what I typed, what somebody else made of it and who that was, and what is saved in the end. */
function FieldChoice({ module, conflict, mine, seen, onChoose, atOnce = false }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const actor = useActor()
  const { row, asks } = conflict
  const { entries } = useHistory(module, row.id)
  const others = seen
    ? Object.keys(allFields(module)).filter(
        name => !asks.includes(name) && !same(seen[name], row[name]) && reveals(module, name, actor),
      )
    : []
  const touched = seen ? changedSince(seen, mine) : mine
  const result = seen ? rebased(module, seen, conflict, touched) : mine
  return (
    <section aria-label={t('conflict.title')} className="rounded-3 border border-warning-border bg-surface">
      <Banner tone="warning" title={t('conflict.title')} announce className="rounded-b-none border-0 border-b">
        {asks.length > 0 ? t(atOnce ? 'conflict.textAtOnce' : 'conflict.text') : t('conflict.fits')}
      </Banner>
      <div className="grid">
        <div
          aria-hidden="true"
          className="hidden grid-cols-[minmax(0,9rem)_repeat(3,minmax(0,1fr))] gap-3 px-4 py-2 text-20 font-medium text-muted md:grid"
        >
          <span>{t('conflict.field')}</span>
          <span>{t('conflict.mine')}</span>
          <span>{t('conflict.theirs')}</span>
          <span>{t('conflict.result')}</span>
        </div>
        {[...asks, ...others].map(name => {
          const field = fieldView(module, name, words)
          const asked = asks.includes(name)
          const isTheirs = conflict.theirs.includes(name)
          const by = entries?.find(entry => name in entry.after)
          const side = (whose: 'mine' | 'theirs', value: unknown) => (
            <Side
              whose={whose}
              name={`conflict-${row.id}-${name}`}
              chosen={!atOnce && isTheirs === (whose === 'theirs')}
              onChoose={asked ? () => onChoose(name, whose) : null}
            >
              {whose === 'mine' && !asked && !(name in touched) ? (
                <span className="text-subtle">{t('conflict.untouched')}</span>
              ) : (
                <InFull field={field} value={value} />
              )}
              {whose === 'theirs' && by && <By entry={by} />}
            </Side>
          )
          const ends = name in result && !(asked && (isTheirs || atOnce)) ? result[name] : row[name]
          return (
            <fieldset
              key={name}
              className="grid min-w-0 gap-2 border-t px-4 py-3 md:grid-cols-[minmax(0,9rem)_repeat(3,minmax(0,1fr))] md:items-start md:gap-3"
            >
              <legend className="sr-only">{words.field(name)}</legend>
              <span aria-hidden="true" className="text-30 font-medium md:pt-2">
                {words.field(name)}
              </span>
              {side('mine', name in mine ? mine[name] : row[name])}
              {side('theirs', row[name])}
              <div className="min-w-0 rounded-2 bg-surface-sunken px-3 py-2 text-30 wrap-anywhere">
                <span className="me-1 text-20 text-muted md:sr-only">{t('conflict.result')}</span>{' '}
                <b>
                  <InFull field={field} value={ends} />
                </b>
              </div>
            </fieldset>
          )
        })}
      </div>
    </section>
  )
}

type SideProps = {
  whose: 'mine' | 'theirs'
  name: string
  chosen: boolean
  /** Null where there is nothing to decide. */
  onChoose: (() => void) | null
  children: ReactNode
}

function Side({ whose, name, chosen, onChoose, children }: SideProps) {
  const { t } = useTranslation('crud')
  const said = (
    <span className="min-w-0 flex-1 wrap-anywhere">
      <span className="me-1 text-20 text-muted md:sr-only">
        {whose === 'mine' ? t('conflict.mine') : t('conflict.theirs')}
      </span>{' '}
      {children}
    </span>
  )
  if (!onChoose) return <div className="flex min-w-0 px-3 py-2 text-30">{said}</div>
  return (
    <label className="flex min-h-control min-w-0 cursor-pointer items-center gap-2 rounded-2 border bg-surface px-3 py-1 text-30 has-checked:border-primary has-checked:bg-selected">
      <input type="radio" name={name} checked={chosen} onChange={onChoose} className="accent-primary" />
      {said}
    </label>
  )
}

function By({ entry }: { entry: HistoryEntry }) {
  const { t } = useTranslation('crud')
  return (
    <span className="block text-20 text-subtle">
      {entry.actorName ?? t('history.system')} · <Ago at={entry.at} />
    </span>
  )
}
