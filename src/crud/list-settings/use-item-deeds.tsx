import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { Refused } from '#src/ui/refused.tsx'
import { useActs } from '../acts/use-acts.ts'

/** Switching and archiving items, with the refusal said in the row that it is about. */
export function useItemDeeds(list: List) {
  const { t } = useTranslation('crud')
  const acts = useActs(list)
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  // An item switched off a moment ago does not vanish from under the pointer.
  const [touched, setTouched] = useState<readonly number[]>([])
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map())

  const note = (id: number, words: string) => setNotes(now => new Map(now).set(id, words))
  const refuse = (id: number, outcome: Outcome) => {
    if (outcome.state === 'refused') note(id, outcome.message)
    if (outcome.state === 'conflict') note(id, t('list.changedFirst'))
  }
  const run = async (item: Item, act: (row: Row) => Promise<Outcome>) => {
    if (busy.has(item.id)) return
    note(item.id, '')
    setBusy(now => new Set(now).add(item.id))
    const outcome = await act(item as unknown as Row)
    setBusy(now => new Set([...now].filter(id => id !== item.id)))
    refuse(item.id, outcome)
  }

  const toggle = (item: Item) => {
    setTouched(now => [...now, item.id])
    const said = t(item.active ? 'list.switchedOff' : 'list.switchedOn', { label: item.label })
    return run(item, row => acts.change(row, { active: !item.active }, said))
  }
  const remove = async (item: Item) => {
    const sure = await confirm({
      title: t('list.archiveTitle', { label: item.label }),
      text: t('list.archiveText'),
      confirmLabel: t('list.archive'),
    })
    if (sure) await run(item, acts.archive)
  }
  const noteOf = (id: number): ReactNode => {
    const why = notes.get(id)
    return why ? <Refused why={why} onDismiss={() => note(id, '')} /> : null
  }
  return { busy, touched, noteOf, refuse, toggle, remove }
}
