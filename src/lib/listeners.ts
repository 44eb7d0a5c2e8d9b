/** Who wants to hear of each change of something that lives outside of React: for `useSyncExternalStore`, and to tell them. */
export function listeners() {
  const all = new Set<() => void>()
  return {
    subscribe: (listener: () => void) => {
      all.add(listener)
      return () => void all.delete(listener)
    },
    tell: () => {
      for (const listener of all) listener()
    },
  }
}
