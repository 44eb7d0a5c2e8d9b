import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useData } from '#src/data/data.ts'
import { mayTell } from '#src/data/use-ended-otherwise.ts'
import { useRefusedFiles } from '#src/data/use-uploads.ts'
import { wordsFor } from '#src/data/words.ts'
import type { UploadItem } from '#src/offline/uploads.ts'
import { LONG, toast } from '#src/ui/toast.ts'
import { useOnceAfter } from './use-once-after.ts'

/** What is refused together is told together, in ms. */
const GRACE = 1_500

/** Tells, once, of photos and files that are not sent any more before their person says so. */
export function FileNews() {
  const files = useRefusedFiles()
  const [told, setTold] = useState<readonly string[]>([])
  const news = files.filter(({ mid }) => !told.includes(mid))
  const [first] = news
  if (!first) return null
  const onTold = () => setTold(now => [...now, ...news.map(({ mid }) => mid)])
  return <Told key={first.mid} files={news} onTold={onTold} />
}

function Told({ files, onTold }: { files: readonly UploadItem[]; onTold: () => void }) {
  const { t } = useTranslation('outbox')
  const { db } = useData()
  const navigate = useNavigate()
  // Without an answer it is told twice rather than not at all.
  const isOurs = async ({ mid }: UploadItem) => !db || mayTell(db, mid).catch(() => true)
  const tell = async () => {
    onTold()
    const told = await Promise.all(files.map(isOurs))
    const ours = files.filter((_, at) => told[at])
    const [first] = ours
    if (!first || location.pathname === '/outbox') return
    const { name, problem } = first
    const why = wordsFor(problem?.code ?? 'unknown', problem?.message)
    toast(t('news.files', { count: ours.length, name, why }), {
      waiting: true,
      duration: LONG,
      action: { label: t('news.open'), onSelect: () => void navigate('/outbox') },
    })
  }
  useOnceAfter(GRACE, () => void tell())
  return null
}
