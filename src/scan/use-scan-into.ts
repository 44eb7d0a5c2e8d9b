import { useTranslation } from 'react-i18next'
import { writeValue } from '#src/lib/keys/put-back.ts'
import { tellScannedInto } from '#src/lib/keys/scans.ts'
import { playSound } from '#src/parts/sounds.ts'
import { toast } from '#src/ui/toast.ts'
import { brief } from './brief.ts'
import { readInto } from './read-into.ts'

/**
 * Writes a scan into a field for codes, in the place of what stood there, or says why it does not. It is heard as right once
 * whoever keeps the field has taken it.
 */
export function useScanInto(): (raw: string, field: HTMLInputElement) => void {
  const { t } = useTranslation('scan')
  const why = (is: 'nothing' | 'address' | 'broken' | 'ownLabel') =>
    is === 'ownLabel' ? t('into.ownLabel') : `${t(`said.${is}`)}. ${t(`said.${is}Text`)}`
  return (raw, field) => {
    if (!field.isConnected || field.disabled || field.readOnly) return
    const read = readInto(raw, [location.origin])
    if (read.is !== 'code') {
      playSound('wrong')
      return void toast(why(read.is))
    }
    writeValue(field, read.text)
    void tellScannedInto(field).then(isTaken => playSound(isTaken ? 'right' : 'wrong'))
    if (read.how === 'gs1') toast(t('into.part', { code: brief(read.text) }))
    else if (read.how !== 'asIs') toast(`${brief(read.text)}: ${t(`how.${read.how}`)}`)
  }
}
