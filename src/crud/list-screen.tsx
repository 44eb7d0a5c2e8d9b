import type { ScreenProps } from './screens.ts'

export function ListScreen({ screens }: ScreenProps) {
  return <h1>{screens.module.name}</h1>
}
