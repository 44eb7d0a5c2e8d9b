import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Banner } from '#src/ui/banner.tsx'
import type { Values } from './check.ts'

export type Conflict = { row: Row; asks: readonly string[]; theirs: readonly string[] }

/** Somebody else changed the same fields meanwhile: mine is kept unless theirs is chosen. */
export function useConflict() {
  const [conflict, setConflict] = useState<Conflict | null>(null)
  return {
    conflict,
    ask: (row: Row, asks: readonly string[]) => setConflict({ row, asks, theirs: [] }),
    choose: (field: string, whose: 'mine' | 'theirs') =>
      setConflict(now => {
        if (!now) return null
        const others = now.theirs.filter(one => one !== field)
        return { ...now, theirs: whose === 'theirs' ? [...others, field] : others }
      }),
    clear: () => setConflict(null),
    /** What of my changes is still wanted. */
    wanted: (changes: Values): Values =>
      Object.fromEntries(Object.entries(changes).filter(([field]) => !conflict?.theirs.includes(field))),
  }
}

type Props = {
  module: Module
  conflict: Conflict
  mine: Values
  onChoose: (field: string, whose: 'mine' | 'theirs') => void
  className?: string
}

export function ConflictChoice({ module, conflict, mine, onChoose, className }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  return (
    <div className={className}>
      <Banner tone="warning" title={t('conflict.title')} announce>
        {t('conflict.text')}
      </Banner>
      {conflict.asks.map(name => {
        const field = fieldView(module, name, words)
        const theirs = conflict.theirs.includes(name)
        const side = (whose: 'mine' | 'theirs', value: unknown) => (
          <label className="flex min-h-control cursor-pointer items-center gap-2 rounded-2 border bg-surface px-3 has-checked:border-primary has-checked:bg-selected">
            <input
              type="radio"
              name={`conflict-${conflict.row.id}-${name}`}
              checked={theirs === (whose === 'theirs')}
              onChange={() => onChoose(name, whose)}
              className="accent-primary"
            />
            <span className="min-w-0 flex-1">
              <span className="me-1 text-20 text-muted">
                {whose === 'mine' ? t('conflict.mine') : t('conflict.theirs')}
              </span>{' '}
              <FieldCell field={field} value={value} />
            </span>
          </label>
        )
        return (
          <fieldset key={name} className="mt-3 grid gap-2 sm:grid-cols-2">
            <legend className="mb-1 text-30 font-medium">{words.field(name)}</legend>
            {side('mine', mine[name])}
            {side('theirs', conflict.row[name])}
          </fieldset>
        )
      })}
    </div>
  )
}
