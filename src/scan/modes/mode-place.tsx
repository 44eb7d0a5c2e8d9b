import { useEffect, useEffectEvent } from 'react'
import type { Pages } from '#src/crud/screens.ts'
import { useTakes } from './desk.ts'
import { useModes } from './use-modes.ts'

type Elsewhere = {
  /** There is no such mode for this person: what was scanned for it is looked up. */
  onScan: (code: string, byGun: boolean) => void
  onNone: () => void
}
type Props = Elsewhere & { all: Readonly<Record<string, Pages | null>>; mode: string }

/** The mode that the address names, where this person may scan in it. */
export function ModePlace({ all, mode, ...elsewhere }: Props) {
  const Place = useModes(all).get(mode)?.place
  return Place ? <Place key={mode} /> : <NoMode {...elsewhere} />
}

function NoMode({ onScan, onNone }: Elsewhere) {
  useTakes(onScan)
  const leave = useEffectEvent(onNone)
  useEffect(() => leave(), [])
  return null
}
