/** What the browser lends to pages: one alone, or several who share it. */
export function sharedLocks() {
  type Work = (lock: object | null) => unknown
  const held = new Map<string, Promise<unknown>[]>()
  return {
    async request(name: string, ...[options, then]: [LockOptions, Work] | [Work]) {
      const [how, work] = typeof options === 'function' ? [{} as LockOptions, options] : [options, then!]
      const { mode, signal, ifAvailable } = how
      const before = held.get(name) ?? []
      if (ifAvailable && before.length > 0) return work(null)
      const given = new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)))
      const begin = async () => {
        if (mode !== 'shared') await Promise.race([Promise.all(before), given])
        return work({})
      }
      const done = begin()
      const over = done.catch(() => undefined)
      held.set(name, [...before, over])
      void over.then(() =>
        held.set(
          name,
          held.get(name)!.filter(one => one !== over),
        ),
      )
      return done
    },
  }
}
