import { clsx } from 'clsx'
import { useEffect, useRef, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldKind } from '#contract/fields.ts'
import { same } from '#contract/merge.ts'
import type { Module, Row } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { kinds } from '#src/fields/kinds.ts'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { checkValues } from '#src/form/check.ts'
import { CellTrouble } from './cell-trouble.tsx'
import { useCellEdits } from './cell-edits.ts'
import { nameOf } from '../acts/name-of.ts'
import { useActs } from '../acts/use-acts.ts'

export type Leave = 'stay' | 'next' | 'previous'

type Props = {
  module: Module
  row: Row
  name: string
  /** In the last column: what is wider than it stands over the one before. */
  last: boolean
  /** The edit is over or waits for its answer: where the focus goes. */
  onLeave: (go: Leave) => void
}

/** With these, choosing is the whole edit. */
const oneStep: readonly FieldKind[] = ['choice', 'listItem', 'reference', 'flag']
/** Below a cell of less than this its control stands over the cells beside it. */
const wide: Partial<Record<FieldKind, string>> = {
  longText: 'min-w-80',
  references: 'min-w-72',
  listItems: 'min-w-72',
  choices: 'min-w-72',
  tags: 'min-w-64',
  reference: 'min-w-60',
  dateTime: 'min-w-64',
  flag: 'min-w-24',
}

/** A value that is being changed where it stands: saved on Enter, Tab or leaving, put back by Escape, undone afterwards. */
export function EditableCell({ module, row, name, last, onLeave }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const acts = useActs(module)
  const { edits, ...cells } = useCellEdits(module)
  const edit = edits.get(`${row.id}.${name}`)
  const box = useRef<HTMLDivElement>(null)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const field = fieldView(module, name, words)
  const { kind } = field.meta
  const isOpen = edit?.state === 'typing'
  const takesFocus = isOpen && edit.focus

  // The list shows by itself what was saved, from here on.
  const isShown = edit?.state === 'saved' && row.version >= edit.row.version
  useEffect(() => {
    if (isShown) cells.close(row.id, name)
  })
  useEffect(() => {
    if (!takesFocus) return
    const control = box.current?.querySelector<HTMLElement>(
      'input:not([type=hidden], [tabindex="-1"]), textarea, button',
    )
    control?.focus()
    if (control instanceof HTMLInputElement && control.type === 'text') control.select()
  }, [takesFocus])
  useEffect(() => () => clearTimeout(leaving.current), [])
  if (!edit) return <FieldCell field={field} value={row[name]} />

  const close = (go?: Leave) => {
    cells.close(row.id, name)
    if (go) onLeave(go)
  }
  const write = async (seen: Row, value: unknown) => {
    cells.change(row.id, name, { state: 'saving', focus: false, trouble: undefined, theirs: undefined })
    const outcome = await acts.change(
      seen,
      { [name]: value },
      t('listWork.cellChanged', { field: words.field(name), title: nameOf(module, row) }),
    )
    if (outcome.state === 'saved') return cells.change(row.id, name, { state: 'saved', row: outcome.row })
    if (outcome.state === 'waiting')
      return outcome.row ? cells.change(row.id, name, { state: 'saved', row: outcome.row }) : cells.close(row.id, name)
    // The outbox has it and tells of it: said here as well, it would be two that wait for a decision.
    if (outcome.inOutbox) return cells.close(row.id, name)
    if (outcome.state === 'conflict') return cells.change(row.id, name, { state: 'typing', theirs: outcome.row })
    const trouble = Object.values(outcome.fields ?? {})[0] ?? outcome.message
    cells.change(row.id, name, { state: 'typing', trouble })
  }
  const commit = (go?: Leave) => {
    // What the control has just said, which may not be drawn yet.
    const now = cells.now(row.id, name)
    if (now?.state !== 'typing' || now.theirs) return go && go !== 'stay' ? onLeave(go) : undefined
    if (same(now.value, now.row[name] ?? null)) return close(go)
    const wrong = checkValues(module.change, module.fields, { [name]: now.value }, words, t)[name]
    if (wrong !== undefined) return cells.change(row.id, name, { trouble: wrong })
    if (go) onLeave(go)
    void write(now.row, now.value)
  }
  const change = (value: unknown) => {
    cells.change(row.id, name, { value, trouble: undefined })
    if (oneStep.includes(kind) && value !== null) commit('stay')
  }
  const press = (event: KeyboardEvent) => {
    event.stopPropagation()
    if (event.defaultPrevented && event.key !== 'Tab') return
    const isLine = kind === 'longText' && event.key === 'Enter' && event.shiftKey
    if (event.key === 'Escape') close('stay')
    else if (event.key === 'Enter' && !isLine) commit('stay')
    else if (event.key === 'Tab') commit(event.shiftKey ? 'previous' : 'next')
    else return
    event.preventDefault()
  }

  // What is written stands over what the list still shows.
  if (!isOpen)
    return (
      <span
        aria-busy={edit.state === 'saving'}
        className={clsx(
          'absolute inset-0 flex items-center bg-surface px-3 group-hover/row:bg-surface-hover',
          kinds[kind].atEnd && 'justify-end',
        )}
      >
        <span className={clsx('block min-w-0 truncate', edit.state === 'saving' && 'animate-pulse text-muted')}>
          <FieldCell field={field} value={edit.value} />
        </span>
      </span>
    )
  const Input = inputs[kind]
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys are those of the control inside
    <div
      ref={box}
      className={clsx(
        'absolute top-1/2 z-(--z-sticky) w-full -translate-y-1/2 cursor-default rounded-2 bg-surface-raised text-start font-normal shadow-2',
        last ? 'end-0' : 'start-0',
        wide[kind] ?? 'min-w-44',
        (kind === 'flag' || kind === 'choices') && 'border px-3',
      )}
      onKeyDown={press}
      onClick={event => event.stopPropagation()}
      onDoubleClick={event => event.stopPropagation()}
      onPointerDown={event => event.stopPropagation()}
      onPaste={event => event.stopPropagation()}
      onCopy={event => event.stopPropagation()}
      onFocus={event => {
        event.stopPropagation()
        clearTimeout(leaving.current)
      }}
      onBlur={() => {
        // A list of choices stands elsewhere in the page, and the focus is on its way there.
        leaving.current = setTimeout(() => commit(), 0)
      }}
    >
      <Input
        field={field}
        value={edit.value}
        onChange={change}
        first
        size="sm"
        aria-label={t('listWork.cellOf', { field: words.field(name), title: nameOf(module, row) })}
      />
      {(edit.trouble !== undefined || edit.theirs) && (
        <CellTrouble
          field={field}
          edit={edit}
          last={last}
          onMine={theirs => void write(theirs, edit.value)}
          onGiveUp={() => close('stay')}
        />
      )}
    </div>
  )
}
