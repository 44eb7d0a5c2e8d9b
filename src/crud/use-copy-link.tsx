import { clsx } from 'clsx'
import { useTranslation } from 'react-i18next'
import { writeClipboard } from '#src/lib/clipboard.ts'
import { confirm } from '#src/ui/confirm.tsx'
import { boxLook, boxStates } from '#src/ui/control-box.tsx'
import { toast } from '#src/ui/toast.ts'

/** Puts a link on the clipboard. Where the browser does not let us, it is shown, to be copied by hand or tried once more. */
export function useCopyLink(): (path: string) => void {
  const { t } = useTranslation('crud')
  const copy = async (link: string): Promise<void> => {
    if (await writeClipboard(link)) return void toast(t('link.copied'))
    const again = await confirm({
      title: t('link.notCopied'),
      text: (
        <>
          {t('link.byHand')}
          {/* Marked as a whole by a press, and by whoever comes with the keyboard. */}
          <input
            readOnly
            dir="ltr"
            aria-label={t('link.byHand')}
            value={link}
            onFocus={event => event.target.select()}
            className={clsx(boxLook, boxStates, 'mt-3')}
          />
        </>
      ),
      confirmLabel: t('link.again'),
      cancelLabel: t('link.close'),
    })
    if (again) await copy(link)
  }
  return path => void copy(new URL(path, location.href).href)
}
