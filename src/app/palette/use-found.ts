import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { searchCall, type SearchRow } from '#contract/calls/search.ts'
import { useData } from '#src/data/data.ts'
import { ask } from '#src/offline/ask.ts'
import { isUnreachable } from '#src/offline/api.ts'
import { useActor } from '#src/session/actor.ts'
import type { Entry } from './entry.ts'
import { asWritten, placeOf, wordOf } from './records.ts'

/** Of one letter everything has one. */
const SHORTEST = 2
/** Nobody is asked for every letter of a word that is being typed. */
const PAUSE = 120

export type FoundGroup = { module: string; entries: Entry[]; more: boolean }
export type Found = {
  /** What the server found, the group with the best first; undefined while it looks, and once it cannot be asked any more. */
  groups: FoundGroup[] | undefined
  asking: boolean
  /** The server could not be asked: what this device keeps is all there is. */
  cutOff: boolean
  failed: boolean
  again: () => void
}

const nothing: FoundGroup[] = []

/** Looks for what is typed in everything that this person may see, on the server; what is outdated is given up. */
export function useFound(typed: string, { module, pause = PAUSE }: { module?: string; pause?: number } = {}): Found {
  const { register } = useData()
  const actor = useActor()
  const q = useSettled(typed.trim(), pause)
  const enabled = q.length >= SHORTEST
  const asked = useQuery({
    queryKey: ['search', q, module ?? null],
    queryFn: ({ signal }) => ask(searchCall, module === undefined ? { q } : { q, module }, { signal }),
    enabled,
  })
  const groups = asked.data?.groups.flatMap(({ module: name, rows, more }): FoundGroup[] => {
    const place = register[name] && placeOf(register[name], actor)
    if (!place) return []
    const entryOf = ({ id, title, detail, matched }: SearchRow): Entry => ({
      ...place.known,
      id: `record ${id}`,
      label: title,
      hint: matched === 'id' ? `#${id}` : detail === null ? undefined : asWritten(detail),
      by: matched === 'id' || matched === register[name]!.title ? undefined : wordOf(register[name]!, matched),
      text: '',
      numbers: String(id),
      found: true,
      to: place.to(id, title),
    })
    return [{ module: name, entries: rows.map(entryOf), more }]
  })
  const cutOff = enabled && isUnreachable(asked.error)
  return {
    // What it found before knows nothing of what was said on this device since.
    groups: !enabled ? nothing : cutOff ? undefined : groups,
    asking: enabled && (asked.isFetching || q !== typed.trim()),
    cutOff,
    failed: enabled && asked.isError,
    again: () => void asked.refetch(),
  }
}

/** A value once it has not changed for a moment. */
function useSettled(value: string, pause: number): string {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pause)
    return () => clearTimeout(timer)
  }, [value, pause])
  return settled
}
