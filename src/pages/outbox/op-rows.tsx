import { Fragment, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '#src/data/data.ts'
import { moduleOf, type OutboxOp } from '#src/offline/outbox/op.ts'
import { useVirtualRows } from '#src/table/use-virtual-rows.ts'
import type { Edited } from './op-editor.tsx'
import { OpRow, StrangeRow } from './op-row.tsx'

const HEIGHT = 64
/** Fewer than this are all drawn. */
const FEW = 60

type Props = {
  ops: readonly OutboxOp[]
  blocked: ReadonlyMap<string, OutboxOp>
  /** Of which the values are shown, by `mid`. */
  unfolded: ReadonlySet<string>
  onFold: (op: OutboxOp) => void
  onEdit: (edited: Edited) => void
}

/** Changes one below the other; of thousands only those in sight are drawn. */
export function OpRows({ ops, blocked, unfolded, onFold, onEdit }: Props) {
  const { t } = useTranslation('outbox')
  const { register } = useData()
  const box = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const at = ops.findIndex(({ mid }) => mid === focused)
  const drawn = useVirtualRows({
    list: box,
    count: ops.length,
    height: HEIGHT,
    above: FEW,
    keyOf: index => ops[index]?.seq ?? -index,
    keep: at >= 0 ? [at] : [],
  })
  const space = (height: number) => <div aria-hidden="true" style={{ height }} />
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only notes where the focus is
    <div
      ref={box}
      role="list"
      aria-label={t('about')}
      onFocus={event =>
        setFocused((event.target as Element).closest('[data-op-box]')?.getAttribute('data-op-box') ?? null)
      }
      className="rounded-3 border bg-surface shadow-1"
    >
      {drawn.rows.map(({ index, gap }) => {
        const op = ops[index]
        if (!op) return null
        const module = register[moduleOf(op)]
        const place = { index, count: ops.length }
        return (
          <Fragment key={op.mid}>
            {gap > 0 && space(gap)}
            {module ? (
              <OpRow
                module={module}
                op={op}
                blocker={blocked.get(op.mid) ?? null}
                place={place}
                isOpen={unfolded.has(op.mid)}
                onFold={() => onFold(op)}
                onEdit={() => onEdit({ module, op })}
              />
            ) : (
              <StrangeRow op={op} place={place} />
            )}
          </Fragment>
        )
      })}
      {drawn.after > 0 && space(drawn.after)}
    </div>
  )
}
