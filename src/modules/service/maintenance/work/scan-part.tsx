import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { part, type Part } from '#contract/modules/catalogue/part.ts'
import type { ScanHit } from '#contract/scan/resolve.ts'
import { failureOf } from '#src/data/words.ts'
import { useScans } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { brief } from '#src/scan/brief.ts'
import { Choices } from '#src/scan/choices.tsx'
import { ScanField } from '#src/scan/scan-field.tsx'
import { useFindOf, type FoundOf } from '#src/scan/use-find-of.ts'
import { Banner } from '#src/ui/banner.tsx'

type Said =
  | { is: 'right'; name: string }
  | { is: 'wrong'; why: string }
  | { is: 'which'; why: string; hits: readonly ScanHit[] }

const kinds = [part]

/** Takes what a gun, a camera or a person says: each code is one piece more. `onFound` answers why it is not taken, if it is not. */
export function ScanPart({ onFound }: { onFound: (found: Part) => Promise<string | null> }) {
  const { t } = useTranslation(['maintenance', 'scan'])
  const { find, read } = useFindOf(kinds, 'takeParts')
  const field = useRef<HTMLInputElement>(null)
  const [said, setSaid] = useState<Said | null>(null)
  // One after the other, in the order in which they were scanned.
  const queue = useRef(Promise.resolve())
  const refuse = (why: string) => {
    setSaid({ is: 'wrong', why })
    playSound('wrong')
  }
  const take = async (code: string, look: () => Promise<FoundOf>) => {
    try {
      const found = await look()
      if (found.is !== 'one') {
        const why = `${brief(code)}: ${found.title}. ${found.text}`
        if (found.is === 'none') return refuse(why)
        setSaid({ is: 'which', why, hits: found.hits })
        return playSound('twice')
      }
      if (found.hit.archived) return refuse(`${found.hit.title}: ${t('scan:said.archived')}`)
      const one = found.row as unknown as Part
      const why = await onFound(one)
      if (why !== null) return refuse(why)
      setSaid({ is: 'right', name: one.name })
    } catch (error) {
      refuse(failureOf(error)!.message)
    }
  }
  const inTurn = (code: string, look: () => Promise<FoundOf>) =>
    void (queue.current = queue.current.then(() => take(code, look)))
  const put = (code: string, byGun: boolean) => inTurn(code, () => find(code, byGun))
  // What is scanned while another part of the page has the focus.
  useScans(code => put(code, true))
  return (
    <div>
      <ScanField
        ref={field}
        camera
        label={t('screen.work.scan.label')}
        placeholder={t('screen.work.scan.ready')}
        onScan={put}
      />
      <div role="status" className="border-b bg-surface-sunken p-3 empty:hidden">
        {said?.is === 'right' && <Banner tone="success">{t('screen.work.scan.added', { name: said.name })}</Banner>}
        {said?.is === 'wrong' && <Banner tone="danger">{said.why}</Banner>}
        {said?.is === 'which' && <Banner tone="warning">{said.why}</Banner>}
      </div>
      {said?.is === 'which' && (
        <Choices
          hits={said.hits}
          onChoose={hit => {
            inTurn(hit.code, () => read(hit))
            field.current?.focus()
          }}
        />
      )}
    </div>
  )
}
