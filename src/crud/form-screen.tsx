import type { ScreenProps } from './screens.ts'

export function FormScreen({ screens }: ScreenProps) {
  return <h1>{screens.module.name}</h1>
}
