import { useLayoutEffect } from 'react'

/** How many say so at present, by the name of the attribute. */
const saying = new Map<string, number>()

/**
 * Says something of the page by an attribute of its root, while `on`. Asking for it with `:root:has()` instead would have
 * the browser work out the styles of the whole page whenever an element comes or goes anywhere.
 */
export function useRootMark(name: `data-${string}`, on = true): void {
  useLayoutEffect(() => {
    if (!on) return undefined
    const change = (by: number) => {
      const count = (saying.get(name) ?? 0) + by
      saying.set(name, count)
      document.documentElement.toggleAttribute(name, count > 0)
    }
    change(1)
    return () => change(-1)
  }, [name, on])
}
