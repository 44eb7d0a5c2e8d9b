import { useEffect, useEffectEvent, useState } from 'react'

/** Of a list, what is being edited and is listed no more: what is typed must not go with its row. */
export function useKeptWhileEdited<T>(listed: readonly T[], keyOf: (one: T) => unknown) {
  const [edited, setEdited] = useState<readonly T[]>([])
  const isAmong = (list: readonly T[], one: T) => list.some(other => keyOf(other) === keyOf(one))
  return {
    gone: edited.filter(one => !isAmong(listed, one)),
    onEdited: (one: T, isEdited: boolean) =>
      setEdited(before => [...before.filter(other => keyOf(other) !== keyOf(one)), ...(isEdited ? [one] : [])]),
  }
}

/** The row says so as long as it is being edited. */
export function useTellEdited(isEdited: boolean, onEdited: (isEdited: boolean) => void): void {
  const tell = useEffectEvent(onEdited)
  useEffect(() => {
    if (!isEdited) return
    tell(true)
    return () => tell(false)
  }, [isEdited])
}
