import { product } from '#contract/modules/catalogue/product.ts'
import type { DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { useTitle } from '#src/data/use-titles.ts'
import { RecordName } from '#src/fields/reference.tsx'

type Item = Pick<DispatchItem, 'product' | 'text'>

/** What a piece of a parcel is called: its product, or in words what is none. */
export function useItemName({ product: of, text }: Item): string {
  const title = useTitle(product, of ?? 0)
  return (of === null ? text : title) ?? '—'
}

export const ItemName = ({ item }: { item: Item }) =>
  item.product === null ? <span>{item.text}</span> : <RecordName module={product} id={item.product} />
