import { clsx } from 'clsx'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Module, Row } from '#contract/module.ts'
import { useHistory } from '#src/data/use-facts.ts'
import { FieldCell } from '#src/fields/field-cell.tsx'
import { asideLooks } from '#src/fields/record-stage.tsx'
import { fieldView, isNothing } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { formatNear, formatWhole } from '#src/lib/format.ts'
import { Icon } from '#src/ui/icon.tsx'
import { DetailPart } from './detail-part.tsx'
import { wayOf, type Step, type Way } from './stage-way.ts'
import { useThisRecord } from './this-record.tsx'

/**
 * The whole way of a record across its page: what it passed and when, where it stands now, what is still ahead. Where there is
 * little room, only the stage where it stands keeps its words; the others are still read out.
 */
export const StageBar = () => (
  <DetailPart rows={1}>
    <Bar />
  </DetailPart>
)

function Bar() {
  const { module, row: record } = useThisRecord()
  const { t } = useTranslation('crud')
  const words = useWords(module)
  const { entries } = useHistory(module, record.id)
  const { steps, beside } = wayOf(module, record, entries)
  return (
    <div className="@container/way mb-5 print:hidden">
      <ol
        aria-label={t('detail.way')}
        data-mark={module.colour ?? 'none'}
        style={{ gridTemplateColumns: `repeat(${steps.length}, minmax(0, 1fr))` }}
        className={clsx('relative grid gap-x-1 text-20', !beside && '@max-lg/way:pb-4')}
      >
        {steps.map((step, place) => (
          <Fragment key={step.stage}>
            <OnTheWay
              step={step}
              label={words.stage(step.stage)}
              isNow={step.is === 'here' && !beside}
              isLast={place === steps.length - 1}
            />
            {step.is === 'here' && beside && <BesideIt module={module} record={record} beside={beside} />}
          </Fragment>
        ))}
      </ol>
    </div>
  )
}

const looks: Record<Step['is'], string> = { passed: 'text-muted', here: 'text-ink', ahead: 'text-subtle' }
/** Below all bars, in one line. */
const alone = '@max-lg/way:absolute @max-lg/way:inset-x-0 @max-lg/way:bottom-0 @max-lg/way:flex @max-lg/way:gap-x-2'

type StepProps = { step: Step; label: string; isNow: boolean; isLast: boolean }

function OnTheWay({ step: { is, at }, label, isNow, isLast }: StepProps) {
  const { t } = useTranslation('crud')
  // Half of the bar says that it is under way there; at the end of the way nothing is.
  const isWhole = is === 'passed' || (isNow && isLast)
  return (
    <li aria-current={isNow ? 'step' : undefined} className={clsx('row-start-1 min-w-0', looks[is])}>
      <span
        aria-hidden="true"
        data-solid=""
        className="mb-1.5 block h-1.5 overflow-hidden rounded-1 bg-surface-pressed"
      >
        {is !== 'ahead' && (
          <span data-solid="" className={clsx('block h-full bg-mark', isWhole ? 'w-full' : 'w-1/2')} />
        )}
      </span>
      <span className={clsx('block wrap-anywhere', isNow ? alone : '@max-lg/way:sr-only')}>
        <span className={clsx('block', isNow && 'font-semibold')}>{label}</span>{' '}
        {at && <Time at={at} className="block" />}
        {is === 'passed' && <span className="sr-only"> {t('detail.passed')}</span>}
      </span>
    </li>
  )
}

type BesideProps = { module: Module; record: Row; beside: NonNullable<Way['beside']> }

/** Where it stands instead: since when and why, in words. It comes after the stage that it left. */
function BesideIt({ module, record, beside: { stage, at } }: BesideProps) {
  const words = useWords(module)
  const { icon, colour } = asideLooks[module.aside![stage]!]
  const why = module.stageWhy?.[stage]
  return (
    <li
      aria-current="step"
      data-mark={colour}
      className="col-span-full row-start-2 flex flex-wrap items-baseline gap-x-2 pt-1.5 text-30"
    >
      <Icon of={icon} size="sm" className="self-center text-mark" />
      <b>{words.stage(stage)}</b> {at && <Time at={at} />}{' '}
      {why && !isNothing(record[why]) && (
        <span className="min-w-0 wrap-anywhere">
          <FieldCell field={fieldView(module, why, words)} value={record[why]} />
        </span>
      )}
    </li>
  )
}

function Time({ at, className }: { at: string; className?: string }) {
  return (
    <time dateTime={at} title={formatWhole(at)} className={clsx('text-subtle', className)}>
      {formatNear(at)}
    </time>
  )
}
