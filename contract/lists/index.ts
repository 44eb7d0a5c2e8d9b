import type { List } from '../list.ts'
import * as afterSales from './after-sales.ts'
import * as partners from './partners.ts'
import * as places from './places.ts'
import * as sales from './sales.ts'
import * as stock from './stock.ts'

/** Every settings list, by the group it is shown in. A list in a group's file is in the app. */
export const listGroups = { sales, afterSales, stock, places, partners } satisfies Record<string, Record<string, List>>
export type ListGroup = keyof typeof listGroups
export const lists: List[] = Object.values(listGroups).flatMap(group => Object.values(group) as List[])
