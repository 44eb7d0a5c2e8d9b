import Check from 'lucide-react/icons/check'
import { Icon } from './icon.tsx'
import type { Option } from './option.ts'
import { Swatch } from './swatch.tsx'

/** The panel that lists choices, and one row of it, the same for every control that opens one. */
export const panelLook =
  'z-(--z-overlay) [--anchor-max-height:20rem] overflow-y-auto overscroll-contain rounded-3 border bg-surface-raised p-1 text-30 text-ink shadow-2 outline-none pointer-coarse:text-50 transition-opacity motion-2 data-closed:opacity-0 data-leave:transition-none'
/** For a panel of Headless UI: one that closes catches no presses from its first moment. */
export const closingLook = 'not-data-open:pointer-events-none'
export const rowLook =
  'flex min-h-control-sm w-full cursor-pointer items-center gap-3 rounded-2 px-2 select-none data-disabled:cursor-not-allowed data-disabled:text-disabled data-focus:bg-surface-pressed'

export function OptionRow({ option, selected }: { option: Option<string | number>; selected: boolean }) {
  return (
    <>
      <span className="grid size-icon-sm shrink-0 place-items-center">
        {selected && <Icon of={Check} size="sm" className="text-accent-text" />}
      </span>
      {option.colour !== undefined && <Swatch colour={option.colour} />}
      {option.icon && <Icon of={option.icon} size="sm" className="text-muted" />}
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.hint && <span className="shrink-0 text-20 text-subtle">{option.hint}</span>}
    </>
  )
}
