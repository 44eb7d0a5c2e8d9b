import type { Row } from '#contract/module.ts'
import type { Order } from '#contract/modules/sales/order.ts'
import type { Dispatch } from '#contract/modules/stock/dispatch.ts'
import type { TestAppOptions } from './server.ts'
import { openShop, type Shop } from './shop.ts'

type Input = Record<string, unknown>

/** A shop that packs: a device with serial numbers, a cap without, and the short way to what is tried with them. */
export type PackingShop = Awaited<ReturnType<typeof openPackingShop>>

export async function openPackingShop(options: TestAppOptions = {}) {
  const shop: Shop = await openShop(options)
  const device = await shop.make('product', {
    sku: 'KW',
    name: 'Massager',
    price: 100_000,
    taxRate: 1800,
    warrantyDays: 365,
  })
  const cap = await shop.make('product', { sku: 'CAP', name: 'Cap', price: 5_000, taxRate: 1200, serialised: false })
  let count = 0
  const stock = (pieces: number, more: Input = {}): Promise<Row[]> =>
    Promise.all(
      Array.from({ length: pieces }, () =>
        shop.make('unit', { serial: `S-${(count += 1)}`, product: device.id, ...more }),
      ),
    )
  const ordered = async (lines: Input[], more: Input = {}) =>
    (await shop.make('order', { name: 'Asha Rao', phone: '98765 43210', lines, ...more })) as unknown as Order
  const read = async (name: string, id: number) => (await shop.read(name, id)) as unknown as Order
  return {
    ...shop,
    device,
    cap,
    stock,
    ordered,
    /** An order of so many devices, confirmed: what is in stock is allocated. */
    async confirmed(qty: number, more: Input = {}): Promise<Order> {
      const { id } = await ordered([{ product: device.id, qty, unitPrice: 100_000 }], more)
      return (await shop.move('order', id, 'confirmShort')) as unknown as Order
    },
    async moved(id: number, action: string, args: Input = {}): Promise<Order> {
      return (await shop.move('order', id, action, args)) as unknown as Order
    },
    order: (id: number) => read('order', id),
    /** What the first line of an order counts. */
    async counted(id: number) {
      const { lines, stage, missing } = await read('order', id)
      const { allocated, dispatched, delivered, returned } = lines[0]!
      return { stage, missing, allocated, dispatched, delivered, returned }
    },
    /** The devices that the order holds. */
    held: (id: number): Promise<{ id: number; serial: string; stage: string }[]> =>
      shop.sql(`select id, serial, stage from unit where "order" = $1 order by id`, [id]),
    input: (sale: Order, qty: number, units: readonly number[] = [], more: Input = {}) => ({
      order: sale.id,
      items: [{ line: sale.lines[0]!.id, product: sale.lines[0]!.product, qty, units }],
      ...more,
    }),
    /** A dispatch of so many pieces of the first line, with these devices in it. */
    async dispatched(sale: Order, qty: number, units: readonly number[] = [], more: Input = {}): Promise<Dispatch> {
      const items = [{ line: sale.lines[0]!.id, product: sale.lines[0]!.product, qty, units }]
      return (await shop.make('dispatch', { order: sale.id, items, ...more })) as unknown as Dispatch
    },
    /** Takes it that far, step by step. */
    async take(id: number, ...steps: string[]): Promise<Dispatch> {
      let row: Row | null = null
      for (const step of steps)
        row = await shop.move('dispatch', id, step, step === 'lose' ? { lostReason: 'Stolen' } : {})
      return row as unknown as Dispatch
    },
    /** What is said beside the fields of what is refused. */
    async refused(path: string, input: object) {
      const { status, body } = await shop.ask('POST', path, input)
      if (status < 400) throw new Error(`It was not refused: ${JSON.stringify(body)}`)
      return body.fields ?? body.message
    },
  }
}
