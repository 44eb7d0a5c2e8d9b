import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { isUnknown, type Outcome } from '#src/data/outcome.ts'
import { useData } from '#src/data/data.ts'
import { serverNow } from '#src/lib/clock.ts'
import { useSteady } from '#src/lib/use-steady.ts'
import type { Handed, UserDb } from '#src/offline/user-db.ts'
import { holdDraft } from '#src/session/dirty.ts'
import { endedElsewhere } from '#src/session/store.ts'
import { useTakeOff } from '#src/attached/use-take-off.ts'
import type { Form } from '../use-form.ts'
import { draftHolder } from '#src/data/drafts/holder.ts'
import { heldKeys, hold, leaveAfter, whenLeft, type LetGo } from '#src/data/drafts/hold.ts'
import { useKeptOnGoing } from '#src/data/drafts/use-kept-on-going.ts'
import { noteOwnDraft, ownDraft } from '#src/data/drafts/own-draft.ts'
import type { Own } from '#src/data/drafts/own.ts'
import {
  baseOf,
  dropDraft,
  fits,
  newKey,
  placeOf,
  readDrafts,
  writeDraft,
  type Draft,
  type Sent,
  type Start,
} from '#src/data/drafts/store.ts'

/** What is typed is on the device at most so long after; two seconds are promised, and writing takes a moment. */
const PAUSE = 1_200

/** What a form has to be for its drafts to be kept. */
export type Draftable = Pick<Form, 'dirty' | 'changes' | 'restore' | 'discard'> & {
  /** Something else as soon as something else stands in the form, and only then. */
  values: unknown
  /** The new record that it was sent as, as long as nobody knows what became of that; the draft is kept with it. */
  sentAs?: () => Sent['current']
  /** The draft that was put back into it may be this new record already. */
  goOnAs?: (sent: Sent['current']) => void
}

export type DraftState = {
  /** The earlier draft that was put back into the form. */
  restored: Draft | null
  /** Those that wait to be asked for: there are several, or the record is another one by now. */
  offered: readonly Draft[]
  /** When what stands in the form was kept last. */
  keptAt: string | null
  /** Was it typed over an older record than this one? */
  isOlder: (draft: Draft) => boolean
  /** Puts one of those into the form, whose own words become a draft beside it. Null: another tab has it by now. */
  take: (draft: Draft) => Promise<Draft | null>
  /** One of those is not wanted any more. */
  refuse: (key: string) => void
  /** The person has read what was put back. */
  dismiss: () => void
  /** What is offered waits for the next time. */
  later: () => void
  /**
   * What stands in the form is about to be sent: answers its draft, which is over in the moment in which the change is kept.
   * Until then nobody writes it anew, unless something else is typed.
   */
  hand: () => Promise<Handed | undefined>
  /** What was handed over is kept as a change: what was typed since goes on as a draft. */
  over: () => Promise<void>
  /** The same of a form that goes on with something else at once, which has a draft of its own. */
  handAway: () => Promise<Own | null>
  /**
   * It was not taken: what stands in the form is still to be kept here, unless it was left and the outbox has it. Where nobody
   * knows that, it is kept with the new record that it was sent as: whoever finds it means the same one.
   */
  takeBack: (outcome?: Outcome) => void
  /** Nothing of the form's own is wanted any more: saved, or given up. */
  drop: () => Promise<void>
  /** What was given up is wanted again, and the form may be gone: it is found when it is opened. False: it cannot be kept. */
  keepAgain: (values: Draft['values'], sent?: Draft['sent']) => Promise<boolean>
}

/**
 * Keeps what is typed into a form on this device, sealed for this person, and brings it back after a crash or a sign-out.
 * Each open form has a draft of its own, so that two tabs of the same form do not write over each other.
 */
