import { describe, expect, it } from 'vitest'
import { register } from '../register.ts'
import { shortCode } from '../short-code.ts'
import { readScan } from './read-scan.ts'
import { resolveScan, type Look, type LookedHit } from './resolve.ts'
import { swapCase } from './layouts.ts'
import { copiesOf, ownerOf } from './copied-codes.ts'
import { readingKey } from './same-code.ts'
import { scannedFields } from './scanned-fields.ts'
import { similarCodes } from './similar.ts'

const unit = { code: 200 }
const label = shortCode(unit, 1_234_567)
const OWN = 'https://desk.example'
const read = (text: string) => readScan(text, [OWN])
const readings = (text: string) => {
  const scan = read(text)
  return scan.is === 'code' ? scan.readings.map(({ text, how }) => `${how} ${text}`) : scan.is
}

describe('what was scanned', () => {
  it.each([
    ['KWP24-118219', 'KWP24-118219'],
    ['  KWP24-118219\r\n', 'KWP24-118219'],
    [']C0KWP24-118219', 'KWP24-118219'],
    [']A0KWP24-118219', 'KWP24-118219'],
    ['\u0002KWP24-118219\u0003', 'KWP24-118219'],
    ['<STX>KWP24-118219<ETX>', 'KWP24-118219'],
    ['\u001dKWP24-118219\u001d', 'KWP24-118219'],
    ['KWP24‑118219\u200b', 'KWP24-118219'],
    ['१२३४५६७', '1234567'],
    ['１２３４', '1234'],
  ])('is read without what is not part of it: %j', (text, code) => {
    expect(readings(text)).toEqual([`asIs ${code}`])
  })

  it('is nothing where there is nothing', () => {
    expect(readings(' \r\n\u001d')).toBe('nothing')
    expect(readings('')).toBe('nothing')
  })

  it('is our label, in our address, in that of another house and alone', () => {
    expect(read(`${OWN}/s/${label}`)).toMatchObject({
      is: 'code',
      address: null,
      readings: [{ how: 'asIs', label: { code: 200, id: 1_234_567 } }],
    })
    expect(read(`${OWN}/s/${label.toLowerCase()}`)).toMatchObject({ readings: [{ label: { id: 1_234_567 } }] })
    expect(read(`http://10.0.0.5:4000/s/${label}`)).toMatchObject({ is: 'code', address: 'http://10.0.0.5:4000' })
    expect(read(label)).toMatchObject({ readings: [{ text: label, label: { id: 1_234_567 } }] })
  })

  it('says of a label of ours that a sign of it is wrong', () => {
    const wrong = label.replace(/.$/, sign => (sign === '7' ? '8' : '7'))
    expect(read(`${OWN}/s/${wrong}`)).toEqual({ is: 'broken', said: wrong })
  })

  it.each([
    ['https://evil.example/pay?to=1', false],
    ['www.example.com', false],
    ['upi://pay?pa=shop@bank', false],
    ['https://id.gs1.org/01/09504000059101/21/KWP24', true],
    ['https://shop.example/gtin/01/09504000059101', true],
    [`${OWN}/orders/orders-list`, false],
  ])('is an address that nobody follows: %s', (said, gs1) => {
    expect(read(said)).toEqual({ is: 'address', said, gs1 })
  })

  it('is a code of GS1: the serial number first, the goods as they are written elsewhere too', () => {
    expect(readings(']d20109504000059101\u001d21KWP24-118219')).toEqual([
      'asIs 010950400005910121KWP24-118219',
      'gs1 KWP24-118219',
      'gs1 09504000059101',
      'gs1 9504000059101',
    ])
    expect(readings(']C10109504000059101')).toContain('gs1 9504000059101')
    expect(readings('(01)09504000059101(21)ABC1')).toContain('gs1 ABC1')
    expect(readings('<GS>21ABC1<GS>10LOT')).toContain('gs1 ABC1')
    expect(readings('\u001d010950400005910121KWP24-118219')).toContain('gs1 KWP24-118219')
    // What we do not look for stands before it: a weight, a day, a number of the maker's own.
    for (const before of ['3103000500', '17270131', '240AB-12\u001d', '11270131\u001d'])
      expect(readings(`]C10109504000059101${before}21KWP24-118219`), before).toContain('gs1 KWP24-118219')
    expect(readings('(01)09504000059101(240)AB-12(3103)000500(21)ABC1')).toContain('gs1 ABC1')
    // Nobody can tell where that ends.
    expect(readings(']C10109504000059101240AB-1221KWP24')).not.toContain('gs1 KWP24')
    // Digits that only look like one are a number.
    expect(readings('0109504000059101')).toEqual(['asIs 0109504000059101'])
  })

  it('is read by layout sign by sign', () => {
    expect(readings('ЛЦЗ24-118219')).toEqual(['asIs ЛЦЗ24-118219', 'russian KWP24-118219'])
    expect(readings('ЛЦ№24')).toEqual(['asIs ЛЦNo24', 'russian KW#24'])
    expect(readings('खऐझ24-118219')).toEqual(['asIs खऐझ24-118219', 'hindi KWP24-118219'])
    // Gujarati, Bengali and Kannada have the same keys.
    for (const typed of ['ખઐઝ24-118219', 'খঐঝ24-118219', 'ಖಐಝ24-118219'])
      expect(readings(typed)).toEqual([`asIs ${typed}`, 'hindi KWP24-118219'])
    expect(readings('à&é"\'(-è_ç')).toEqual(['asIs à&é"\'(-è_ç', 'french 0123456789'])
  })

  it('is our address by another layout or with Caps Lock', () => {
    const typed = (text: string, ours: string, theirs: string) =>
      Array.from(text, sign => theirs[ours.indexOf(sign)] ?? sign).join('')
    const russian = typed(
      `${OWN}/s/${label}`,
      'qwertyuiopasdfghjklzxcvbnm./:QWERTYUIOPASDFGHJKLZXCVBNM',
      'йцукенгшщзфывапролдячсмитью.ЖЙЦУКЕНГШЩЗФЫВАПРОЛДЯЧСМИТЬ',
    )
    expect(read(russian)).toMatchObject({
      is: 'code',
      address: null,
      readings: [{ how: 'russian', label: { id: 1_234_567 } }],
    })
    const german = typed(`${OWN}/s/${label}`, ':/-yzYZ', 'Ö-ßzyZY')
    expect(read(german)).toMatchObject({ readings: [{ how: 'german', label: { id: 1_234_567 } }] })
    // As a gun sends it: every letter is the other one, also those of the code.
    const caps = swapCase(`${OWN}/s/${label}`)
    expect(caps).toMatch(/^HTTPS:\/\/DESK\.EXAMPLE\/S\//)
    expect(read(caps)).toMatchObject({ address: null, readings: [{ how: 'capsLock', label: { id: 1_234_567 } }] })
  })
})

describe('the fields that are scanned', () => {
  it('are codes and numbers of every module that has one', () => {
    const fields = Object.fromEntries(
      Object.values(register).flatMap(module => {
        const names = scannedFields(module)
        return names.length > 0 ? [[module.name, names]] : []
      }),
    )
    expect(fields).toEqual({
      unit: ['serial'],
      product: ['sku'],
      part: ['code', 'barcode'],
      dispatch: ['number', 'awb'],
      inquiry: ['number'],
      maintenance: expect.arrayContaining(['serial', 'number']),
      ...Object.fromEntries(
        [
          'order',
          'orderCancel',
          'payment',
          'orderInvoice',
          'maintenanceInvoice',
          'stockMove',
          'stockCount',
          'replacement',
        ].map(name => [name, ['number']]),
      ),
    })
  })
})

describe('a code that is a copy', () => {
  it('says whose it is, by a reference beside it to records that have such a code', () => {
    const copies = Object.values(register).flatMap(module =>
      scannedFields(module).flatMap(field => {
        const owner = ownerOf(module, field)
        return owner ? [{ copy: `${module.name}.${field}`, of: register[owner.module]! }] : []
      }),
    )
    expect(copies.map(({ copy, of }) => `${copy} ${of.name}`)).toEqual(['maintenance.serial unit'])
    for (const { of } of copies) expect(scannedFields(of)).not.toEqual([])
    expect(copiesOf(register, register.unit!)).toEqual([{ module: register.maintenance, by: 'unit' }])
  })
})

describe('the resolver', () => {
  const row = (more: Partial<LookedHit>): LookedHit => ({
    module: 'unit',
    id: 1,
    title: more.code ?? '',
    archived: false,
    field: 'serial',
    code: '',
    ...more,
  })
  const job = (more: Partial<LookedHit>) => row({ module: 'maintenance', ...more })
  const rows = [
    row({ id: 1, code: '0042' }),
    row({ id: 2, code: 'KWP24-118219' }),
    row({ id: 3, code: 'KWP24-118218', archived: true }),
    row({ id: 4, code: 'TWICE-1' }),
    row({ id: 5, code: 'TWICE-1', module: 'dispatch', field: 'awb' }),
    row({ id: 6, code: 'AGAIN-1', archived: true }),
    row({ id: 7, code: 'AGAIN-1' }),
    job({ id: 10, code: 'FIXED-1', copyOf: { module: 'unit', id: 12, ended: true } }),
    job({ id: 11, code: 'FIXED-1', copyOf: { module: 'unit', id: 12, ended: false } }),
    row({ id: 12, code: 'FIXED-1' }),
    // The device is not for this person, or has another number by now.
    job({ id: 13, code: 'ALONE-1', copyOf: { module: 'unit', id: 99, ended: true } }),
    job({ id: 14, code: 'ALONE-1', copyOf: { module: 'unit', id: 99, ended: false } }),
    job({ id: 15, code: 'ENDED-1', copyOf: { module: 'unit', id: 98, ended: true } }),
    row({ id: 30, code: 'ORD-2026-000005', module: 'order', field: 'number' }),
    row({ id: 20, code: '012345678905', module: 'part', field: 'barcode' }),
    row({ id: 21, code: '0036000291452', module: 'part', field: 'barcode' }),
    // Its customer's own, which stands in no books of ours.
    job({ id: 16, code: 'THEIRS-1' }),
    row({ id: 17, code: 'GONE-1', archived: true }),
    job({ id: 18, code: 'GONE-1', copyOf: { module: 'unit', id: 17, ended: true } }),
  ]
  const look: Look = {
    byCode: async codes => {
      const wanted = new Set(codes.map(code => code.toLowerCase()))
      return {
        hits: rows.filter(({ code }) => wanted.has(code.toLowerCase())),
        denied: wanted.has('secret-1') ? ['order'] : [],
      }
    },
    byLabel: async ({ id }) => ({ hits: rows.filter(one => one.id === id), denied: [] }),
  }
  const resolve = (text: string) => resolveScan(read(text), look)

  it('finds the one that has the code', async () => {
    expect(await resolve('KWP24-118219')).toMatchObject({ hits: [{ id: 2 }], how: 'asIs', similar: [] })
    expect(await resolve(`${OWN}/s/${shortCode(unit, 2)}`)).toMatchObject({ hits: [{ id: 2 }] })
    expect(await resolve(shortCode(unit, 2))).toMatchObject({ hits: [{ id: 2 }] })
  })
  it('never takes one for another: noughts and single signs are a question', async () => {
    expect(await resolve('42')).toMatchObject({ hits: [], similar: [{ id: 1 }] })
    expect(await resolve('00042')).toMatchObject({ hits: [], similar: [{ id: 1 }] })
    expect(await resolve('KWP24-118210')).toMatchObject({ hits: [], similar: [{ id: 2 }, { id: 3 }] })
    expect(await resolve('KWP24-181219')).toMatchObject({ hits: [], similar: [{ id: 2 }] })
    // As it is printed, or read aloud.
    for (const text of ['KWP24 118219', 'KWP24118219', 'kwp24.118219', 'KWP-24-118219'])
      expect(await resolve(text), text).toMatchObject({ hits: [], similar: [{ id: 2 }] })
    expect(await resolve('ORD2026000005')).toMatchObject({ hits: [], similar: [{ id: 30 }] })
    expect(await resolve('NOTHING-LIKE-IT')).toMatchObject({ hits: [], similar: [] })
  })
  it('takes the bar code of goods with twelve digits and with a nought before them for one', async () => {
    expect(await resolve('0012345678905')).toMatchObject({ hits: [{ id: 20 }], how: 'asIs' })
    expect(await resolve('036000291452')).toMatchObject({ hits: [{ id: 21 }], how: 'asIs' })
    // A number that only looks like one is another: its last digit says so.
    expect(await resolve('0012345678904')).toMatchObject({ hits: [] })
    expect([readingKey('0012345678905'), readingKey('AJ22')]).toEqual([readingKey('012345678905'), 'aj22'])
  })
  it('says that there are several, and leaves out what gave its code away', async () => {
    expect((await resolve('TWICE-1')).hits.map(({ id }) => id)).toEqual([4, 5])
    expect((await resolve('AGAIN-1')).hits.map(({ id }) => id)).toEqual([7])
    expect((await resolve('KWP24-118218')).hits).toMatchObject([{ id: 3, archived: true }])
  })
  it('takes the record that owns the code, and not those that copied it', async () => {
    const found = async (text: string) => (await resolve(text)).hits.map(({ id }) => id)
    expect(await found('FIXED-1')).toEqual([12])
    expect(await found('ALONE-1')).toEqual([14])
    expect(await found('ENDED-1')).toEqual([15])
    expect(await found('THEIRS-1')).toEqual([16])
    expect(await found('GONE-1')).toEqual([17])
    expect(await resolve('FIXED-2')).toMatchObject({ hits: [], similar: [{ id: 12 }] })
    expect((await resolve('ALONE-1')).hits[0]).not.toHaveProperty('copyOf')
  })
  it('says that there is one which this person may not see, and nothing of it', async () => {
    expect(await resolve('secret-1')).toEqual({ hits: [], how: 'asIs', denied: ['order'], similar: [] })
  })
  it('says by which layout it was read, and that Caps Lock was on', async () => {
    expect(await resolve('ЛЦЗ24-118219')).toMatchObject({ hits: [{ id: 2 }], how: 'russian' })
    expect(await resolve('kwp24-118219')).toMatchObject({ hits: [{ id: 2 }], how: 'capsLock' })
  })
  it('asks for few enough codes that are like one', () => {
    expect(similarCodes('KWP24-118219').length).toBeLessThan(600)
    expect(similarCodes('X'.repeat(60)).length).toBeLessThan(10)
  })
})
