import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Icon, type IconType } from './icon.tsx'
import type { Mark } from './mark.ts'

export type StageRailProps = {
  /** All stages on the way, first to last. */
  stages: readonly string[]
  /** Where it is. One that is not on the way (on hold, cancelled) shows an icon instead of the rail. */
  stage: string
  /** The word beside it: always there. */
  label: ReactNode
  colour?: Mark | undefined
  /** For a stage off the way. */
  icon?: IconType | undefined
  className?: string | undefined
}

/** How far along, in five segments, and the word. */
export function StageRail({ stages, stage, label, colour, icon, className }: StageRailProps) {
  const at = stages.indexOf(stage)
  const on = at < 0 ? 0 : Math.max(1, Math.ceil(((at + 1) / stages.length) * 5))
  return (
    <span
      data-mark={colour}
      className={clsx('inline-flex max-w-full items-center gap-2 align-bottom whitespace-nowrap', className)}
    >
      {icon ? (
        <span className="grid w-8.25 place-items-center text-mark">
          <Icon of={icon} size="sm" />
        </span>
      ) : (
        <span aria-hidden="true" className="inline-flex shrink-0 gap-0.5">
          {[1, 2, 3, 4, 5].map(segment => (
            <span
              key={segment}
              data-solid=""
              className={clsx('h-2.5 w-[5px] rounded-[1.5px]', segment <= on ? 'bg-mark' : 'bg-line-strong')}
            />
          ))}
        </span>
      )}
      <span className="min-w-0 truncate">{label}</span>
    </span>
  )
}
