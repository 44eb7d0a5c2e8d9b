import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import type { Row } from '#contract/module.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { useArchive, useChange, useMoves } from '#src/data/use-writes.ts'
import { useActor } from '#src/session/actor.ts'
import { Banner } from '#src/ui/banner.tsx'
import { confirm } from '#src/ui/confirm.tsx'
import { toast } from '#src/ui/toast.ts'
import { isOwnWrite } from '../list-work/own-write.ts'
import { useSayWaiting } from '../say-waiting.ts'
import { outcomeOf } from '../outcome-of.ts'
import { whyNot } from '../why-not.ts'

type Done = Extract<Outcome, { state: 'saved' | 'waiting' }>

/** Switching and archiving items, with the refusal said in the row that it is about. */
export function useItemDeeds(list: List, announce: (words: string) => void) {
  const { t } = useTranslation('crud')
  const sayWaiting = useSayWaiting()
  const change = useChange(list)
  const archive = useArchive(list)
  const make = useMoves(list, 'anywhere')
  const me = useActor().id
  const [busy, setBusy] = useState<ReadonlySet<number>>(new Set())
  // An item switched off a moment ago does not vanish from under the pointer.
  const [touched, setTouched] = useState<readonly number[]>([])
  const [notes, setNotes] = useState<ReadonlyMap<number, string>>(new Map())

  const note = (id: number, words: string | null) =>
    setNotes(now => {
      const next = new Map(now)
      if (words === null) next.delete(id)
      else next.set(id, words)
      return next
    })
  const refuse = (id: number, outcome: Outcome) => {
    if (outcome.state === 'refused') note(id, outcome.message)
    if (outcome.state === 'conflict') note(id, t('list.changedFirst'))
  }
  const run = async (item: Item, deed: () => Promise<Outcome>, done: (outcome: Done) => void) => {
    if (busy.has(item.id)) return
    note(item.id, null)
    setBusy(now => new Set(now).add(item.id))
    const outcome = await outcomeOf(deed)
    setBusy(now => new Set([...now].filter(id => id !== item.id)))
    sayWaiting(outcome)
    if (outcome.state === 'saved' || outcome.state === 'waiting') done(outcome)
    else refuse(item.id, outcome)
  }

  const toggle = (item: Item) => {
    setTouched(now => [...now, item.id])
    return run(
      item,
      () => change(item, { active: !item.active }),
      () => announce(t(item.active ? 'list.switchedOff' : 'list.switchedOn', { label: item.label })),
    )
  }
  const remove = async (item: Item) => {
    const sure = await confirm({
      title: t('list.archiveTitle', { label: item.label }),
      text: t('list.archiveText'),
      confirmLabel: t('list.archive'),
    })
    if (!sure) return
    await run(
      item,
      () => archive(item),
      ({ state, row }) => {
        const archived = row ?? (item as unknown as Row)
        const undo = isOwnWrite(archived, state === 'waiting', me) ? () => void bringBack(archived) : undefined
        toast(t('list.archived', { label: item.label }), { undo })
      },
    )
  }
  /** The row in which a refusal would be said is not drawn, and its person may be on another page. */
  const bringBack = async (archived: Row) => {
    const outcome = await outcomeOf(() => make(archived, 'restore'))
    sayWaiting(outcome)
    const why = whyNot(outcome)
    if (why) toast(why)
  }
  const noteOf = (id: number): ReactNode => {
    const words = notes.get(id)
    return words === undefined ? null : (
      <Banner tone="danger" announce onDismiss={() => note(id, null)}>
        {words}
      </Banner>
    )
  }
  return { busy, touched, noteOf, refuse, toggle, remove }
}
