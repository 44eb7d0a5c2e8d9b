import { useTranslation } from 'react-i18next'
import { writeClipboard } from '#src/lib/clipboard.ts'
import { toast } from './toast.ts'

/** Puts a text on the clipboard, and says whether it is there. `said`: what is there now, where that needs to be told. */
export function useCopy(): (text: string | Promise<string>, said?: string) => void {
  const { t } = useTranslation('ui')
  return (text, said = t('copied')) => {
    void writeClipboard(text).then(done => toast(done ? said : t('notCopied')))
  }
}