export function useDraft(place: string, form: Draftable, start?: Start): DraftState {
  const { db } = useData()
  const takeOff = useTakeOff()
  const [restored, setRestored] = useState<Draft | null>(null)
  const [offered, setOffered] = useState<readonly Draft[]>([])
  const [keptAt, setKeptAt] = useState<string | null>(null)
  const [ready, setReady] = useState(false)
  const [isFull, setFull] = useState(false)
  const [holder] = useState(() => draftHolder(PAUSE))
  /** What is on its way: the queue of changes has it. */
  const given = useRef<unknown>(null)
  /** When the draft was kept last: what is kept later is known by it. */
  const lastAt = useRef(0)
  /** A change is on its way while more is typed. */
  const standing = useSteady(() => form.values)
  /** Did an answer get lost? Only then it may be the record already that it was sent as. */
  const isLost = useRef(false)
  const [back, setBack] = useState(0)
  /** The form was left while what stood in it was on its way. */
  const isAway = useRef(false)

  const sentAs = () => (isLost.current ? (form.sentAs?.() ?? undefined) : undefined)
  const keep = async (): Promise<void> => {
    holder.stopClock()
    if (!db || !ready || given.current === form.values || endedElsewhere()) return
    if (!form.dirty) return holder.own() ? drop() : undefined
    // oxlint-disable-next-line react/purity -- when it is kept, not when it is drawn
    const at = (lastAt.current = Math.max(serverNow(), lastAt.current + 1))
    const { changes } = form
    const draft = { values: changes, base: baseOf(start, changes), sent: sentAs(), at }
    const isKept = await holder.keep(db, place, key => writeDraft(db, { ...draft, key }))
    setFull(!isKept)
    if (isKept) setKeptAt(new Date(at).toISOString())
  }
  const drop = async (): Promise<void> => {
    holder.stopClock()
    setRestored(null)
    setKeptAt(null)
    if (db) await holder.drop(db)
  }
  const hand = async () => {
    holder.stopClock()
    given.current = form.values
    const handed = async () => {
      const own = holder.own()
      return own && { key: own.key, at: lastAt.current }
    }
    return (await holder.inOrder(handed)) ?? undefined
  }
  const keepNow = useEffectEvent(keep)

  const goOnWith = ({ values, sent }: Draft) => {
    form.restore(values)
    isLost.current = sent !== undefined
    form.goOnAs?.(sent ?? null)
  }
  const bring = useEffectEvent(({ found, back, letGo }: Claim) => {
    setReady(true)
    const others = found.filter(({ key }) => key !== holder.own()?.key)
    // What is typed by now is not replaced.
    if (back && letGo && fits(back, start) && !form.dirty) {
      holder.goOnWith({ key: back.key, letGo })
      lastAt.current = back.at
      goOnWith(back)
      return setRestored(back)
    }
    void letGo?.()
    setOffered(others)
  })
  useEffect(() => {
    if (!db) return
    let over = false
    claim(db, place).then(
      claimed => (over ? void claimed.letGo?.() : bring(claimed)),
      () => over || bring({ found: [], back: null, letGo: null }),
    )
    return () => {
      over = true
    }
  }, [db, place])

  const { values, dirty } = form
  useEffect(() => {
    if (!ready || (!dirty && !holder.own())) return
    holder.keepSoon(() => keepNow())
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every key counts, whatever it changes
  }, [holder, values, dirty, ready, back])
  // Until it has moved along, the draft would begin another record than the one that the form is about.
  useEffect(() => {
    const own = holder.own()
    if (own && placeOf(own.key) !== place) void keepNow()
  }, [holder, place])

  const isKept = dirty && ready && !isFull
  useEffect(() => (isKept ? holdDraft() : undefined), [isKept])

  useKeptOnGoing(keep)
  // Whoever leaves the form finds it again.
  const leave = useEffectEvent(() => {
    if (holder.isDue()) void keep()
    // What is on its way is held until it is known what became of it: no other form begins with it meanwhile.
    isAway.current = given.current === form.values
    leaveAfter(isAway.current ? holder.inOrder(async () => {}) : holder.letGo())
  })
  useEffect(() => () => leave(), [])

  return {
    restored,
    offered,
    keptAt: dirty ? keptAt : null,
    isOlder: draft => !fits(draft, start),
    take: async draft => {
      await keep()
      const { changes } = form
      const sent = sentAs()
      return holder.inOrder(async () => {
        const letGo = await hold(draft.key)
        const before = holder.own()
        setOffered(now => now.filter(({ key }) => key !== draft.key))
        if (!letGo || !db) return null
        holder.goOnWith({ key: draft.key, letGo })
        lastAt.current = draft.at
        noteOwnDraft(place, draft.key)
        if (before) {
          await before.letGo()
          const put = { key: before.key, values: changes, base: baseOf(start, changes), sent, at: serverNow() }
          setOffered(now => [put, ...now])
        }
        form.discard()
        goOnWith(draft)
        setRestored(draft)
        return draft
      })
    },
    refuse: refused => {
      const gone = offered.find(({ key }) => key === refused)
      setOffered(now => now.filter(({ key }) => key !== refused))
      if (db) void holder.inOrder(() => dropDraft(db, refused))
      // A record that may be there already keeps its photos.
      if (gone && !gone.sent) takeOff(gone.values, gone.base?.fields)
    },
    hand,
    over: async () => {
      if (standing() === given.current) return drop()
      given.current = null
      setBack(times => times + 1)
    },
    handAway: async () => {
      void hand()
      return holder.take()
    },
    takeBack: outcome => {
      given.current = null
      if (outcome) isLost.current = isUnknown(outcome)
      setBack(times => times + 1)
      if (!isAway.current) return
      isAway.current = false
      const isElsewhere = outcome !== undefined && 'inOutbox' in outcome
      void (isElsewhere ? drop() : keep().then(holder.letGo))
    },
    dismiss: () => setRestored(null),
    later: () => setOffered([]),
    drop,
    keepAgain: async (values, sent) => {
      if (!db) return false
      const again = {
        key: newKey(place),
        values,
        base: baseOf(start, values),
        sent,
        at: serverNow(),
      }
      return writeDraft(db, again).then(
        () => true,
        () => false,
      )
    },
  }
}

type Claim = {
  /** Those that no form is at work on. */
  found: readonly Draft[]
  /** The one to go on with, where that is clear: the tab's own, or the only one. */
  back: Draft | null
  letGo: LetGo | null
}

async function claim(db: UserDb, place: string): Promise<Claim> {
  await whenLeft()
  const [all, held] = await Promise.all([readDrafts(db, place), heldKeys()])
  const found = all.filter(({ key }) => !held.has(key))
  const back = found.find(({ key }) => key === ownDraft(place)) ?? (found.length === 1 ? found[0]! : null)
  return { found, back, letGo: back && (await hold(back.key)) }
}
