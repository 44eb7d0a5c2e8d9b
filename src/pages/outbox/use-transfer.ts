import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOutboxDeeds, type MayTake } from '#src/data/use-outbox.ts'
import { saveFile } from '#src/lib/save-file.ts'
import { blobOf, exportName, filesIn, ownOrigin } from '#src/offline/outbox/export-format.ts'
import { confirm } from '#src/ui/confirm.tsx'

type Said = { tone: 'success' | 'danger'; words: string }

/** Unsent work as a file, and back: by the same person, here or on another device, as often as they like. */
export function useTransfer() {
  const { t } = useTranslation('outbox')
  const deeds = useOutboxDeeds()
  const [busy, setBusy] = useState<'export' | 'import' | null>(null)
  const [said, setSaid] = useState<Said | null>(null)
  const run = async (what: 'export' | 'import', deed: () => Promise<Said | null>) => {
    setBusy(what)
    setSaid(null)
    setSaid(
      await deed().catch((error: unknown) => {
        console.error(error)
        return { tone: 'danger' as const, words: t(`transfer.failed.${what}`) }
      }),
    )
    setBusy(null)
  }
  /** A house may have moved to another address, and an earlier version signed no file: only people know. */
  const mayTake: MayTake = doubt => {
    const what = doubt === 'unsigned' ? doubt : 'elsewhere'
    return confirm({
      title: t(`transfer.${what}.title`),
      text: t(`transfer.${what}.text`, doubt === 'unsigned' ? {} : { ...doubt, here: ownOrigin() }),
      confirmLabel: t('transfer.elsewhere.take'),
      cancelLabel: t('transfer.elsewhere.leave'),
      danger: true,
    })
  }
  const files = (count: number) => (count > 0 ? [t('transfer.files', { count })] : [])
  return {
    busy,
    said,
    dismiss: () => setSaid(null),
    exportAll: () =>
      run('export', async () => {
        const found = await deeds.exportAll()
        saveFile(blobOf(found), exportName(found))
        const words = [t('transfer.exported', { count: found.ops.length }), ...files(filesIn(found.blobs))]
        return { tone: 'success', words: words.join(', ') }
      }),
    importFile: (file: File) =>
      run('import', async () => {
        const answer = await deeds.importFile(file, mayTake)
        if (answer === null) return null
        if (typeof answer === 'string') return { tone: 'danger', words: t(`transfer.${answer}`) }
        const { added, known, damaged, blobs, drafts } = answer
        const isNew = added + blobs + drafts > 0
        const words = [
          isNew ? t('transfer.imported', { count: added }) : t('transfer.nothing'),
          ...files(blobs),
          ...(isNew && known > 0 ? [t('transfer.known', { count: known })] : []),
          ...(damaged > 0 ? [t('transfer.damaged', { count: damaged })] : []),
        ]
        return { tone: damaged > 0 ? 'danger' : 'success', words: words.join(', ') }
      }),
  }
}
