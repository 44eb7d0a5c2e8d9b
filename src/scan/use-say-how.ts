import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Reading } from '#contract/scan/read-scan.ts'
import { toast } from '#src/ui/toast.ts'
import { brief } from './brief.ts'

/** Is it worth a word? Who types may write letters as they like, and a part of a code is nobody's mistake. */
export const isOdd = (how: Reading['how'], byGun: boolean): boolean =>
  how !== 'asIs' && how !== 'gs1' && (how !== 'capsLock' || byGun)

/** Says that a gun's keyboard is set wrong, and once for all scans of which that is so: there may be fifty. */
export function useSayHow(): (code: string, how: Reading['how'], byGun: boolean) => void {
  const { t } = useTranslation('scan')
  const said = useRef<Reading['how']>('asIs')
  return (code, how, byGun) => {
    const odd = isOdd(how, byGun)
    if (odd && how !== said.current) toast(`${brief(code)}: ${t(`how.${how}`)}`)
    said.current = odd ? how : 'asIs'
  }
}
