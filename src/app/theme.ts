import { useSyncExternalStore } from 'react'

export const schemas = ['default', 'dark', 'green', 'purple', 'orange'] as const
export const modes = ['light', 'dark'] as const
export const directions = ['ltr', 'rtl'] as const
export const sizes = ['xs', 'sm', 'md', 'lg'] as const
export const layouts = [
  'collapsibleSide',
  'stackedSide',
  'topBarClassic',
  'framelessSide',
  'contentOverlay',
  'blank',
] as const
export type Layout = (typeof layouts)[number]

/** What is kept under `theme`: exactly these keys, by the specification, and one of ours. */
export type Theme = {
  themeSchema: (typeof schemas)[number]
  direction: (typeof directions)[number]
  /** What is shown; while the system is followed, what the system says. */
  mode: (typeof modes)[number]
  panelExpand: boolean
  controlSize: (typeof sizes)[number]
  layout: { type: Layout; sideNavCollapse: boolean; previousType?: Layout }
  /** Ours: the mode is the system's. Left out while it is off, so that the stored fields are the specified ones alone. */
  followSystem?: true
}

const defaults: Theme = {
  themeSchema: 'default',
  direction: 'ltr',
  mode: 'light',
  panelExpand: false,
  controlSize: 'md',
  layout: { type: 'collapsibleSide', sideNavCollapse: false },
}

const KEY = 'theme'
const pick = <T extends string>(value: unknown, known: readonly T[], otherwise: T): T =>
  known.find(one => one === value) ?? otherwise

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Whatever was stored, read into a whole theme; what cannot be understood is the default. */
export function readTheme(stored: string | null): Theme {
  let value: unknown
  try {
    value = JSON.parse(stored ?? 'null')
  } catch {
    value = null
  }
  const theme = isRecord(value) ? value : {}
  const layout = isRecord(theme.layout) ? theme.layout : {}
  const previous = layouts.find(type => type === layout.previousType)
  return {
    themeSchema: pick(theme.themeSchema, schemas, defaults.themeSchema),
    direction: pick(theme.direction, directions, defaults.direction),
    mode: theme.followSystem === true ? systemMode() : pick(theme.mode, modes, defaults.mode),
    panelExpand: theme.panelExpand === true,
    controlSize: pick(theme.controlSize, sizes, defaults.controlSize),
    layout: {
      type: pick(layout.type, layouts, defaults.layout.type),
      sideNavCollapse: layout.sideNavCollapse === true,
      ...(previous ? { previousType: previous } : {}),
    },
    ...(theme.followSystem === true ? { followSystem: true } : {}),
  }
}

const systemPrefersDark = () => matchMedia('(prefers-color-scheme: dark)')
const systemMode = (): Theme['mode'] => (systemPrefersDark().matches ? 'dark' : 'light')

/** Puts the theme on the page: public/theme.js does the same before the first paint. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement
  root.classList.remove(...modes)
  root.classList.add(theme.mode)
  root.style.colorScheme = theme.mode
  root.dir = theme.direction
  root.dataset.schema = theme.themeSchema
  root.dataset.controlSize = theme.controlSize
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (meta) meta.content = theme.mode === 'dark' ? '#0e1110' : '#f6f6f3'
}

const listeners = new Set<() => void>()
let current: Theme | undefined

const stored = () => readTheme(localStorage.getItem(KEY))
const now = (): Theme => (current ??= stored())

const show = (next: Theme) => {
  current = next
  applyTheme(next)
  for (const listener of listeners) listener()
}

export function changeTheme(change: Partial<Theme>) {
  const next = { ...now(), ...change }
  try {
    localStorage.setItem(KEY, JSON.stringify(next))
  } catch {
    // A full or shut store: the choice holds for this page.
  }
  show(next)
}

/** Light or dark by one's own choice; the system is no longer followed. */
export function chooseMode(mode: Theme['mode']) {
  const { followSystem: _, ...own } = now()
  current = own
  changeTheme({ mode })
}

export const followSystem = () => changeTheme({ followSystem: true, mode: systemMode() })

/** The blank layout has nothing to leave it by; it remembers where it was entered from. */
export function chooseLayout(type: Layout) {
  const { type: before, sideNavCollapse, previousType } = now().layout
  const cameFrom = before === 'blank' ? previousType : before
  changeTheme({
    layout: { type, sideNavCollapse, ...(type === 'blank' && cameFrom ? { previousType: cameFrom } : {}) },
  })
}

export const layoutBefore = ({ layout }: Theme): Layout =>
  layout.previousType && layout.previousType !== 'blank' ? layout.previousType : defaults.layout.type

export const leaveBlank = () => chooseLayout(layoutBefore(now()))

/** Everything as it was on the first day, the open panel aside. */
export function resetTheme() {
  const { panelExpand } = now()
  current = defaults
  changeTheme({ panelExpand })
}

// Other tabs follow, but each opens its own panel.
const fromElsewhere = (event: StorageEvent) => {
  if (event.key === KEY || event.key === null)
    show({ ...readTheme(event.key === null ? null : event.newValue), panelExpand: now().panelExpand })
}
const systemChanged = () => {
  if (now().followSystem) changeTheme({ mode: systemMode() })
}

const subscribe = (listener: () => void) => {
  if (listeners.size === 0) {
    // Nobody has been listening: what is stored may be newer than what was known.
    current = undefined
    window.addEventListener('storage', fromElsewhere)
    systemPrefersDark().addEventListener('change', systemChanged)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    window.removeEventListener('storage', fromElsewhere)
    systemPrefersDark().removeEventListener('change', systemChanged)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, now)
