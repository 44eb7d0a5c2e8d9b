import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { playSound } from '#src/parts/sounds.ts'
import { toast } from '#src/ui/toast.ts'
import { brief } from './brief.ts'
import type { Verdict } from './find.ts'
import { useScanWords } from './use-scan-words.ts'

/** Says of a scan that this device has answered at once what the server knows otherwise. */
export function useOther(): (code: string, byGun: boolean) => (verdict: Verdict) => void {
  const { t } = useTranslation('scan')
  const words = useScanWords()
  const navigate = useNavigate()
  return (code, byGun) => verdict => {
    playSound('wrong')
    const { title, text } = words(verdict, byGun)
    toast(t('jump.other', { code: brief(code), said: `${title}. ${text}` }), {
      action: { label: t('jump.show'), onSelect: () => void navigate(`/scanner?code=${encodeURIComponent(code)}`) },
    })
  }
}
