import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { useDeed } from '#src/data/use-deed.ts'
import { useUses } from '#src/data/use-facts.ts'
import { useMove } from '#src/data/use-writes.ts'
import { control } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { Combobox } from '#src/ui/combobox.tsx'
import { FormDialog } from '#src/ui/form-dialog.tsx'
import { Field } from '#src/ui/field.tsx'
import { toast } from '#src/ui/toast.ts'
import { OutOfReach, useOutOfReach } from '../needs-server.tsx'

type Props = {
  list: List
  items: readonly Item[]
  parents: ReadonlyMap<number, string>
  /** The item that goes away; null asks for it too. */
  item: Item | null
  onClose: () => void
}

/** Two items become one: everything that pointed at the first points at the second afterwards. */
export function MergeDialog({ list, items, parents, item, onClose }: Props) {
  const { t } = useTranslation('crud')
  const words = useWords(list)
  const merge = useMove(list, 'merge')
  const [from, setFrom] = useState(item?.id ?? null)
  const [into, setInto] = useState<number | null>(null)
  const [missing, setMissing] = useState(false)
  const { busy, refused, run } = useDeed()
  const { data: uses, error } = useUses(list, from)
  const away = useOutOfReach()
  const source = items.find(one => one.id === from)
  const target = items.find(one => one.id === into)

  const save = async () => {
    setMissing(true)
    if (!source || !target || busy || away) return
    const isDone = await run(async () => {
      const outcome = await merge(source, { into: target.id })
      if (outcome.state === 'refused') return outcome.message
      return outcome.state === 'conflict' ? t('merge.changedMeanwhile') : null
    })
    if (!isDone) return
    toast(t('merge.done', { from: source.label, into: target.label }))
    onClose()
  }
  const options = (not: number | null) =>
    items
      .filter(one => one.id !== not)
      .map(one => ({
        value: one.id,
        label: one.label,
        search: one.code,
        hint: one.parent === null ? undefined : parents.get(one.parent),
        colour: one.colour ?? undefined,
      }))
  return (
    <FormDialog
      onClose={onClose}
      sticky
      size="md"
      title={item ? t('merge.titleOf', { label: item.label }) : t('merge.title', { nouns: words.nouns })}
      description={t('merge.text')}
      onSubmit={() => void save()}
      submitLabel={t('merge.do')}
      busy={busy}
      disabled={away}
      refused={refused}
    >
      <OutOfReach away={away} />
      {!item && (
        <Field label={t('merge.from')} required error={missing && !source && t('merge.chooseFrom')}>
          <Combobox options={options(into)} value={from} onChange={setFrom} />
        </Field>
      )}
      <Field label={t('merge.into')} required error={missing && !target && t('merge.chooseInto')}>
        <Combobox {...control({ first: item !== null })} options={options(from)} value={into} onChange={setInto} />
      </Field>
      {source && (
        <p aria-live="polite" className="min-h-5 text-pretty text-muted">
          {uses && uses.total === 0 && t('merge.unused', { from: source.label })}
          {uses &&
            uses.total > 0 &&
            t('merge.used', { count: uses.total, from: source.label, into: target?.label ?? '…' })}
          {error && t('merge.usesUnknown', { from: source.label })}
        </p>
      )}
    </FormDialog>
  )
}
