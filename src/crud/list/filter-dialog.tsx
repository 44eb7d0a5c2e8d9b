import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Search from 'lucide-react/icons/search'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { filterNamed, filtersOf, type Filter } from '#contract/filters.ts'
import type { Module } from '#contract/module.ts'
import { hiddenFields } from '#contract/rules.ts'
import { useWords } from '#src/fields/words.ts'
import { fold } from '#src/lib/match.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Dialog } from '#src/ui/dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { TextInput } from '#src/ui/text-input.tsx'
import { FilterEditor } from './filter-editor.tsx'
import { filterTitle } from './filter-words.tsx'
import type { Question } from './state.ts'

type Props = {
  module: Module
  names: readonly string[] | undefined
  question: Question
  /** The filter that is edited; empty while one is chosen. */
  name: string
  onName: (name: string) => void
  onApply: (name: string, parts: readonly string[]) => void
  onClose: () => void
}

/** Chooses what to filter by, then asks for it in the way of that field. */
export function FilterDialog(props: Props) {
  const { module, name, question } = props
  const filter = name === '' ? null : filterNamed(module, name)
  return filter ? (
    <Asked key={name} {...props} filter={filter} parts={question.filter[name] ?? []} />
  ) : (
    <Choose {...props} />
  )
}

function Asked({ filter, parts, ...props }: Props & { filter: Filter; parts: readonly string[] }) {
  const { t } = useTranslation('crud')
  const words = useWords(props.module)
  const [chosen, setChosen] = useState<readonly string[] | null>(parts)
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={t('records.filterBy', { field: filterTitle(filter, words) })}
      onSubmit={() => {
        if (chosen) props.onApply(filter.name, chosen)
      }}
      footer={
        <>
          {parts.length === 0 ? (
            <Button variant="ghost" icon={ChevronLeft} mirrored className="me-auto" onClick={() => props.onName('')}>
              {t('listFilter.others')}
            </Button>
          ) : (
            <Button variant="ghost" className="me-auto" onClick={() => props.onApply(filter.name, [])}>
              {t('listFilter.remove')}
            </Button>
          )}
          <Button onClick={props.onClose}>{t('cancel')}</Button>
          <Button variant="primary" type="submit">
            {t('records.apply')}
          </Button>
        </>
      }
    >
      <FilterEditor
        module={props.module}
        filter={filter}
        question={props.question}
        words={words}
        parts={parts}
        onChange={setChosen}
      />
    </Dialog>
  )
}

function Choose({ module, names, question, onName, onClose }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const hidden = hiddenFields(module, useActor())
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const offered = filtersOf(module)
    .filter(filter => !hidden.includes(filter.field) && (names?.includes(filter.name) ?? true))
    .map(filter => ({ filter, title: filterTitle(filter, words) }))
  const found = offered.filter(({ title }) => fold(title).includes(fold(typed)))
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && found[0] && event.target instanceof HTMLInputElement) {
      event.preventDefault()
      return onName(found[0].filter.name)
    }
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    buttons[Math.max(0, Math.min(buttons.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))]?.focus()
  }
  return (
    <Dialog open onClose={onClose} title={t('listFilter.title')}>
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go from the field to what it found */}
      <div className="grid gap-2" onKeyDown={onKeyDown}>
        <TextInput
          type="search"
          icon={Search}
          aria-label={t('listFilter.find')}
          placeholder={t('listFilter.find')}
          clearable
          value={typed}
          onChange={setTyped}
        />
        <ul ref={list} className="-mx-2 max-h-96 overflow-y-auto">
          {found.map(({ filter, title }) => (
            <li key={filter.name}>
              <button
                type="button"
                onClick={() => onName(filter.name)}
                className="flex min-h-hit w-full items-center gap-2 rounded-2 px-2 text-start hover:bg-surface-hover focus-visible:bg-surface-hover"
              >
                <span className="min-w-0 flex-1 truncate">{title}</span>
                {question.filter[filter.name] && <span className="text-20 text-accent-text">{t('listFilter.on')}</span>}
                <Icon of={ChevronRight} size="xs" mirrored className="text-subtle" />
              </button>
            </li>
          ))}
        </ul>
        {found.length === 0 && <p className="py-4 text-center text-muted">{t('listFilter.noField')}</p>}
      </div>
    </Dialog>
  )
}
