import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import ScanLine from 'lucide-react/icons/scan-line'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { color } from '#contract/lists/stock.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { useItem } from '#src/data/use-list.ts'
import { RecordName } from '#src/fields/reference.tsx'
import { ScanStrip } from '#src/scan/scan-strip.tsx'
import { Button } from '#src/ui/button.tsx'
import { CountedName } from './counted-name.tsx'
import { useReasonWords } from './reason-words.ts'
import type { Verdict } from './judge-scan.ts'
import type { Counting } from './use-counting.ts'

type Tone = 'success' | 'warning' | 'danger'
const tones: Partial<Record<Verdict, Tone>> = {
  right: 'success',
  twice: 'warning',
  waits: 'warning',
  whichColour: 'warning',
}
const icons = { success: Check, warning: CircleHelp, danger: X }

type Props = {
  counting: Counting
  /** In which colours the product comes that was scanned last. */
  coloursOf: (product: number | null) => readonly number[]
}

/** What the last scan came to, in big, and the way back. What does not belong here stays written down. */
export function CountSaid({ counting, coloursOf }: Props) {
  const { t } = useTranslation('stockCount')
  const reasonWords = useReasonWords()
  const { said, undo, chooseColour } = counting
  if (!said) return <ScanStrip icon={ScanLine} title={t('screen.first.title')} text={t('screen.first.text')} />
  const { verdict, entry } = said
  const tone = tones[verdict] ?? 'danger'
  return (
    <ScanStrip
      tone={tone}
      icon={verdict === 'twice' ? Copy : icons[tone]}
      title={verdict === 'twice' ? t('screen.said.twice') : <CountedName of={entry} />}
      text={
        <>
          {entry.unit !== null && (
            <span className="ltr">
              <RecordName module={unit} id={entry.unit} />
            </span>
          )}{' '}
          {verdict === 'right' || verdict === 'twice'
            ? ''
            : verdict === 'waits' || verdict === 'whichColour'
              ? t(`screen.said.${verdict}`)
              : reasonWords({ reason: verdict, stood: entry.stood })}
        </>
      }
      aside={
        <div className="flex flex-wrap gap-2">
          {verdict === 'whichColour' &&
            coloursOf(entry.product).map(colour => (
              <ColourButton key={colour} id={colour} onChoose={() => chooseColour(entry, colour)} />
            ))}
          {verdict !== 'twice' && (
            <Button size="lg" icon={Undo2} mirrored onClick={() => undo(entry)}>
              {t('screen.undo')}
            </Button>
          )}
        </div>
      }
    />
  )
}

function ColourButton({ id, onChoose }: { id: number; onChoose: () => void }) {
  const label = useItem(color.name, id)?.label
  return (
    <Button size="lg" onClick={onChoose}>
      {label ?? `#${id}`}
    </Button>
  )
}
