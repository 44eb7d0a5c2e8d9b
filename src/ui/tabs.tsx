import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatNumber } from '../lib/format.ts'
import { moveInRow } from './roving.ts'

export type Tab<V extends string> = {
  value: V
  label: string
  count?: number | undefined
  disabled?: boolean | undefined
}

export type TabsProps<V extends string> = {
  tabs: readonly Tab<V>[]
  value: V
  onChange: (value: V) => void
  /** What the tabs are: "Views". */
  label: string
  /** Ties tabs to the <TabPanel id> that follows. */
  id: string
  /** At the end of the row: a tool. */
  aside?: ReactNode
  className?: string | undefined
}

export function Tabs<V extends string>({ tabs, value, onChange, label, id, aside, className }: TabsProps<V>) {
  return (
    <div className={clsx('flex items-end gap-5 border-b', className)}>
      <div
        role="tablist"
        aria-label={label}
        tabIndex={-1}
        onKeyDown={event => moveInRow(event, '[role=tab]:enabled')}
        className="-mb-px flex min-w-0 flex-1 [scrollbar-width:none] gap-5 overflow-x-auto pb-px"
      >
        {tabs.map(tab => (
          <button
            key={tab.value}
            type="button"
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={tab.value === value ? 0 : -1}
            disabled={tab.disabled}
            onClick={() => onChange(tab.value)}
            className="relative inline-flex min-h-[calc(var(--control)+4px)] shrink-0 items-center gap-2 rounded-1 font-medium whitespace-nowrap text-muted after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:rounded-t-full hover:text-ink focus-visible:-outline-offset-2 disabled:text-disabled aria-selected:font-semibold aria-selected:text-ink aria-selected:after:bg-primary pointer-coarse:min-w-11"
          >
            {tab.label}
            {tab.count !== undefined && (
              <span className="text-20 font-normal text-subtle">{formatNumber(tab.count)}</span>
            )}
          </button>
        ))}
      </div>
      {aside}
    </div>
  )
}
