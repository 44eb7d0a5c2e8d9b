import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { allFields, type Module } from '#contract/module.ts'
import { namesOnScreen } from '#src/crud/list-work/copy-rows.ts'
import { writeValue } from '#src/crud/list-work/value-text.ts'
import { useData } from '#src/data/data.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import type { OutboxOp } from '#src/offline/outbox/op.ts'
import { toast } from '#src/ui/toast.ts'

/** Puts what a change says on the clipboard, field by field. */
export function useCopyValues(module: Module, op: OutboxOp, { title, what }: { title: string; what: string }) {
  const { t } = useTranslation('outbox')
  const queries = useQueryClient()
  const data = useData()
  const words = useWords(module)
  const names = namesOnScreen({ queries, data })
  const line = ([name, value]: [string, unknown]) =>
    name in allFields(module)
      ? `${words.field(name)}: ${writeValue(fieldView(module, name, words), value, names)}`
      : `${name}: ${JSON.stringify(value)}`
  return () => {
    const text = [`${title} · ${what}`, ...Object.entries(op.args).map(line)].join('\n')
    void navigator.clipboard.writeText(text).then(() => toast(t('copied')))
  }
}
