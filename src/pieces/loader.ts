/**
 * How the built app finds its own pieces. Each is a classic script that says how it is run, and gets what it needs from here;
 * in development the browser's modules do the same (`vite.pieces.ts`, decision 53).
 */
type Exports = Record<string, unknown>
export type Require = ((path: string) => Exports) & {
  /** The exports of the last of these places, as soon as all have come: the others are what it needs. */
  later: (paths: readonly string[], places: readonly number[]) => Promise<Exports>
  /** What a piece gives to others, each read when it is asked for: a piece may still be running. */
  give: (exports: Exports, given: Readonly<Record<string, () => unknown>>) => void
}
export type Run = (exports: Exports, require: Require) => void

const runs = new Map<string, Run>()
const made = new Map<string, Exports>()
const coming = new Map<string, Promise<void>>()

// All pieces lie in one folder, under names that are never given twice.
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

/** Runs what has come, once. What two pieces need of each other may be missing while the first of them runs, as in modules. */
function exportsOf(path: string): Exports {
  const name = nameOf(path)
  const known = made.get(name)
  if (known) return known
  const exports: Exports = {}
  made.set(name, exports)
  try {
    runs.get(name)!(exports, require)
  } catch (error) {
    made.delete(name)
    throw error
  }
  return exports
}

const require = Object.assign(exportsOf, {
  later: async (paths: readonly string[], places: readonly number[]) => {
    await Promise.all(places.map(place => bring(nameOf(paths[place]!))))
    return exportsOf(paths[places.at(-1)!]!)
  },
  give: (exports: Exports, given: Readonly<Record<string, () => unknown>>) => {
    for (const [name, get] of Object.entries(given)) Object.defineProperty(exports, name, { enumerable: true, get })
  },
})

/** What did not come is asked for anew by whoever needs it next. */
function bring(name: string): Promise<void> {
  if (runs.has(name)) return Promise.resolve()
  const known = coming.get(name)
  if (known) return known
  const piece = fetchPiece(name).finally(() => coming.delete(name))
  coming.set(name, piece)
  return piece
}

function fetchPiece(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    const end = () => {
      script.remove()
      if (runs.has(name)) resolve()
      // In the words of the browser for a module.
      else reject(new TypeError(`Failed to fetch dynamically imported module: ${script.src}`))
    }
    script.addEventListener('load', end)
    script.addEventListener('error', end)
    script.src = policy.createScriptURL(`/assets/${name}`) as string
    document.head.append(script)
  })
}

// TypeScript's own types do not have these yet.
type Policy = { createScriptURL(url: string): unknown }
type TrustedTypes = { createPolicy(name: string, rules: Policy): Policy }

// Our policy lets nothing else become a script.
const rules: Policy = {
  createScriptURL: url => {
    if (!/^\/assets\/[\w.-]+\.js$/.test(url)) throw new TypeError(`${url} is not a piece of the app`)
    return url
  },
}
const policy = (window as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('piece-url', rules) ?? rules

Object.assign(window, {
  definePiece(run: Run, isEntry: boolean) {
    const name = nameOf((document.currentScript as HTMLScriptElement).src)
    runs.set(name, run)
    if (isEntry) exportsOf(name)
  },
})
