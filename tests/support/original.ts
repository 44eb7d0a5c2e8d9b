/** What stood there before the first file of this worker put something in its place. `name`: of what. */
export function original<T>(name: string, find: () => T): T {
  const key = Symbol.for(`original ${name}`)
  if (!(key in globalThis)) Reflect.set(globalThis, key, find())
  return Reflect.get(globalThis, key) as T
}
