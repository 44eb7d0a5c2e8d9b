import { useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { readingKey } from '#contract/scan/same-code.ts'
import type { ScanModeName } from '#contract/scan/scan-note.ts'
import { outcomeOf } from '#src/crud/outcome-of.ts'
import { whyNot } from '#src/crud/why-not.ts'
import { useData } from '#src/data/data.ts'
import { changeKept, readKept, useKeptList } from '#src/data/kept-list.ts'
import type { Outcome } from '#src/data/outcome.ts'
import { readRecord } from '#src/data/read-record.ts'
import { failureOf } from '#src/data/words.ts'
import { serverNow } from '#src/lib/clock.ts'
import { metaWithRoom } from '#src/offline/keep-meta.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { findScanned, type Verdict } from '../find.ts'
import { ofKinds } from '../of-kinds.ts'
import { useNoteScan } from '../use-note-scan.ts'
import { useOther } from '../use-other.ts'
import { useSayHow } from '../use-say-how.ts'
import { useTakes } from './desk.ts'
import {
  entryOf,
  isOver,
  ofThisShift,
  partAfter,
  settledIn,
  withEntry,
  withPart,
  type Entry,
  type Which,
} from './entries.ts'
import { useSettled } from './use-settled.ts'
import { useTurns } from './use-turns.ts'

/** A way out of what cannot be taken here: the form that takes it in. */
export type NextStep = { label: string; to: string }

/** What the mode says of a record that carries the code. */
export type Judged<D> =
  | { is: 'right'; title: string; text?: string; about?: Which; data: D }
  /** `blocks`: nothing goes on before somebody has said that it is out of the way. */
  | { is: 'wrong'; title: string; text: string; blocks?: boolean; next?: NextStep | undefined }

export type ModeSpec<D> = {
  /** As in the address. What was scanned is kept on the device under it. */
  name: ScanModeName
  /** The modules whose records are scanned here. */
  kinds: readonly Module[]
  judge: (row: Row, hit: ScanHit, entries: readonly Entry<D>[]) => Judged<D> | Promise<Judged<D>>
  /** Looks for what was scanned otherwise than everywhere. */
  find?: (code: string) => Promise<Verdict>
  /** Takes codes that nobody knows: something new. Answers what the mode notes of it. */
  judgeNew?: (code: string, entries: readonly Entry<D>[]) => Judged<D>
  /** What is done with each at once; left out where they are only collected. */
  act?: (entry: Entry<D>) => Promise<Outcome>
  /** Undoes what was done, where `canTakeBack` says so. */
  takeBack?: (entry: Entry<D>) => Promise<Outcome>
  canTakeBack?: (entry: Entry<D>) => boolean
  /** The way on with a code that nobody knows. */
  forUnknown?: (code: string) => NextStep | undefined
}

type Scan = { code: string; byGun: boolean }
/** What is said of the last scan. */
export type ModeSaid<D> =
  | { is: 'right'; entry: Entry<D> }
  | { is: 'twice'; entry: Entry<D> }
  | (Scan & Extract<Judged<D>, { is: 'wrong' }>)
  /** A record, and none of those that are scanned here. */
  | (Scan & { is: 'kind'; hit: ScanHit })
  /** Somebody has to say which it is. */
  | (Scan & { is: 'which'; verdict: Verdict; hits: readonly ScanHit[] })
  /** No record was found. */
  | (Scan & { is: 'none'; verdict: Verdict })
  | { is: 'failed'; code: string; why: string }

export type Scanning<D = unknown> = {
  kinds: readonly Module[]
  said: ModeSaid<D> | null
  entries: readonly Entry<D>[]
  /** Something wrong lies there, and nothing goes on before somebody has answered for it. */
  blocked: boolean
  /** What was scanned is not all judged and done yet. */
  busy: boolean
  /** The entries as they are at this moment. */
  now: () => Promise<readonly Entry<D>[]>
  patch: (id: string, part: Partial<Entry<D>>) => Promise<unknown>
  /** Takes one off the list, and takes back what was done with it. */
  undo: (entry: Entry<D>) => Promise<void>
  canUndo: (entry: Entry<D>) => boolean
  forUnknown: (code: string) => NextStep | undefined
  /** Of several it is this one. */
  choose: (hit: ScanHit) => void
  /** Takes all of these as if each was scanned and nobody knew it. */
  takeNew: (codes: readonly string[]) => void
  /** What was wrong is out of the way. */
  acknowledge: () => void
  /** Forgets those, or all. */
  clear: (which?: (entry: Entry<D>) => boolean) => Promise<unknown>
}

type Unknown = Extract<Verdict, { is: 'unknown' | 'similar' | 'unreachable' }>
/** The next serial number is nearly the one before: what is only similar is new as well. */
const isNew = (verdict: Verdict): verdict is Unknown =>
  verdict.is === 'unknown' || verdict.is === 'similar' || verdict.is === 'unreachable'

let count = 0
/** The device's store has closed: its person has left, and the outbox knows what was done. */
const unkept = () => undefined

type New<D> = {
  /** The last one first. */
  made: Entry<D>[]
  /** One that was there already. */
  twin?: Entry<D>
  /** The first that cannot be taken; then none is. */
  wrong?: { code: string } & Extract<Judged<D>, { is: 'wrong' }>
}

/** Of something new its code is all that is known: a second scan of it is the same thing. */
function entriesOfNew<D>(
  codes: readonly string[],
  known: readonly Entry<D>[],
  moment: number,
  judgeNew: NonNullable<ModeSpec<D>['judgeNew']>,
): New<D> {
  const at = new Date(moment).toISOString()
  const found: New<D> = { made: [] }
  for (const code of codes) {
    const entries = [...found.made, ...known]
    const which = { module: `new ${readingKey(code)}`, id: 0 }
    const before = entryOf(entries, which)
    if (before) {
      found.twin = before
      continue
    }
    const judged = judgeNew(code, entries)
    if (judged.is === 'wrong') return { ...found, wrong: { ...judged, code } }
    const { title, text = '', data } = judged
    const id = `${at} ${(count += 1)}`
    found.made.unshift({ id, at, code, scanned: which, about: which, title, text, state: 'taken', data })
  }
  return found
}

/**
 * What is scanned in a mode, one after the other in the order in which it came: found, judged by the mode, and kept on the
 * device until the mode is done with it.
 */
export function useScanMode<D>(spec: ModeSpec<D>): Scanning<D> {
  const { db, opened, register } = useData()
  const actor = useActor()
  const { t } = useTranslation('scan')
  const key = `scans:${spec.name}`
  const entries = useKeptList(key) as readonly Entry<D>[]
  const [said, setSaid] = useState<ModeSaid<D> | null>(null)
  const blocked = useRef(false)
  const other = useOther()
  const note = useNoteScan(spec.name)
  const sayHow = useSayHow()
  const { busy, inTurn, during, underWay } = useTurns()

  // What was scanned is work: on a full device room is made for it.
  const change = (to: (all: readonly Entry<D>[]) => readonly Entry<D>[]) =>
    changeKept<Entry<D>>(db, key, to, db && metaWithRoom(db, register))
  const now = () => readKept<Entry<D>>(db, key)
  const say = (next: ModeSaid<D>) => {
    blocked.current = next.is === 'wrong' && next.blocks === true
    setSaid(next)
    playSound(next.is === 'right' ? 'right' : next.is === 'twice' || next.is === 'which' ? 'twice' : 'wrong')
  }
  // A block that came meanwhile is answered first: the list says of others what became of them.
  const sayUnlessBlocked = (next: ModeSaid<D>) => (blocked.current ? playSound('wrong') : say(next))
  const sayNothing = () => {
    if (!blocked.current) setSaid(null)
  }
  const act = async (entry: Entry<D>, make: NonNullable<ModeSpec<D>['act']>) => {
    const part = partAfter(await outcomeOf(() => make(entry)))
    await change(all => withPart(all, entry.id, part))
    if (part.why) sayUnlessBlocked({ is: 'failed', code: entry.title, why: part.why })
  }
  const take = async (scan: Scan, hit: ScanHit) => {
    // Also what does not belong here was scanned.
    note(hit)
    if (hit.archived) return say({ ...scan, is: 'wrong', title: hit.title, text: t('said.archived') })
    const known = await now()
    const before = entryOf(known, hit)
    // A gun that reads twice is sooner than the server.
    if (before && (!spec.act || underWay(before.about))) return say({ is: 'twice', entry: before })
    const row = await readRecord(db, register[hit.module]!, hit.id)
    const judged = await spec.judge(row, hit, known)
    if (judged.is === 'wrong')
      return say(before ? { is: 'twice', entry: before } : { ...judged, code: scan.code, byGun: scan.byGun })
    const { title, text = '', about = { module: hit.module, id: hit.id }, data } = judged
    const twin = spec.act && !underWay(about) ? undefined : entryOf(known, about)
    if (twin) return say({ is: 'twice', entry: twin })
    const moment = serverNow()
    const at = new Date(moment).toISOString()
    const scanned = { module: hit.module, id: hit.id }
    const entry: Entry<D> = {
      id: `${at} ${(count += 1)}`,
      at,
      code: scan.code,
      scanned,
      about,
      title,
      text,
      state: 'taken',
      data,
    }
    await change(all => withEntry(ofThisShift(all, moment), entry))
    say({ is: 'right', entry })
    // The next scan does not wait for the server: what is done leaves in its order.
    const { act: make } = spec
    if (make) void during(about, () => act(entry, make)).catch(unkept)
  }
  const takeNew = async (scan: Scan, codes: readonly string[], judgeNew: NonNullable<ModeSpec<D>['judgeNew']>) => {
    const moment = serverNow()
    const { made, twin, wrong } = entriesOfNew(codes, await now(), moment, judgeNew)
    if (wrong) return say({ ...wrong, byGun: scan.byGun })
    const [last] = made
    if (!last) return twin && say({ is: 'twice', entry: twin })
    await change(all => made.toReversed().reduce((list, one) => withEntry(list, one), ofThisShift(all, moment)))
    say({ is: 'right', entry: last })
  }
  const settle = async (scan: Scan, verdict: Verdict) => {
    const { judgeNew } = spec
    if (judgeNew && isNew(verdict)) return takeNew(scan, [verdict.said], judgeNew)
    const found = ofKinds(verdict, spec.kinds)
    if (found.is === 'one') return take(scan, found.hit)
    if (found.is === 'kind') note(found.hit)
    return say({ ...scan, ...found })
  }
  const attempt = async (scan: Scan, work: () => Promise<void>) => {
    if (blocked.current) return playSound('wrong')
    try {
      await work()
    } catch (error) {
      say({ is: 'failed', code: scan.code, why: failureOf(error)!.message })
    }
  }
  const handle = useEffectEvent((scan: Scan) =>
    attempt(scan, async () => {
      const verdict = spec.find
        ? await spec.find(scan.code)
        : await findScanned(scan.code, { db, register, actor, onOther: other(scan.code, scan.byGun) })
      if ('how' in verdict) sayHow(scan.code, verdict.how, scan.byGun)
      return settle(scan, verdict)
    }),
  )
  /** With those of a mode that collects, nothing was done before somebody says so. */
  const isMade = (entry: Entry<D>) => isOver(entry) || (spec.act !== undefined && entry.state === 'taken')
  const mayTakeBack = (entry: Entry<D>) => Boolean(spec.takeBack) && (spec.canTakeBack?.(entry) ?? true)
  useSettled(entries, settled => void change(all => settledIn(all, settled)).catch(unkept))
  // What is taken before the device's store is open would not be kept in it.
  useTakes((code, byGun) => inTurn(() => handle({ code, byGun })), opened)

  return {
    kinds: spec.kinds,
    said,
    entries,
    blocked: said?.is === 'wrong' && said.blocks === true,
    busy,
    now,
    patch: (id, part) => change(all => withPart(all, id, part)),
    canUndo: entry => !isMade(entry) || mayTakeBack(entry),
    forUnknown: code => spec.forUnknown?.(code),
    undo: async entry => {
      await underWay(entry.about)
      const known = (await now()).find(({ id }) => id === entry.id)
      if (!known || (isMade(known) && !mayTakeBack(known))) return
      const back = isMade(known) && spec.takeBack
      await during(known.about, async () => {
        const why = back ? whyNot(await outcomeOf(() => back(known))) : ''
        if (why) return sayUnlessBlocked({ is: 'failed', code: known.title, why })
        await change(all => all.filter(({ id }) => id !== known.id))
        sayNothing()
      })
    },
    choose: hit => {
      if (said?.is !== 'which') return
      const { code, byGun } = said
      inTurn(() => attempt({ code, byGun }, () => take({ code, byGun }, hit)))
    },
    takeNew: codes => {
      const { judgeNew } = spec
      const scan = { code: codes[0] ?? '', byGun: false }
      if (judgeNew) inTurn(() => attempt(scan, async () => takeNew(scan, codes, judgeNew)))
    },
    acknowledge: () => {
      blocked.current = false
      setSaid(null)
    },
    clear: (which = () => true) => {
      sayNothing()
      return change(all => all.filter(one => !which(one)))
    },
  }
}
