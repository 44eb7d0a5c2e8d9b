import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import type { ComponentType } from 'react'
import { useTranslation } from 'react-i18next'
import { isRequired, metaOf, type FieldKind } from '#contract/fields.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { kinds } from '../kinds.ts'
import { asLines } from '../lines.tsx'
import type { FieldView, InputProps } from '../view.ts'

/** What a line may be made of: every kind but lines. */
type LineInputs = Record<Exclude<FieldKind, 'lines'>, ComponentType<InputProps>>

/** The columns of a line, as fields of their own. */
const columnsOf = (field: FieldView): (FieldView & { key: string })[] =>
  Object.entries(field.meta.line ?? {}).map(([key, schema]) => ({
    key,
    name: `${field.name}.${key}`,
    module: field.module,
    meta: metaOf(schema),
    required: isRequired(schema),
    words: field.words,
  }))

function LinesInput({ inputs, field, value, onChange, onBlur }: InputProps & { inputs: LineInputs }) {
  const { t } = useTranslation('crud')
  const newId = useNewId()
  const lines = asLines(value)
  const given = field.meta.givenInLine ?? []
  const columns = columnsOf(field)
  const add = async () => {
    const empty = Object.fromEntries(
      Object.entries(field.meta.line ?? {}).map(([name, schema]) => [name, schema.safeParse(undefined).data ?? null]),
    )
    onChange([...lines, { ...empty, id: await newId() }])
  }
  const change = (id: number, column: string, next: unknown) =>
    onChange(lines.map(line => (line.id === id ? { ...line, [column]: next } : line)))
  return (
    <div className="grid gap-2">
      {lines.map((line, index) => (
        <div key={line.id} role="group" aria-label={t('line', { number: index + 1 })} className="flex items-end gap-2">
          {columns.map(column => {
            const { Cell } = kinds[column.meta.kind]
            const Input = inputs[column.meta.kind as keyof LineInputs]
            const label = column.words.field(column.name)
            return (
              <div key={column.key} className="grid flex-1 gap-1">
                <span className="text-20 text-muted">{label}</span>
                {given.includes(column.key) ? (
                  <Cell field={column} value={line[column.key]} />
                ) : (
                  <Input
                    field={column}
                    aria-label={label}
                    onBlur={onBlur}
                    value={line[column.key]}
                    onChange={next => change(line.id, column.key, next)}
                  />
                )}
              </div>
            )
          })}
          <IconButton
            label={t('removeLine', { number: index + 1 })}
            icon={Trash2}
            onClick={() => onChange(lines.filter(one => one.id !== line.id))}
          />
        </div>
      ))}
      <Button variant="accent" size="sm" icon={Plus} className="justify-self-start" onClick={() => void add()}>
        {t('addLine')}
      </Button>
    </div>
  )
}

export const linesOf = (inputs: LineInputs): ComponentType<InputProps> =>
  function Input(props) {
    return <LinesInput {...props} inputs={inputs} />
  }
