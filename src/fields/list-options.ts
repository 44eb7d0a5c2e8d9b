import type { Item, List } from '#contract/list.ts'
import { useList, useParents } from '#src/data/use-list.ts'
import { useModule } from '#src/data/data.ts'
import type { Option } from '#src/ui/option.ts'

/** The list of that name; the register knows it. */
export const useListNamed = (name: string) => useModule(name) as List

/**
 * The items of a list as choices: those in use, and those chosen already, whatever became of them. Where the list
 * stands below another one, the parent's name is said beside each.
 */
export function useListOptions(list: List, chosen: readonly number[], only?: (item: Item) => boolean) {
  const { items, loading } = useList(list, { includeOff: true })
  const parents = new Map(useParents(list).map(({ id, label }) => [id, label]))
  const options: Option<number>[] = []
  for (const item of items) {
    const offered = item.active && (!only || only(item))
    if (!offered && !chosen.includes(item.id)) continue
    const hint = item.parent === null ? undefined : parents.get(item.parent)
    options.push({
      value: item.id,
      label: item.label,
      search: hint ? `${item.code} ${hint}` : item.code,
      ...(hint ? { hint } : {}),
      ...(item.colour ? { colour: item.colour } : {}),
      ...(offered ? {} : { disabled: true }),
    })
  }
  return { options, loading }
}
