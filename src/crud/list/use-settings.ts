import type { ListLook, SavedView, ViewState } from '#contract/calls/views.ts'
import { usePreferences, useSetPreference } from '#src/data/preferences.ts'
import { useViews } from '#src/data/use-views.ts'
import type { ScreenProps } from '../screens.ts'
import { isBare, readState, sameState, usual, writeState } from './address.ts'
import type { Density, ListState } from './state.ts'

/** What a person set for a list, and the views that are saved of it. */
export type Settings = {
  /** Is it known what this list shows? A saved view may have to be looked up first. */
  ready: boolean
  state: ListState
  /** What the list shows at another address of it. */
  stateAt: (search: string) => ListState
  /** Undefined until they are known. */
  views: readonly SavedView[] | undefined
  view: SavedView | null
  /** The view that this person begins with; null for all records. */
  usualView: number | null
  /** Does the list show something else than its view says? */
  changed: boolean
  columns: readonly string[]
  widths: Readonly<Record<string, number>>
  density: Density
  setLook: (look: ListLook) => void
  resetLook: () => void
  setUsualView: (id: number | null) => void
  /** What saving would keep. */
  asView: () => ViewState
  /** A view as a state of the list. */
  stateOf: (view: SavedView) => ListState
}

const lookKey = (module: string, view: string) => `look:${module}:${view}`
const usualKey = (module: string) => `list:${module}`

export function useSettings(screens: ScreenProps['screens'], search: string): Settings {
  const { module } = screens
  const preferences = usePreferences()
  const set = useSetPreference()
  const usualView = (preferences?.[usualKey(module.name)]?.view as number | undefined) ?? null
  const views = useViews(module, preferences !== undefined)
  const shownAt = (search: string) => {
    const params = new URLSearchParams(search)
    const said = readState(params)
    const bare = isBare(params)
    const asked = said.view || (bare && usualView !== null ? String(usualView) : '')
    const isNamed = asked !== '' && asked !== 'all'
    const view = isNamed ? (views?.find(one => String(one.id) === asked) ?? null) : null
    // An address that only names its view shows what that says now.
    const state = view && bare ? stateOf(view) : { ...said, view: view || !isNamed || !views ? asked : '' }
    return { state, view, isKnown: !isNamed || !bare || views !== undefined }
  }
  const { state, view, isKnown } = shownAt(search)
  const key = lookKey(module.name, view ? String(view.id) : 'all')
  const own = (preferences?.[key] ?? {}) as ListLook
  const look: ListLook = { ...view?.state.look, ...own }
  const columns = state.columns ?? look.columns ?? screens.columns
  const density = state.density ?? look.density ?? 'regular'

  return {
    ready: preferences !== undefined && isKnown,
    state,
    stateAt: search => shownAt(search).state,
    views,
    view,
    usualView,
    changed: view ? !sameState(state, stateOf(view)) || Object.keys(own).length > 0 : !sameState(state, usual),
    columns,
    widths: look.widths ?? {},
    density,
    setLook: change => void set(key, { ...own, ...change }),
    resetLook: () => void set(key, null),
    setUsualView: id => void set(usualKey(module.name), id === null ? null : { view: id }),
    asView: () => ({
      search: writeState({ ...state, view: '', columns: null, density: null }),
      look: { columns: [...columns], widths: { ...look.widths }, density },
    }),
    stateOf,
  }
}

const stateOf = (view: SavedView): ListState => ({
  ...readState(new URLSearchParams(view.state.search)),
  view: String(view.id),
})
