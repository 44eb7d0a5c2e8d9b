import CircleCheck from 'lucide-react/icons/circle-check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Undo2 from 'lucide-react/icons/undo-2'
import { useTranslation } from 'react-i18next'
import { scansOfDevices, unknownCodes } from '#contract/modules/stock/count-compare.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { formatTime } from '#src/lib/format.ts'
import { Count } from '#src/ui/count.tsx'
import { Icon } from '#src/ui/icon.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { CountedName } from './counted-name.tsx'
import { useReasonWords } from './reason-words.ts'
import type { Entry } from './use-counting.ts'

type Props = { entries: readonly Entry[]; onUndo: (entry: Entry) => void }

/** So many of them stand here; all of them are in the count. */
const MOST = 50

/** What was scanned, the newest first. What does not belong here says so. */
export function CountScans({ entries, onUndo }: Props) {
  const { t } = useTranslation('stockCount')
  const words = useReasonWords()
  const devices = scansOfDevices(entries)
  const codes = unknownCodes(entries)
  // What was taken back is no scan any more; goods stand by their number.
  const scans = new Map<string, Entry>()
  for (const entry of entries) {
    const key = entry.unit === null ? (entry.text ?? '') : String(entry.unit)
    const sum = entry.unit === null ? (entry.part ?? entry.product) === null && codes.get(key) : devices.get(key)
    if (entry.qty > 0 && sum && sum.qty > 0) scans.set(`${entry.unit === null} ${key}`, { ...entry, qty: sum.qty })
  }
  const all = [...scans.values()].toReversed()
  if (all.length === 0) return null
  return (
    <section className="grid gap-2">
      <h2 className="flex items-center gap-2 text-40">
        {t('screen.scans.title')} <Count of={all.length} />
      </h2>
      <ol className="overflow-hidden rounded-3 border bg-surface shadow-1">
        {all.slice(0, MOST).map(entry => (
          <li key={entry.id} className="flex min-h-14 items-center gap-4 border-b px-4 py-2 last:border-0">
            <Icon
              of={entry.reason === null ? CircleCheck : CircleHelp}
              className={entry.reason === null ? 'text-success' : 'text-danger-text'}
            />
            <div className="min-w-0 flex-1">
              <p className="font-medium wrap-anywhere">
                <CountedName of={entry} />
              </p>
              {entry.unit !== null && (
                <p className="ltr text-30 text-muted">
                  <RecordName module={unit} id={entry.unit} />
                </p>
              )}
              {entry.reason !== null && (
                <p className="text-30 text-danger-text">{words({ reason: entry.reason, stood: entry.stood })}</p>
              )}
            </div>
            <time className="text-30 text-muted tabular-nums" dateTime={entry.at ?? undefined}>
              {formatTime(entry.at ?? '')}
            </time>
            <IconButton
              icon={Undo2}
              mirrored
              label={t('screen.scans.undo', { code: entry.text ?? '' })}
              onClick={() => onUndo(entry)}
            />
          </li>
        ))}
      </ol>
    </section>
  )
}
