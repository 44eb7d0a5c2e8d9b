import { useTranslation } from 'react-i18next'
import { writeClipboard } from '#src/lib/clipboard.ts'
import { confirm } from '#src/ui/confirm.tsx'
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
          {t('link.byHand')} {/* One press marks all of it. */}
          <bdi dir="ltr" className="wrap-anywhere text-text select-all">
            {link}
          </bdi>
        </>
      ),
      confirmLabel: t('link.again'),
      cancelLabel: t('link.close'),
    })
    if (again) await copy(link)
  }
  return path => void copy(new URL(path, location.href).href)
}
