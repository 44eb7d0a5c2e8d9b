import { useTranslation } from 'react-i18next'
import { metaOf } from '#contract/fields.ts'
import { NOTE, splitOp } from '#contract/intent.ts'
import { allFields, type Module } from '#contract/module.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'

/** What a change says of each field, and what stood there before. */
export function OpValues({ module, op }: { module: Module; op: Pick<OutboxOp, 'op' | 'args' | 'base'> }) {
  const { t } = useTranslation('outbox')
  const words = useWords(module)
  const { action } = splitOp(op.op)
  const names = Object.keys(op.args)
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
        const field = isField ? fieldView(module, name, words) : null
        const before = op.base?.fields[name]
        return (
          <div key={name} className="contents">
            <dt className="text-muted">{isField ? words.field(name) : words.arg(action, name)}</dt>
            <dd className="min-w-0 wrap-anywhere whitespace-pre-line">
              {field ? (
                <FieldCell field={field} value={value} />
              ) : (
                <ArgCell module={module} action={action} name={name} value={value} />
              )}
              {field && action === 'change' && (
                <span className="block text-20 text-subtle">
                  {t('beforeLabel')} <FieldCell field={field} value={before} />
                </span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

type ArgProps = { module: Module; action: string; name: string; value: unknown }

/** What a move was asked for. */
function ArgCell({ module, action, name, value }: ArgProps) {
  const words = useWords(module)
  const schema = module.moves?.[action]?.args?.[name]
  if (!schema) return <>{JSON.stringify(value)}</>
  return <FieldCell field={{ name, module: module.name, meta: metaOf(schema), required: false, words }} value={value} />
}
