import { listeners } from '#src/lib/listeners.ts'

/** Toasts as plain data, so that code outside React can make one. They are drawn by <Toaster />. */
export type Toast = {
  id: number
  message: string
  /** The way to what was made. */
  action?: { label: string; onSelect: () => void } | undefined
  /** Puts back what was done: by its button, and by Ctrl+Z as long as the toast is there. */
  undo?: (() => void) | undefined
  /** Kept on this device: not sent yet, and shown as such. */
  waiting?: boolean | undefined
  /** How far it is, for the eye alone: nobody wants each step read out. */
  far?: string | undefined
}

type Options = Omit<Toast, 'id' | 'message'> & { duration?: number | undefined }

/** Long enough to read and to reach; one with an action stays longer. */
const shortest = 8000
const withAction = 10_000
const most = 3
/** For news that nobody waits for: longer than for what somebody has just done. */
export const LONG = 20_000
/** For what is under way: until it is dismissed. */
export const UNTIL_DONE = Infinity

type Clock = { left: number; since: number; timer: ReturnType<typeof setTimeout> | undefined }
let shown: readonly Toast[] = []
let paused = false
let lastId = 0
const clocks = new Map<number, Clock>()
const { subscribe, tell } = listeners()

/** Says that something worked. What failed belongs into a Banner or beside its field. */
export function toast(message: string, options: Options = {}) {
  const { duration, ...rest } = options
  const id = ++lastId
  const left = Math.max(shortest, duration ?? (rest.action || rest.undo ? withAction : shortest))
  clocks.set(id, { left, since: Date.now(), timer: undefined })
  set([...shown, { id, message, ...rest }])
  // What is under way stays: its way to be stopped is in it.
  const ending = shown.filter(one => clocks.get(one.id)?.left !== UNTIL_DONE)
  for (const old of ending.slice(0, -most)) dismissToast(old.id)
  if (!paused) run(id)
  return id
}

/** Says how far it is by now. */
export function tellFar(id: number, far: string) {
  set(shown.map(toast => (toast.id === id ? { ...toast, far } : toast)))
}

export function dismissToast(id: number) {
  clearTimeout(clocks.get(id)?.timer)
  clocks.delete(id)
  set(shown.filter(toast => toast.id !== id))
  // The pointer or the focus went away together with the last one.
  if (shown.length === 0) paused = false
}

/** While somebody reads or is about to press, no toast goes away. */
export function pauseToasts() {
  if (paused) return
  paused = true
  for (const clock of clocks.values()) {
    clearTimeout(clock.timer)
    clock.left -= Date.now() - clock.since
  }
}

export function resumeToasts() {
  if (!paused) return
  paused = false
  for (const id of clocks.keys()) run(id)
}

function run(id: number) {
  const clock = clocks.get(id)
  if (!clock || clock.left === UNTIL_DONE) return
  clock.since = Date.now()
  clock.timer = setTimeout(() => dismissToast(id), clock.left)
}

function set(next: readonly Toast[]) {
  shown = next
  tell()
}

export const shownToasts = () => shown
export const onToasts = subscribe
