import { useTranslation } from 'react-i18next'
import type { Item, List } from '#contract/list.ts'
import { useList } from '#src/data/use-list.ts'
import type { Errors, Values } from '#src/form/check.ts'
import { placeOf } from './twin.ts'

/** What the server would say of an item that is there already, as far as this device knows: nothing waits to be refused. */
export function useTwin(list: List): (item: Values) => Errors {
  const { t } = useTranslation('crud')
  const { items } = useList(list, { includeOff: true })
  return item => {
    const place = placeOf(item as Item)
    const twin = items.find(other => other.id !== item.id && placeOf(other) === place)
    return twin ? { label: t(twin.active ? 'list.twin' : 'list.twinOff', { label: twin.label }) } : {}
  }
}
