import { useEffect, useEffectEvent, useState } from 'react'
import { product } from '#contract/modules/catalogue/product.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { useNewId } from '#src/data/use-writes.ts'
import { failureOf } from '#src/data/words.ts'
import { asLines, type Line } from '#src/fields/lines.tsx'
import { asNumberOrText, type InputProps } from '#src/fields/view.ts'
import { Banner } from '#src/ui/banner.tsx'
import { Button } from '#src/ui/button.tsx'
import { useFieldWiring } from '#src/ui/field-context.ts'
import { Field } from '#src/ui/field.tsx'
import { NumberInput } from '#src/ui/number-input.tsx'

/** A line that may be taken of, and how much of it at most. */
export type Pickable = {
  id: number
  product: number | null
  most: number
  /** What is no product. */ name?: string | null
}

type Props = Pick<InputProps, 'value' | 'onChange' | 'onBlur' | 'errors'> & {
  lines: readonly Pickable[]
  /** What is said of how much there is of a line. */
  mostOf: (count: number) => string
  /** What an amount is called to whoever cannot see where it stands. */
  qtyOf: (name: string) => string
  /** What takes all of a line is called. */
  all: string
  /** What is said where nothing may be taken. */
  none: string
}

/** How much of each of these lines: a number each, in the order that they stand in. */
export function PickLines({ value, onChange, onBlur, errors = {}, lines, mostOf, qtyOf, all: takeAll, none }: Props) {
  const written = asLines(value)
  const { ids, failed } = useLineIds(lines, written)
  const field = useFieldWiring().id
  const shown = lines.filter(line => line.most > 0 || written.some(one => one.line === line.id))
  const put = (line: Pickable, qty: number | string | null) => {
    const known = written.find(one => one.line === line.id)
    const at = known?.id ?? ids.get(line.id)
    if (at === undefined) return
    const rest = written.filter(one => one !== known)
    const all: Line[] = qty === null || qty === 0 ? rest : [...rest, { ...known, id: at, line: line.id, qty }]
    // They stand as the order has them.
    onChange(lines.flatMap(({ id }) => all.filter(one => one.line === id)))
  }
  return (
    <div className="@container grid divide-y rounded-3 border">
      {failed && <Banner tone="warning">{failed}</Banner>}
      {shown.map(line => {
        const known = written.find(one => one.line === line.id)
        const at = known?.id ?? ids.get(line.id)
        return (
          <PickLine
            key={line.id}
            id={`${field}.${at ?? `of-${line.id}`}.qty`}
            line={line}
            qtyOf={qtyOf}
            mostOf={mostOf}
            takeAll={takeAll}
            qty={asNumberOrText(known?.qty)}
            error={errors[`${at}.qty`] ?? errors[`${at}.line`]}
            disabled={at === undefined}
            onChange={qty => put(line, qty)}
            onBlur={() => known && onBlur?.(`${at}.qty`)}
          />
        )
      })}
      {shown.length === 0 && <p className="p-3 text-30 text-muted">{none}</p>}
    </div>
  )
}

/** A number for each line that may be taken of, at hand before anything is typed. What is written has its own. */
function useLineIds(lines: readonly Pickable[], written: readonly Line[]) {
  const newId = useNewId()
  const [ids, setIds] = useState<ReadonlyMap<number, number>>(
    () => new Map(written.map(one => [Number(one.line), one.id])),
  )
  const [failed, setFailed] = useState('')
  const prepare = useEffectEvent(async () => {
    const next = new Map(ids)
    try {
      for (const { id } of lines) if (!next.has(id)) next.set(id, await newId())
    } catch (error) {
      setFailed(failureOf(error)!.message)
    }
    setIds(next)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- it asks the device for numbers
    void prepare()
  }, [])
  return { ids, failed }
}

type LineProps = {
  id: string
  line: Pickable
  qtyOf: (name: string) => string
  mostOf: (count: number) => string
  takeAll: string
  qty: number | string | null
  error: string | undefined
  disabled: boolean
  onChange: (qty: number | string | null) => void
  onBlur: () => void
}

function PickLine({ id, line, qtyOf, mostOf, takeAll, qty, error, disabled, onChange, onBlur }: LineProps) {
  const called = useTitle(product, line.product ?? 0)
  const name = line.name ?? called ?? '—'
  const left = line.most
  const tooMuch = typeof qty === 'number' && qty > left ? mostOf(left) : undefined
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 gap-y-2 p-3 @md:grid-cols-[minmax(0,1fr)_7rem_auto]">
      <span className="min-w-0 self-center @max-md:col-span-2">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-20 text-muted">{mostOf(left)}</span>
      </span>
      <Field id={id} label={qtyOf(name)} hideLabel error={error ?? tooMuch} disabled={disabled}>
        <NumberInput
          size="sm"
          min={0}
          max={left}
          value={qty}
          placeholder="0"
          onChange={onChange}
          onBlur={onBlur}
          enterKeyHint="next"
        />
      </Field>
      <Button size="sm" disabled={disabled || qty === left} onClick={() => onChange(left)}>
        {takeAll}
      </Button>
    </div>
  )
}
