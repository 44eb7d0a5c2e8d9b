import { t } from 'i18next'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { same } from '#contract/merge.ts'
import type { Row } from '#contract/module.ts'
import { maintenance, type Maintenance } from '#contract/modules/service/maintenance.ts'
import { broughtOver, type Conflict } from '#src/crud/conflict.ts'
import type { Draft } from '#src/data/drafts/store.ts'
import { useDraft } from '#src/crud/drafts/use-draft.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { changedSince, settled, useForm } from '#src/crud/use-form.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useChange } from '#src/data/use-writes.ts'
import { fieldOf } from '#src/form/check.ts'
import { keepFields, without } from './keep-fields.ts'

type Values = Record<string, unknown>

/** What is written on this page; all else of a job is for its form. */
export const workFields = [
  'diagnosis',
  'checklist',
  'parts',
  'labour',
  'charges',
  'workDone',
  'startedAt',
  'endedAt',
  'photos',
  'signature',
] as const
export type WorkField = (typeof workFields)[number]

const valuesOf = (row: object): Values =>
  Object.fromEntries(workFields.map(name => [name, (row as Values)[name] ?? null]))

/** What is wrong on this page. An end before its start leaves open which of the two is. */
function wrongIn(errors: Record<string, string>): string[] {
  const paths = Object.keys(errors).filter(path => isWork(fieldOf(path)))
  return paths.includes('endedAt') ? [...paths, 'startedAt'] : paths
}
const isWork = (name: string) => (workFields as readonly string[]).includes(name)

export type WorkForm = ReturnType<typeof useWorkForm>

/** How it ended; `why`: what stands in the way, where that is not said beside the fields. */
type Ended = { sent: Values; asks: readonly string[]; isWhole: boolean; why: string }

/**
 * What is written about a job while it is worked on. Each field is kept by itself: one that is wrong, refused or to be decided
 * says so and waits, and holds up no other. What is typed and not yet kept is a draft of this device.
 */
