import { useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module } from '#contract/module.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { useData } from '#src/data/data.ts'
import { failureOf } from '#src/data/words.ts'
import { playSound } from '#src/parts/sounds.ts'
import { useActor } from '#src/session/actor.ts'
import { toast } from '#src/ui/toast.ts'
import { brief } from './brief.ts'
import { findScanned, type Verdict } from './find.ts'
import { useNoteScan } from './use-note-scan.ts'
import { useOther } from './use-other.ts'
import { useSayHow } from './use-say-how.ts'
import { useKindWords, useScanWords } from './use-scan-words.ts'

type Props = {
  /** Whose records are chosen. */
  module: Module
  /** By a gun, whose keyboard may be set wrong, or by the camera. */
  scan: { code: string; byGun: boolean }
  onFound: (id: number) => void
  /** It was looked for, whatever came of it. */
  onDone: () => void
}

const hitsOf = (verdict: Verdict): readonly ScanHit[] =>
  verdict.is === 'found' ? [verdict.hit] : verdict.is === 'several' ? verdict.hits : []

/** Looks for the record that was scanned into a field for records, once. Says why it is not chosen, if it is not. */
export function ChooseScanned({ module, scan: { code, byGun }, onFound, onDone }: Props) {
  const { db, register } = useData()
  const actor = useActor()
  const words = useScanWords()
  const other = useOther()
  const note = useNoteScan('field')
  const sayHow = useSayHow()
  const kindWords = useKindWords([module])
  const { t } = useTranslation('scan')
  const refuse = (why: string) => {
    playSound('wrong')
    toast(`${brief(code)}: ${why}`)
  }
  const whyNot = (verdict: Verdict, [hit]: readonly ScanHit[]) => {
    const { title, text } = words(verdict, byGun)
    return hit && hit.module !== module.name ? kindWords(hit) : `${title}. ${text}`
  }
  const choose = useEffectEvent(async () => {
    try {
      const verdict = await findScanned(code, { db, register, actor, onOther: other(code, byGun) })
      const hits = hitsOf(verdict)
      const [ours, ...others] = hits.filter(hit => hit.module === module.name && !hit.archived)
      if (!ours || others.length > 0) return refuse(whyNot(verdict, hits))
      if ('how' in verdict) sayHow(code, verdict.how, byGun)
      playSound('right')
      note(ours)
      onFound(ours.id)
    } catch (error) {
      refuse(failureOf(error)?.message ?? t('said.failed'))
    } finally {
      onDone()
    }
  })
  useEffect(() => void choose(), [])
  return null
}
