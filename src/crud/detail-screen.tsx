import type { ScreenProps } from './screens.ts'

export function DetailScreen({ screens }: ScreenProps) {
  return <h1>{screens.module.name}</h1>
}
