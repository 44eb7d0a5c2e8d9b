import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { useNeighbours } from '#src/data/use-neighbours.ts'
import { formatCount, formatNumber } from '#src/lib/format.ts'
import { useShortcut } from '#src/lib/keys/shortcuts.ts'
import { IconButton } from '#src/ui/icon-button.tsx'
import type { IconType } from '#src/ui/icon.tsx'
import { readState } from './list/address.ts'
import { questionOf } from './list/state.ts'
import { placeIn } from './list/windows.ts'
import { pathTo, type Screens } from './screens.ts'

/** The list that a record was opened from, as its link left it in the history. */
export type Trail = { list: { module: string; search: string } }

export function useTrail(module: { name: string }): Trail | null {
  const state = useLocation().state as Partial<Trail> | null
  return state?.list?.module === module.name ? { list: state.list } : null
}

/** The record before and the one after it in the list that one came from, and which one of how many it is there. */
export function Neighbours({ screens, id, trail }: { screens: Screens; id: number; trail: Trail }) {
  const { module } = screens
  const { t } = useTranslation('crud')
  const navigate = useNavigate()
  const { search } = useLocation()
  const around = useNeighbours(module, id, trail.list.search)
  const question = questionOf(readState(new URLSearchParams(trail.list.search)))
  const queries = useQueryClient()
  const place = around?.place ?? placeIn(queries, module, question, id)
  const goTo = (to: number | null | undefined) => {
    const path = to ? pathTo(screens, 'details', to) : undefined
    // The tab that one looks at stays; Back leads to the list, not through every record.
    return path ? () => void navigate(path + search, { state: trail, replace: true }) : null
  }
  const [previous, next] = [goTo(around?.previous), goTo(around?.next)]
  const previousKeys = useShortcut('previousRecord', previous)
  const nextKeys = useShortcut('nextRecord', next)
  const way = (name: 'previous' | 'next', icon: IconType, go: (() => void) | null, keys: string | undefined) => (
    <IconButton
      size="sm"
      icon={icon}
      label={t(`detail.${name}`)}
      disabled={!go}
      aria-keyshortcuts={keys}
      onClick={() => go?.()}
    />
  )
  return (
    <span className="flex items-center">
      {way('previous', ChevronUp, previous, previousKeys)}
      {place && (
        <span className="px-1 text-30 whitespace-nowrap text-muted tabular-nums">
          {t('detail.place', {
            at: formatNumber(place.at),
            total: formatCount(place.total, 'more' in place && place.more === true),
          })}
        </span>
      )}
      {way('next', ChevronDown, next, nextKeys)}
    </span>
  )
}
