import Check from 'lucide-react/icons/check'
import Ellipsis from 'lucide-react/icons/ellipsis'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayWait } from '#contract/may-wait.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { useMoveDeeds } from '#src/crud/detail-moves.tsx'
import type { Screens } from '#src/crud/screens.ts'
import { useConnection } from '#src/data/use-connection.ts'
import { useWords } from '#src/fields/words.ts'
import { BottomBar } from '#src/parts/bottom-bar.tsx'
import { useActor } from '#src/session/actor.ts'
import { Button } from '#src/ui/button.tsx'
import { IconButton } from '#src/ui/icon-button.tsx'
import { Menu } from '#src/ui/menu.tsx'
import { checksLeft, stepsOf, type JobMove } from './next.ts'
import type { WorkForm } from './use-work-form.ts'

/** Where one step stood stands the next one at once: a second touch of the same moment is not meant for it. In ms. */
const REST = 600

type Props = { screens: Screens; work: WorkForm; onRefused: (why: string) => void }

/** The step that comes next, in big and where a thumb reaches it; every other one beside it. */
export function StepBar({ screens, work, onRefused }: Props) {
  const { t } = useTranslation('maintenance')
  const words = useWords(maintenance)
  const job = work.base
  const { next, second, others } = stepsOf(job, useActor())
  const { online } = useConnection()
  const deeds = useMoveDeeds(screens, job, job.number ?? words.noun, onRefused)
  // The step is made with the job as it is once everything typed is kept.
  const [step, setStep] = useState<JobMove | null>(null)
  const { rests, next: nextButton } = useRest(job.stage)
  const go = async (move: JobMove) => {
    if (rests) return
    onRefused('')
    const { isWhole, why } = await work.save()
    if (isWhole) setStep(move)
    else work.say(why || t('screen.work.wrongFirst'))
  }
  const make = useEffectEvent((move: JobMove) => {
    setStep(null)
    deeds.press(move)
  })
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- the press was earlier, and this is what it waited for
    if (step) make(step)
  }, [step])
  if (!next && others.length === 0) return deeds.dialog
  const left = checksLeft(work.form.values as Parameters<typeof checksLeft>[0])
  const to = next && maintenance.moves?.[next]?.to
  const isLate = next === 'finish' || next === 'passCheck'
  const hints = [
    isLate && left > 0 && t('screen.work.checksLeft', { count: left }),
    next && !online && t(mayWait(maintenance, next) ? 'screen.work.keptHere' : 'screen.work.needsNetwork'),
  ].filter(Boolean)
  const entry = (move: JobMove) => ({ label: words.move(move), onSelect: () => void go(move) })
  return (
    <>
      {deeds.dialog}
      <BottomBar>
        <div data-rests={rests} className="min-w-0 self-center max-sm:basis-full sm:me-auto">
          <p className="font-semibold">
            {to ? t('screen.work.next', { stage: words.stage(to) }) : t('screen.work.nothingNext')}
          </p>
          {hints.length > 0 && <p className="text-30 text-muted">{hints.join(' ')}</p>}
        </div>
        {(others.length > 0 || second) && (
          <Menu
            trigger={<IconButton size="xl" variant="secondary" icon={Ellipsis} label={t('screen.work.otherMoves')} />}
            items={[...(second ? [second] : []), ...others].map(entry)}
          />
        )}
        {second && (
          <Button
            key={second}
            size="xl"
            className="max-md:hidden"
            loading={deeds.busy === second}
            onClick={() => void go(second)}
          >
            {words.move(second)}
          </Button>
        )}
        {next && (
          <Button
            key={next}
            ref={nextButton}
            size="xl"
            variant="primary"
            icon={Check}
            className="sm:max-w-80"
            loading={deeds.busy === next}
            onClick={() => void go(next)}
          >
            {words.move(next)}
          </Button>
        )}
      </BottomBar>
    </>
  )
}

/** After a step whoever made it stands before the next one, and a moment passes before that can be pressed. */
function useRest(stage: string) {
  const next = useRef<HTMLButtonElement>(null)
  const [seen, setSeen] = useState(stage)
  const [rests, setRests] = useState(false)
  if (stage !== seen) {
    setSeen(stage)
    setRests(true)
  }
  useEffect(() => {
    if (!rests) return
    // The button that was pressed is gone, and the focus with it.
    if (document.activeElement === document.body) next.current?.focus()
    const timer = setTimeout(() => setRests(false), REST)
    return () => clearTimeout(timer)
  }, [rests])
  return { rests, next }
}
