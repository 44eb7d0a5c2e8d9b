import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import GripVertical from 'lucide-react/icons/grip-vertical'
import { useRef, useState, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { hiddenFields } from '#contract/rules.ts'
import { useWords } from '#src/fields/words.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { Checkbox } from '#src/ui/checkbox.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { ListModel } from './model.ts'
import { columnNames } from './use-columns.ts'

/** Which columns are shown and in which order: ticked, dragged, or moved with the buttons. */
export function ColumnsDialog({ list, onClose }: { list: ListModel; onClose: () => void }) {
  const { t } = useTranslation('crud')
  const { module } = list
  const words = useWords(module)
  const known = columnNames(module, hiddenFields(module, useActor()))
  const shown = list.columns.map(column => column.name)
  const [names, setNames] = useState([...shown, ...known.filter(name => !shown.includes(name))])
  const [on, setOn] = useState<ReadonlySet<string>>(new Set(shown))
  const [dragged, setDragged] = useState<string | null>(null)
  const [said, say] = useState('')
  const rows = useRef<HTMLUListElement>(null)

  const put = (name: string, to: number) =>
    setNames(names.filter(one => one !== name).toSpliced(Math.max(0, to), 0, name))
  const step = (name: string, by: 1 | -1) => {
    const to = names.indexOf(name) + by
    put(name, to)
    say(t('listTable.placed', { column: words.field(name), place: to + 1, of: names.length }))
    // The button that was pressed stays under the keys.
    requestAnimationFrame(() =>
      rows.current?.querySelector<HTMLElement>(`[data-name="${name}"] [data-by="${by}"]:not(:disabled)`)?.focus(),
    )
  }
  const over = (event: DragEvent, name: string) => {
    event.preventDefault()
    if (dragged && dragged !== name) put(dragged, names.indexOf(name))
  }
  const chosen = names.filter(name => on.has(name))
  return (
    <FormDialog
      onClose={onClose}
      title={t('listTable.columnsTitle')}
      onSubmit={() => {
        if (chosen.length > 0) list.setColumns(chosen)
        onClose()
      }}
      submitLabel={t('listTable.applyColumns')}
      disabled={chosen.length === 0}
      aside={
        <Button
          variant="ghost"
          className="me-auto"
          onClick={() => {
            list.resetLook()
            onClose()
          }}
        >
          {t('listTable.reset')}
        </Button>
      }
    >
      <ul ref={rows} className="-mx-2">
        {names.map((name, index) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same as dragging
          <li
            key={name}
            data-name={name}
            draggable
            onDragStart={() => setDragged(name)}
            onDragOver={event => over(event, name)}
            onDragEnd={() => setDragged(null)}
            className="flex min-h-hit items-center gap-2 rounded-2 px-2 hover:bg-surface-hover"
          >
            <span className="cursor-grab text-subtle pointer-coarse:hidden">
              <Icon of={GripVertical} size="sm" />
            </span>
            <Checkbox
              className="flex-1"
              checked={on.has(name)}
              onChange={isOn => setOn(new Set(isOn ? [...on, name] : [...on].filter(one => one !== name)))}
              label={words.field(name)}
            />
            {([-1, 1] as const).map(by => (
              <IconButton
                key={by}
                size="xs"
                data-by={by}
                icon={by < 0 ? ArrowUp : ArrowDown}
                label={t(by < 0 ? 'listTable.moveUp' : 'listTable.moveDown', { column: words.field(name) })}
                disabled={names[index + by] === undefined}
                onClick={() => step(name, by)}
              />
            ))}
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {said}
      </p>
    </FormDialog>
  )
}
