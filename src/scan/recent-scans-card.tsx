import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { Ago } from '#src/ui/ago.tsx'
import { Badge } from '#src/ui/badge.tsx'
import { Card } from '#src/ui/card.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { LabelScans } from './label-scans.tsx'
import { useScansDone, type ScanDone } from './recent-scans.ts'
import { useScanWords } from './use-scan-words.ts'

type Props = { onShow: (done: ScanDone) => void; onRemove: (done: ScanDone) => void }

/** What was scanned on this device, the newest first. */
export function RecentScans({ onShow, onRemove }: Props) {
  const { t } = useTranslation(['scan', 'label'])
  const done = useScansDone()
  const words = useScanWords()
  return (
    <Card
      title={t('recent.title')}
      aside={
        done.length > 0 && (
          <>
            <LabelScans scans={done} label={t('label:scanned')} />
            <Badge>{done.length}</Badge>
          </>
        )
      }
      flush
    >
      {done.length === 0 && <p className="p-4 text-muted">{t('recent.none')}</p>}
      <ol className="divide-y">
        {done.map(one => (
          <li key={one.id} className="flex items-center gap-2 pe-2">
            <button
              type="button"
              className="grid min-h-14 min-w-0 flex-1 px-4 py-2 text-start hover:bg-surface-hover"
              onClick={() => onShow(one)}
            >
              <b className="ltr wrap-anywhere">
                {one.verdict.is === 'found' ? one.verdict.hit.title || one.code : one.code}
              </b>
              <span className="text-30 text-muted">
                {one.verdict.is !== 'found' && `${words(one.verdict, one.byGun).title} · `}
                <Ago at={one.at} />
              </span>
            </button>
            <LabelScans scans={[one]} label={t('label:addNamed', { name: one.code })} />
            <IconButton
              icon={Undo2}
              mirrored
              label={t('recent.remove', { code: one.code })}
              onClick={() => onRemove(one)}
            />
          </li>
        ))}
      </ol>
    </Card>
  )
}
