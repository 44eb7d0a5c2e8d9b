import { clsx } from 'clsx'
import { isNumbered, type Module, type Row } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { RecordStage } from '#src/fields/record-stage.tsx'
import { short } from '#src/fields/said.ts'
import { textOf, type ShownNames } from '#src/fields/texts.ts'
import { isNothing, type FieldView } from '#src/fields/view.ts'
import type { Words } from '#src/fields/words.ts'
import { RecordNumber } from '#src/ui/record-number.tsx'
import type { Column } from './model.ts'

/** Words of a cell, and of what stands behind them. */
export type Said = { words: string | undefined; beside: string | undefined }

/** What a column says of a row in words alone, and what it says beside; '' for nothing, undefined where it is more than words. */
export function wordsIn({ name, field, beside, Own }: Column, row: Row, names: ShownNames): Said {
  return {
    words: Own || !field ? undefined : shortly(field, row[name], names),
    beside: beside ? shortly(beside, row[beside.name], names) : '',
  }
}

function shortly(field: FieldView, value: unknown, names: ShownNames): string | undefined {
  if (isNothing(value)) return ''
  return field.meta.kind === 'choice' ? short(value, field) : textOf(field, value, names)
}

/** Words have a side that depends on their script, and a margin one that does not: a space lies between them either way. */
const GAP = '\u2002'

const valueLook = 'block min-w-0 truncate'

type Props = {
  module: Module
  words: Words
  row: Row
  column: Column
  said: Said | undefined
  /** Where it leads, if it is what does. */
  to: string | undefined
}

/** What stands in a cell that says more than words, and in the one that leads to the record. */
export function RowValue({ module, words, row, column, said, to }: Props) {
  const { beside, Own } = column
  const { words: text, beside: behind } = said ?? {}
  const isNumber = column.name === module.title && isNumbered(module)
  // Words of another script keep their own direction.
  const isAlone = !beside && !isNumber && text !== undefined
  const dir = isAlone ? 'auto' : undefined
  const shown = (
    <>
      {Own ? (
        <Own row={row} />
      ) : text && isNumber ? (
        <RecordNumber number={text} />
      ) : text ? (
        isAlone ? (
          text
        ) : (
          <bdi>{text}</bdi>
        )
      ) : column.field ? (
        <FieldCell field={column.field} value={row[column.name]} />
      ) : (
        <RecordStage module={module} stage={row.stage ?? ''} words={words} />
      )}
      {beside && behind !== '' && (
        <>
          {GAP}
          <span className="text-subtle [unicode-bidi:isolate]">
            {behind ?? <FieldCell field={beside} value={row[beside.name]} />}
          </span>
        </>
      )}
    </>
  )
  if (!to || row.version === 0)
    return (
      <span dir={dir} className={valueLook}>
        {shown}
      </span>
    )
  return (
    <a
      href={to}
      dir={dir}
      data-open=""
      tabIndex={-1}
      // To a finger the link is its whole cell.
      className={clsx(
        valueLook,
        'rounded-1 hover:underline pointer-coarse:after:absolute pointer-coarse:after:inset-0',
      )}
    >
      {shown}
    </a>
  )
}
