import { useSyncExternalStore } from 'react'

const schemas = ['default', 'dark', 'green', 'purple', 'orange'] as const
const modes = ['light', 'dark'] as const
const directions = ['ltr', 'rtl'] as const
const sizes = ['md', 'xs', 'sm', 'lg'] as const
const layouts = ['collapsibleSide', 'stackedSide', 'topBarClassic', 'framelessSide', 'contentOverlay', 'blank'] as const

/** What is kept under `theme`: exactly these keys, by the specification. */
export type Theme = {
  themeSchema: (typeof schemas)[number]
  direction: (typeof directions)[number]
  mode: (typeof modes)[number]
  panelExpand: boolean
  controlSize: (typeof sizes)[number]
  layout: { type: Layout; sideNavCollapse: boolean; previousType?: Layout }
}
type Layout = (typeof layouts)[number]

const pick = <T extends string>(value: unknown, known: readonly [T, ...T[]]): T =>
  known.find(k => k === value) ?? known[0]

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
    themeSchema: pick(theme.themeSchema, schemas),
    direction: pick(theme.direction, directions),
    mode: pick(theme.mode, modes),
    panelExpand: theme.panelExpand === true,
    controlSize: pick(theme.controlSize, sizes),
    layout: {
      type: pick(layout.type, layouts),
      sideNavCollapse: layout.sideNavCollapse === true,
      ...(previous ? { previousType: previous } : {}),
    },
  }
}

/** Puts the theme on the page: public/theme.js does the same before the first paint. */
export function applyTheme(theme: Theme) {
  const root = document.documentElement
  root.classList.remove(...modes)
  root.classList.add(theme.mode)
  root.dir = theme.direction
  root.dataset.schema = theme.themeSchema
  root.dataset.controlSize = theme.controlSize
  const meta = document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')
  if (meta) meta.content = theme.mode === 'dark' ? '#0e1110' : '#f6f6f3'
}

const listeners = new Set<() => void>()
let current: Theme | undefined

const theme = (): Theme => (current ??= readTheme(localStorage.getItem('theme')))

const show = (next: Theme) => {
  current = next
  applyTheme(next)
  for (const listener of listeners) listener()
}

export function changeTheme(change: Partial<Theme>) {
  const next = { ...theme(), ...change }
  localStorage.setItem('theme', JSON.stringify(next))
  show(next)
}

const subscribe = (listener: () => void) => {
  // Other tabs follow.
  const fromElsewhere = (event: StorageEvent) => {
    if (event.key === 'theme') show(readTheme(event.newValue))
  }
  listeners.add(listener)
  window.addEventListener('storage', fromElsewhere)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', fromElsewhere)
  }
}

export const useTheme = (): Theme => useSyncExternalStore(subscribe, theme)
