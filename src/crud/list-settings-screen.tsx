import type { List } from '#contract/list.ts'

/** The one screen of every settings list. */
export function ListSettingsScreen({ list }: { list: List }) {
  return <h1>{list.name}</h1>
}
