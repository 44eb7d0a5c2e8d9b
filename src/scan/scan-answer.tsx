import Check from 'lucide-react/icons/check'
import CircleHelp from 'lucide-react/icons/circle-help'
import ScanLine from 'lucide-react/icons/scan-line'
import Search from 'lucide-react/icons/search'
import Undo2 from 'lucide-react/icons/undo-2'
import X from 'lucide-react/icons/x'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useData } from '#src/data/data.ts'
import { useRecordPlaces } from '#src/fields/record-places.ts'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { brief } from './brief.ts'
import { Choices } from './choices.tsx'
import { FoundRecord, type InShort } from './found-record.tsx'
import type { ScanDone } from './recent-scans.ts'
import { ScanStrip } from './scan-strip.tsx'
import type { LookUp } from './use-look-up.ts'
import { useNoteScan } from './use-note-scan.ts'
import { useScanWords } from './use-scan-words.ts'
import { whereTo } from './where-to.ts'

const icons = { success: Check, warning: CircleHelp, danger: X }

type Props = { lookUp: LookUp; inShort: InShort; onAgain: () => void }

/** What the last scan came to, in big, and what to do next. */
export function ScanAnswer({ lookUp, inShort, onAgain }: Props) {
  const { t } = useTranslation('scan')
  const { shown, failed, looking, show, undo } = lookUp
  return (
    <>
      <div role="status" className="grid">
        {looking !== null ? (
          <ScanStrip icon={ScanLine} title={t('looking', { code: brief(looking) })} text={t('lookingText')} />
        ) : failed ? (
          <ScanStrip tone="danger" icon={X} title={t('said.failed')} text={failed} />
        ) : shown ? (
          <Said done={shown} onUndo={() => undo(shown)} onAgain={onAgain} />
        ) : (
          <ScanStrip icon={ScanLine} title={t('first.title')} text={t('first.text')} />
        )}
      </div>
      {shown && !failed && looking === null && <More done={shown} inShort={inShort} onShow={show} />}
    </>
  )
}

function Said({ done, onUndo, onAgain }: { done: ScanDone; onUndo: () => void; onAgain: () => void }) {
  const { t } = useTranslation('scan')
  const { register } = useData()
  const actor = useActor()
  const places = useRecordPlaces()
  const { tone, title, text } = useScanWords()(done.verdict, done.byGun)
  const { verdict } = done
  const to = verdict.is === 'found' ? whereTo(verdict.hit, { places, register, actor }) : undefined
  const isLost = verdict.is === 'unknown' || verdict.is === 'unreachable' || verdict.is === 'similar'
  return (
    <ScanStrip
      tone={tone}
      icon={icons[tone]}
      title={title}
      text={
        <>
          {verdict.is !== 'found' && <b className="ltr wrap-anywhere">{brief(done.code)}</b>} {text}
        </>
      }
      aside={
        <div className="flex flex-wrap gap-2">
          <Button size="lg" icon={Undo2} mirrored onClick={onUndo}>
            {t('undo')}
          </Button>
          {to && (
            <ButtonLink size="lg" variant="primary" to={to}>
              {t('open')}
            </ButtonLink>
          )}
          {isLost && (
            <ButtonLink size="lg" icon={Search} to={`/search?q=${encodeURIComponent(verdict.said)}`}>
              {t('search')}
            </ButtonLink>
          )}
          {verdict.is !== 'found' && (
            <Button size="lg" icon={ScanLine} onClick={onAgain}>
              {t('again')}
            </Button>
          )}
        </div>
      }
    />
  )
}

type MoreProps = { done: ScanDone; inShort: InShort; onShow: (done: ScanDone) => void }

function More({ done, inShort, onShow }: MoreProps) {
  const note = useNoteScan('lookUp')
  const { verdict } = done
  if (verdict.is === 'found')
    return (
      <div className="border-t p-5">
        <Suspense>
          <FoundRecord key={`${verdict.hit.module} ${verdict.hit.id}`} hit={verdict.hit} inShort={inShort} />
        </Suspense>
      </div>
    )
  if (!('hits' in verdict) || verdict.hits.length === 0) return null
  return (
    <Choices
      hits={verdict.hits}
      onChoose={hit => {
        note(hit)
        onShow({ ...done, verdict: { is: 'found', said: verdict.said, hit, how: 'asIs', address: null } })
      }}
    />
  )
}
