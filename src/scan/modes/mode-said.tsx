import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-help'
import Copy from 'lucide-react/icons/copy'
import ScanLine from 'lucide-react/icons/scan-line'
import Search from 'lucide-react/icons/search'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { useTranslation } from 'react-i18next'
import { useData } from '#src/data/data.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { formatTime } from '#src/lib/format.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { brief } from '../brief.ts'
import { ScanStrip } from '../scan-strip.tsx'
import { useKindWords, useScanWords } from '../use-scan-words.ts'
import { whereTo } from '../where-to.ts'
import type { ModeSaid as Said, Scanning } from './use-scan-mode.ts'

export type First = { title: string; text: string }
type Props<D> = { scanning: Scanning<D>; first: First; onUndo: (id: string) => void }

/** What the last scan came to, in big. */
export function ModeSaid<D>({ scanning, first, onUndo }: Props<D>) {
  const { t } = useTranslation('scan')
  const { said, entries, canUndo } = scanning
  if (!said) return <ScanStrip icon={ScanLine} title={first.title} text={first.text} />
  if (said.is === 'right' || said.is === 'twice') {
    const { id, title, text, at } = said.entry
    // What has become of it since.
    const entry = entries.find(one => one.id === id) ?? said.entry
    const isNew = said.is === 'right'
    return (
      <ScanStrip
        tone={isNew ? 'success' : 'warning'}
        icon={isNew ? Check : Copy}
        title={isNew ? <span className="ltr">{title}</span> : t('modes.twice')}
        text={isNew ? text : [title, t('modes.at', { time: formatTime(at) })].join(' · ')}
        aside={
          isNew &&
          canUndo(entry) && (
            <Button size="lg" icon={Undo2} mirrored onClick={() => onUndo(id)}>
              {t('undo')}
            </Button>
          )
        }
      />
    )
  }
  if (said.is === 'failed') return <ScanStrip tone="danger" icon={X} title={brief(said.code)} text={said.why} />
  if (said.is === 'wrong')
    return (
      <ScanStrip
        tone="danger"
        icon={X}
        title={said.title}
        text={said.text}
        aside={
          said.next && (
            <ButtonLink size="lg" variant="primary" to={said.next.to}>
              {said.next.label}
            </ButtonLink>
          )
        }
      />
    )
  if (said.is === 'kind') return <OtherKind said={said} scanning={scanning} />
  return <NotFound said={said} scanning={scanning} />
}

type Of<D, I extends Said<D>['is']> = Extract<Said<D>, { is: I }>

/** It is something else than what is scanned here: it can be opened. */
function OtherKind<D>({ said, scanning }: { said: Of<D, 'kind'>; scanning: Scanning<D> }) {
  const { register } = useData()
  const actor = useActor()
  const places = useRecordPlaces()
  const { t } = useTranslation('scan')
  const kindWords = useKindWords(scanning.kinds)
  const to = whereTo(said.hit, { places, register, actor })
  return (
    <ScanStrip
      tone="danger"
      icon={X}
      title={<span className="ltr">{said.hit.title || said.code}</span>}
      text={kindWords(said.hit)}
      aside={
        to && (
          <ButtonLink size="lg" to={to}>
            {t('open')}
          </ButtonLink>
        )
      }
    />
  )
}

function NotFound<D>({ said, scanning }: { said: Of<D, 'none' | 'which'>; scanning: Scanning<D> }) {
  const { t } = useTranslation('scan')
  const { tone, title, text } = useScanWords()(said.verdict, said.byGun)
  const { verdict } = said
  const isLost = verdict.is === 'unknown' || verdict.is === 'unreachable'
  const next = isLost && scanning.forUnknown(verdict.said)
  return (
    <ScanStrip
      tone={tone}
      icon={tone === 'warning' ? CircleHelp : X}
      title={title}
      text={
        <>
          <b className="ltr wrap-anywhere">{brief(said.code)}</b> {text}
        </>
      }
      aside={
        isLost && (
          <div className="flex flex-wrap gap-2">
            {next && (
              <ButtonLink size="lg" variant="primary" to={next.to}>
                {next.label}
              </ButtonLink>
            )}
            <ButtonLink size="lg" icon={Search} to={`/search?q=${encodeURIComponent(verdict.said)}`}>
              {t('search')}
            </ButtonLink>
          </div>
        )
      }
    />
  )
}
