import { useTranslation } from 'react-i18next'
import { toast } from '#src/ui/toast.ts'

/** Puts a text on the clipboard, and says whether it is there: a browser may refuse, or have none on a plain address. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation('outbox')
  return text => {
    const write = async () => {
      await navigator.clipboard.writeText(text)
    }
    write().then(
      () => toast(t('copied')),
      () => toast(t('notCopied')),
    )
  }
}
