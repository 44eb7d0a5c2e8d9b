import { useTranslation } from 'react-i18next'
import { NOTE, splitOp } from '#contract/intent.ts'
import { allFields, type Module } from '#contract/module.ts'
import { isPlaced } from '#contract/sorts.ts'
import { InFull } from '#src/table/in-full.tsx'
import { fieldView, type FieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { argView } from './arg-view.ts'
import { linesApart } from './lines-apart.ts'
import { saidNames } from './said-names.ts'

/** What a change says of each field, and what stood there before. */
export function OpValues({ module, op }: { module: Module; op: Pick<OutboxOp, 'op' | 'args' | 'base'> }) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const { action } = splitOp(op.op)
  const names = saidNames(module, op)
  if (names.length === 0) return null
  if (action === NOTE)
    return (
      <p dir="auto" className="mt-2 text-30 wrap-anywhere whitespace-pre-line">
        {String(op.args.text)}
      </p>
    )
  return (
    <dl className="mt-2 grid gap-x-6 gap-y-2 text-30 sm:grid-cols-[minmax(0,10rem)_minmax(0,1fr)]">
      {names.map(name => {
        const value = op.args[name]
        const isField = name in allFields(module)
        const field = isField ? fieldView(module, name, words) : argView(module, action, name, words)
        return (
          <div key={name} className="sm:contents">
            <dt className="text-muted">{isField ? words.field(name) : words.arg(action, name)}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
              {!field ? (
                JSON.stringify(value)
              ) : isPlaced(module, name) ? (
                t('moved')
              ) : isField && action === 'change' && op.base ? (
                <Changed field={field} value={value} before={op.base.fields[name]} />
              ) : (
                <InFull field={field} value={value} />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** Of lines only those that are others than before, on either side: a remark does not hide behind ten older ones. */
function Changed({ field, value, before }: { field: FieldView; value: unknown; before: unknown }) {
  const { t } = useTranslation('outbox')
  const isLines = field.meta.kind === 'lines'
  const now = isLines ? linesApart(value, before) : value
  const was = isLines ? linesApart(before, value) : before
  const isAdded = isLines && linesApart(before, value).length === 0
  return (
    <>
      <InFull field={field} value={now} />
      {!isAdded && (
        <span className="block text-20 text-subtle">
          {t('beforeLabel')} <InFull field={field} value={was} />
        </span>
      )}
    </>
  )
}
