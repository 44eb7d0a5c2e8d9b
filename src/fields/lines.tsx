import Plus from 'lucide-react/icons/plus'
import Trash2 from 'lucide-react/icons/trash-2'
import { useTranslation } from 'react-i18next'
import { isRequired, metaOf, type FieldKind } from '#contract/fields.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { CellProps, FieldView, InputProps, KindView } from './view.ts'

type Line = { id: number } & Record<string, unknown>
const asLines = (value: unknown): Line[] => (Array.isArray(value) ? (value as Line[]) : [])

function Cell({ value }: CellProps) {
  const { t } = useTranslation('crud')
  return <span className="whitespace-nowrap">{t('lines', { count: asLines(value).length })}</span>
}

/** What a line may be made of: every kind but lines. */
type LineKinds = Record<Exclude<FieldKind, 'lines'>, KindView>

/** The columns of a line, as fields of their own. */
const columnsOf = (field: FieldView): FieldView[] =>
  Object.entries(field.meta.line ?? {}).map(([name, schema]) => ({
    name,
    meta: metaOf(schema),
    required: isRequired(schema),
    words: field.words,
  }))

function LinesInput({ kinds, field, value, onChange, onBlur }: InputProps & { kinds: LineKinds }) {
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
            const { Cell, Input } = kinds[column.meta.kind as keyof LineKinds]
            const label = column.words.field(`${field.name}.${column.name}`)
            return (
              <div key={column.name} className="grid flex-1 gap-1">
                <span className="text-20 text-muted">{label}</span>
                {given.includes(column.name) ? (
                  <Cell field={column} value={line[column.name]} />
                ) : (
                  <Input
                    field={column}
                    aria-label={label}
                    onBlur={onBlur}
                    value={line[column.name]}
                    onChange={next => change(line.id, column.name, next)}
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

export const linesOf = (kinds: LineKinds): KindView => ({
  Cell,
  Input: props => <LinesInput {...props} kinds={kinds} />,
  label: 'group',
  wide: true,
})
