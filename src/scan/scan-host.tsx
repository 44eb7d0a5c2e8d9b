import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { isInterrupted } from '#src/lib/keys/listen.ts'
import { takeForShell, type ScannedAt } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { somethingIsTyped } from '#src/session/dirty.ts'
import { dismissToast, toast } from '#src/ui/toast.ts'
import { brief } from './brief.ts'
import { findScanned, type Verdict } from './find.ts'
import { useNoteScan } from './use-note-scan.ts'
import { useOther } from './use-other.ts'
import { useScanInto } from './use-scan-into.ts'
import { useScanWords } from './use-scan-words.ts'
import { whereTo } from './where-to.ts'

/** `page` and `when`: where and when it was scanned, in ms since the page began. */
type Scan = { code: string; page: string; when: number }

/** Who has waited so long, in ms, has gone on to something else. */
const GONE_ON = 3_000
/** What a device knows by itself is there sooner: nobody needs to hear that it is looked for. */
const SOON = 250

/** Answers what is scanned on a page that takes no scans itself: the record opens, or it is said why not. */
export function ScanHost() {
  const { t } = useTranslation('scan')
  const { db, register } = useData()
  const actor = useActor()
  const places = useRecordPlaces()
  const navigate = useNavigate()
  const { pathname, search, key } = useLocation()
  const words = useScanWords()
  const scanInto = useScanInto()
  const other = useOther()
  const note = useNoteScan('lookUp')
  const queue = useRef(Promise.resolve())

  const answer = useEffectEvent((scan: Scan, verdict: Verdict) => {
    const code = brief(scan.code)
    const said = words(verdict, true)
    if (verdict.is !== 'found') {
      playSound('wrong')
      const show = () => void navigate(`/scanner?code=${encodeURIComponent(scan.code)}`)
      return void toast(`${code}: ${said.title}. ${said.text}`, {
        action: { label: t('jump.show'), onSelect: show },
      })
    }
    note(verdict.hit)
    const to = whereTo(verdict.hit, { places, register, actor })
    // Of some modules the query says which record it is.
    const isHere = to !== undefined && (to === pathname || to === pathname + search)
    playSound(isHere ? 'twice' : 'right')
    if (isHere) return void toast(t('jump.here', { code }))
    // Who only packs has no page of it: they hear what it is.
    if (to === undefined) return void toast(`${said.title}: ${said.text}`)
    const open = () => void navigate(to)
    const isLate = scan.page !== key || performance.now() - scan.when > GONE_ON
    // What is being typed, asked or read by now is not left for a scan.
    if (isLate || isInterrupted() || somethingIsTyped())
      return void toast(t('jump.later', { code, title: said.title }), {
        action: { label: t('open'), onSelect: open },
      })
    open()
    if (verdict.how !== 'asIs' || verdict.hit.archived || verdict.address) toast(`${said.title}: ${said.text}`)
  })
  const jump = useEffectEvent(async (scan: Scan) => {
    let looking: number | undefined
    const soon = setTimeout(() => (looking = toast(t('looking', { code: brief(scan.code) }))), SOON)
    try {
      answer(scan, await findScanned(scan.code, { db, register, actor, onOther: other(scan.code, true) }))
    } catch (error) {
      playSound('wrong')
      toast(`${brief(scan.code)}: ${failureOf(error)?.message ?? t('said.failed')}`)
    } finally {
      clearTimeout(soon)
      if (looking !== undefined) dismissToast(looking)
    }
  })
  const take = useEffectEvent((code: string, at: ScannedAt, when: number) => {
    if (at instanceof HTMLInputElement) return scanInto(code, at)
    if (at === 'behind') {
      playSound('wrong')
      return void toast(t('jump.behind', { code: brief(code) }))
    }
    const scan = { code, page: key, when }
    queue.current = queue.current.then(() => jump(scan))
  })
  useEffect(() => takeForShell((...scan) => take(...scan)), [])
  return null
}
