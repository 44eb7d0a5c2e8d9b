/** When a build was made, in ms: the end of its name (`0.1.0-mf3k2j`) in base 36. Null for what was never built. */
export function builtAt(build: string): number | null {
  const stamp = /-([0-9a-z]{1,10})$/.exec(build)?.[1]
  return stamp === undefined ? null : Number.parseInt(stamp, 36)
}

/** Was the one built before the other? What says nothing of when it was built is never too old. */
export function isOlderBuild(build: string, than: string): boolean {
  const [at, bound] = [builtAt(build), builtAt(than)]
  return at !== null && bound !== null && at < bound
}

/** What the server says of the app that it serves now (`/version.json`): read by builds that are older than it. */
export type Version = {
  build: string
  /** What is new in it, in one sentence for each language. */
  changes: Record<string, string>
}

/** Of `/sw-kill.json`: service workers of builds before this one go away. Null: all stay. */
export type Kill = { before: string | null }

/** Of `/pack.json`: the text of every piece of the app that is named after what is in it, by its address. */
export type Pack = Record<string, string>
