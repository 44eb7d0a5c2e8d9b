import { afterAll, beforeAll, expect, it } from 'vitest'
import { databaseBefore, type DatabaseBefore } from '../support/database-before.ts'

let before: DatabaseBefore
const rows = async (text: string) => (await before.database.pool.query<Record<string, unknown>>(text)).rows
beforeAll(async () => {
  before = await databaseBefore('0049')
  await before.database.pool.query(`
    insert into product (id, created_by, updated_by, sku, name, price, hsn) values
      (71, 1, 1, 'S-1', 'Spa', 1, '9019 10 20'), (72, 1, 1, 'S-2', 'Own', 1, 'abc');
    insert into unit (id, created_by, updated_by, serial, product, stage, archived_at) values
      (81, 1, 1, 'AJ22025-102479', 71, 'inStock', null),
      (82, 1, 1, 'AJ22025 102479', 71, 'inStock', null),
      (83, 1, 1, 'АJ22025–102479', 71, 'inStock', null),
      (84, 1, 1, 'AJ22025102479', 71, 'inStock', now()),
      (85, 1, 1, 'AJ22025-102479-3', 71, 'inStock', null);
    insert into part (id, created_by, updated_by, code, name, barcode) values
      (61, 1, 1, 'P-1', 'Motor', '012345678905'), (62, 1, 1, 'P-2', 'Motor', '0012345678905'),
      (63, 1, 1, 'P-3', 'Hose', '890610 0071271'), (64, 1, 1, 'P-4', 'Lid', '123456789052');
    insert into customer (id, created_by, updated_by, name, phones, tax_id, addresses) values
      (91, 1, 1, 'Asha', '[]', ' 27 aaapa 0000a 1z7', '[{"id":1,"line":"x","pincode":"३८० ००९"},{"id":2,"line":"y","pincode":null}]'),
      (92, 1, 1, 'Bela', '[]', 'GB123456789', '[{"id":3,"line":"x","pincode":"SW1A 1AA"}]')`)
  await before.goOn()
})
afterAll(() => before?.close())

it('codes from before are made clean, and those from elsewhere stay', async () => {
  expect(await rows('select tax_id, addresses from customer order by id')).toEqual([
    {
      tax_id: '27AAAPA0000A1Z7',
      addresses: [
        { id: 1, line: 'x', pincode: '380009' },
        { id: 2, line: 'y', pincode: null },
      ],
    },
    { tax_id: 'GB123456789', addresses: [{ id: 3, line: 'x', pincode: 'SW1A 1AA' }] },
  ])
  expect(await rows('select hsn from product order by id')).toEqual([{ hsn: '90191020' }, { hsn: 'abc' }])
})

it('of two that are the same both are kept, the later one with a number behind its code', async () => {
  expect(await rows('select id, serial from unit order by id')).toEqual([
    { id: 81, serial: 'AJ22025-102479' },
    { id: 82, serial: 'AJ22025 102479-2' },
    // The third is somebody else's already.
    { id: 83, serial: 'AJ22025-102479-4' },
    { id: 84, serial: 'AJ22025102479' },
    { id: 85, serial: 'AJ22025-102479-3' },
  ])
  expect(await rows('select id, barcode from part order by id')).toEqual([
    { id: 61, barcode: '012345678905' },
    // With a 2 behind it, and without the noughts before it, it would be that of the lid.
    { id: 62, barcode: '0012345678905-3' },
    { id: 63, barcode: '8906100071271' },
    { id: 64, barcode: '123456789052' },
  ])
})

it('and it is said, in the log and in the history', async () => {
  expect(await rows(`select details from audit_event where kind = 'code-twice' order by id`)).toEqual([
    { details: { module: 'unit', id: 82, was: 'AJ22025 102479', is: 'AJ22025 102479-2', sameAs: 81 } },
    { details: { module: 'unit', id: 83, was: 'AJ22025-102479', is: 'AJ22025-102479-4', sameAs: 81 } },
    { details: { module: 'part', id: 62, was: '0012345678905', is: '0012345678905-3', sameAs: 61 } },
  ])
  expect(
    await rows(`select before ->> 'serial' as was from record_history where record_id = 82 and version > 1`),
  ).toEqual([{ was: 'AJ22025 102479' }])
})

it('search finds by the key', async () => {
  expect(
    await rows(`select id from unit where searched like '%' || search_key('AJ22025102479') || '%' order by id`),
  ).toHaveLength(5)
})
