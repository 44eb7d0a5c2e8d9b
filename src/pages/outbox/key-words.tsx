import { useTranslation } from 'react-i18next'
import { useShortcut, useShortcutsOff } from '#src/lib/keys/shortcuts.ts'

/** Each change does it by itself. */
const inPlace = () => undefined

/** What the keys do to changes: for the sheet of shortcuts, and read out before the changes. */
export function KeyWords() {
  const { t } = useTranslation('outbox')
  const off = useShortcutsOff()
  useShortcut('throughChanges', inPlace)
  useShortcut('discardChange', inPlace)
  return (
    <p className="sr-only">
      {!off.has('throughChanges') && t('keys.through')} {t('keys.show')}{' '}
      {!off.has('discardChange') && t('keys.discard')}
    </p>
  )
}
