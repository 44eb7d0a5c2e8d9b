import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Part } from '#contract/modules/catalogue/part.ts'
import { failureOf } from '#src/data/words.ts'
import { useScans } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { ScanField } from '#src/scan/scan-field.tsx'
import { useSayHow } from '#src/scan/use-say-how.ts'
import { Banner } from '#src/ui/banner.tsx'
import { useFindPart } from './use-find-part.ts'

type Said = { is: 'right'; name: string } | { is: 'wrong'; why: string }

/** Takes what a scan gun types, or a person: each code is one piece more. `onFound` answers why it is not taken, if it is not. */
export function ScanPart({ onFound }: { onFound: (found: Part) => Promise<string | null> }) {
  const { t } = useTranslation('maintenance')
  const find = useFindPart()
  const sayHow = useSayHow()
  const [said, setSaid] = useState<Said | null>(null)
  // One after the other, in the order in which they were scanned.
  const queue = useRef(Promise.resolve())
  const refuse = (why: string) => {
    setSaid({ is: 'wrong', why })
    playSound('wrong')
  }
  const take = async (code: string, byGun: boolean) => {
    try {
      const { found, how } = await find(code)
      sayHow(code, how, byGun)
      if (typeof found === 'string') return refuse(t(`screen.work.scan.${found}`, { code }))
      const why = await onFound(found)
      if (why !== null) return refuse(why)
      setSaid({ is: 'right', name: found.name })
    } catch (error) {
      refuse(failureOf(error)!.message)
    }
  }
  const put = (code: string, byGun: boolean) => void (queue.current = queue.current.then(() => take(code, byGun)))
  // What is scanned while another part of the page has the focus.
  useScans(code => put(code, true))
  return (
    <div>
      <ScanField label={t('screen.work.scan.label')} placeholder={t('screen.work.scan.ready')} onScan={put} />
      <div role="status" className="border-b bg-surface-sunken p-3 empty:hidden">
        {said?.is === 'right' && <Banner tone="success">{t('screen.work.scan.added', { name: said.name })}</Banner>}
        {said?.is === 'wrong' && <Banner tone="danger">{said.why}</Banner>}
      </div>
    </div>
  )
}
