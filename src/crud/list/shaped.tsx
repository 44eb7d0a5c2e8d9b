import { ListTable } from './list-table.tsx'
import type { ListModel } from './model.ts'

/** The same rows in another shape. */
export function Shaped({ list, title }: { list: ListModel; title: string }) {
  return <ListTable list={list} title={title} />
}