export function useWorkForm(row: Maintenance) {
  const change = useChange(maintenance)
  const [shown, setShown] = useState(row)
  /** What the next change is measured against. */
  const [base, setBase] = useState(row)
  const form = useForm(maintenance, valuesOf(row), 'change', base)
  const draft = useDraft(`maintenance:${row.id}:work`, form, base)
  /** What somebody else changed too; none of it is sent before a person has said whose it is to be. */
  const [asks, setAsks] = useState<readonly string[]>([])
  const [refused, setRefused] = useState('')
  // One that is older than what was kept here last is on its way to become it.
  if (row !== shown && !form.dirty && row.version >= base.version) {
    setShown(row)
    setBase(row)
    form.start(valuesOf(row))
  }

  // A write goes on before the next drawing: what it begins with has to stand here by then.
  const latest = useRef({ row, form, base, values: form.values, asks })
  useEffect(() => {
    latest.current = { row, form, base, values: form.values, asks }
  })
  const goOnOver = (next: Row, sent: Values) => {
    const before = { ...valuesOf(latest.current.base), ...sent }
    const saved = valuesOf(next)
    const values = settled(maintenance, before, saved, latest.current.values)
    latest.current = { ...latest.current, base: next as Maintenance, values }
    setBase(next as Maintenance)
    if (latest.current.row.version <= next.version) setShown(latest.current.row)
    form.settle(before, saved)
  }
  const askFor = (names: readonly string[]) => {
    latest.current = { ...latest.current, asks: names }
    setAsks(names)
  }
  const write = async (): Promise<Ended> => {
    const { form, base, values, asks } = latest.current
    const mine = changedSince(valuesOf(base), values)
    const waits = [...wrongIn(form.check()), ...Object.keys(form.refused), ...asks]
    const right = without(mine, base, waits)
    const ends = (isWhole: boolean, why: string) => ({ sent: form.values, asks, isWhole, why })
    const standing = Object.values(form.refused)[0] ?? (asks.length > 0 ? t('crud:detail.changedFirst') : '')
    if (Object.keys(right).length === 0) return ends(Object.keys(mine).length === 0, standing)
    const handed = await draft.hand()
    const failed = await keepFields(base, right, {
      // The draft is over with a change that has all of it.
      send: (row, wanted) => outcomeOf(() => change(row, wanted, same(wanted, mine) ? handed : undefined)),
      onRow: goOnOver,
      onAsk: names => askFor([...new Set([...latest.current.asks, ...names])]),
      onRefused: form.refuseToo,
    })
    if (!failed) askFor(latest.current.asks.filter(name => name in mine))
    const why = failed ? whyNot(failed) : standing
    if (failed?.state === 'refused') setRefused(why)
    else if (!standing) setRefused('')
    const isWhole = !failed && same(right, mine)
    if (isWhole) await draft.over()
    else draft.takeBack(failed ?? undefined)
    return ends(isWhole, why)
  }

  const busy = useRef<ReturnType<typeof write> | null>(null)
  /** Keeps what stands here. Not whole: something in it is wrong, was not taken, or has to be decided. */
  const save = async (): Promise<Pick<Ended, 'isWhole' | 'why'>> => {
    let last: Ended | null = null
    while (busy.current) last = await busy.current
    const { form, base, values, asks } = latest.current
    // What was decided meanwhile is sent now, though nothing else was typed.
    if (last && same(last.sent, form.values) && same(last.asks, asks)) return last
    if (same(values, valuesOf(base))) {
      setRefused('')
      return { isWhole: true, why: '' }
    }
    busy.current = write().finally(() => {
      busy.current = null
    })
    return busy.current
  }
  // What was pressed stands in the form with the next drawing: only then it can be kept.
  const [asked, setAsked] = useState(0)
  const saveNow = useEffectEvent(() => void save())
  useEffect(() => {
    if (asked > 0) saveNow()
  }, [asked])
  const keep = () => setAsked(times => times + 1)

  const { restored } = draft
  const back = useEffectEvent(() => {
    draft.dismiss()
    void save()
  })
  const isOlder = restored !== null && draft.isOlder(restored)
  useEffect(() => {
    // One that was typed over an older state is brought over it first.
    if (restored && !isOlder) back()
  }, [restored, isOlder])

  // Whoever types the same as the others has nothing to decide any more.
  const open = asks.filter(name => !isWork(name) || name in form.changes)
  const conflict: Conflict | null = open.length > 0 ? { row: base, asks: open, theirs: [] } : null

  return {
    form,
    draft,
    save,
    /** Keeps what is set in this very moment. */
    keep,
    /** Sets a field and keeps it. */
    put: (field: WorkField, value: unknown) => {
      form.set(field, value)
      keep()
    },
    /** The same with what follows from what stands there by then. */
    amend: (to: (values: Values) => Values) => {
      form.amend(to)
      keep()
    },
    base,
    conflict,
    /** Theirs is taken at once, mine kept at once. */
    choose: (field: string, whose: 'mine' | 'theirs') => {
      const { asks, values, base } = latest.current
      askFor(asks.filter(name => name !== field))
      if (whose === 'theirs') {
        const theirs = valuesOf(base)[field]
        latest.current = { ...latest.current, values: { ...values, [field]: theirs } }
        form.set(field, theirs)
      }
      keep()
    },
    refused,
    /** Says why something does not go on, until it does. */
    say: setRefused,
    dismiss: () => setRefused(''),
    /** A draft was typed over an older state of the job. */
    onTaken: ({ base: before, values }: Draft) => {
      if (!before) return
      const { base } = latest.current
      const over = broughtOver(maintenance, { ...base, ...before.fields }, base, values)
      draft.dismiss()
      form.discard()
      form.restore(over.values)
      askFor(over.asks)
      if (over.asks.length === 0) keep()
    },
    discard: () => {
      askFor([])
      form.discard()
    },
  }
}
