import * as z from 'zod/mini'
import { defineCall } from '../call.ts'
import { recordId } from '../fields.ts'
import { stockMove, stockPlaces } from '../modules/stock/stock-move.ts'
import { permissions } from '../rules.ts'

/** So many of one colour are at one place. */
const stockLevel = z.object({ colour: z.nullable(recordId()), place: z.enum(stockPlaces), qty: z.int() })
export type StockLevel = z.infer<typeof stockLevel>

/** Where the pieces of a product are, by colour and place. */
export const productStockCall = defineCall({
  method: 'GET',
  path: '/stock-move/levels',
  may: permissions(stockMove, 'list'),
  input: z.strictObject({ product: z.pipe(z.coerce.number(), recordId()) }),
  output: z.object({
    serialised: z.boolean(),
    levels: z.array(stockLevel),
    /** Pieces without serial numbers that are meant for orders and have not left: they are a part of what is in stock. */
    reserved: z.optional(z.array(z.object({ colour: z.nullable(recordId()), qty: z.int() }))),
  }),
})
