import { randomInt, randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, makePerson, makeRole, type Api } from '../support/api.ts'
import { barriers } from '../support/barriers.ts'
import { aMoment, away, launch, readyForOffline } from '../support/browser.ts'
import { scanWithGun } from '../support/gun.ts'
import { deviceOf, type Device } from '../support/own-device.ts'

/** Kabir repairs at a customer's home, without a network from the door to the door. */
const url = inject('productUrl')
const mark = randomUUID().slice(0, 6).toUpperCase()
const kabir = `kabir${mark.toLowerCase()}`
type FileRow = { kind: string | null; received: number | null }
type Line = Record<string, unknown>
type Job = {
  id: number
  stage: string
  checklist: { label: string; value: string | null }[]
  parts: Line[]
  labour: Line[]
  photos: number[]
  signature: number[]
  diagnosis: string | null
  workDone: string | null
  signedBy: string | null
  rating: number | null
  total: number
}

let browser: Browser
let admin: Api
let tablet: Device
let page: Page
let person: number
let job: number
beforeAll(async () => {
  browser = await launch()
  admin = await apiAs(url)
  const rights = ['40-a', '40-b', '40-c', '40-d', '103-a', '104-a', '104-d', '200-a', '200-d']
  const { id: role } = await makeRole(admin, `On site ${mark}`, rights)
  person = (await makePerson(url, admin, kabir, [role])).id
  const product = { sku: `JW-${mark}`, name: `Massager ${mark}`, price: 299_900 }
  const { id: model } = await admin.need<{ id: number }>('POST', '/product', product)
  const brush = { code: `JWP-${mark}`, name: `Brush ${mark}`, barcode: `890${mark}`, price: 9_000, taxRate: 0 }
  await admin.need('POST', '/part', brush)
  job = (
    await admin.need<Job>('POST', '/maintenance', {
      name: `Meena ${mark}`,
      phone: `+9197${randomInt(10_000_000, 99_999_999)}`,
      address: '12 Lake Road',
      product: model,
      serviceMode: 'onSite',
      assignedTo: person,
      problems: [{ text: 'Loud noise at speed 3' }],
      checklist: [
        { label: 'Powers on', kind: 'tick' },
        { label: 'Brush wear', kind: 'number', unit: 'mm' },
        { label: 'Cord undamaged', kind: 'passFail' },
      ],
    })
  ).id
  await admin.need('POST', `/maintenance/${job}/assign`, { assignedTo: person })
  tablet = await deviceOf(browser, url, kabir)
  page = tablet.page
  await page.setViewportSize({ width: 820, height: 1180 })
})
afterAll(async () => {
  await browser?.close()
  expect(tablet.complaints).toEqual([])
})

const jobNow = () => admin.need<Job>('GET', `/maintenance/${job}`)
const press = (name: string) => page.getByRole('button', { name, exact: true }).first().press('Enter')
/** It stands there, and the next step can be made. */
async function stands(stage: string) {
  await page.locator('[aria-current=step]').getByText(stage, { exact: true }).waitFor()
  await page.locator('[data-rests=false]').waitFor()
}
/** Makes the next step, which asks for something that may stand there already. */
async function step(move: string, fill?: [label: RegExp, words: string]) {
  await press(move)
  const dialog = page.getByRole('dialog')
  if (fill) await dialog.getByLabel(fill[0]).fill(fill[1])
  await dialog.getByRole('button', { name: move, exact: true }).press('Enter')
  await dialog.waitFor({ state: 'detached' })
}
const photo = async (name: string, colour: string) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 320, height: 240, channels: 3, background: colour } })
    .jpeg()
    .toBuffer(),
})
/** Writes something with a finger. */
async function sign() {
  const pad = page.getByRole('img', { name: 'Sign here' })
  await pad.evaluate(node => node.scrollIntoView({ block: 'center' }))
  const box = (await pad.boundingBox())!
  const [x, y] = [box.x + box.width / 4, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  for (const at of Array.from({ length: 12 }, (_, at) => at)) await page.mouse.move(x + at * 15, y + (at % 2) * 40 - 20)
  await page.mouse.up()
}

it('keeps all of a visit in airplane mode, through reloads, and has it on the server when the network is back', async () => {
  await readyForOffline(page, url)
  await page.goto(`${url}/maintenances/maintenance-edit/${job}`)
  await page.getByText('Loud noise at speed 3').first().waitFor()
  expect(await barriers(page)).toEqual([])
  const back = await away(page, route => route.continue())
  await page.getByText('You are offline. Everything on this job still works.').waitFor()

  await step('Diagnose', [/^What is wrong/, 'The brushes are worn.'])
  await stands('Diagnosed')
  await press('Start repair')
  await stands('In repair')
  await press('Start timer')
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()

  await page.getByRole('checkbox', { name: 'Powers on' }).check()
  await page.getByLabel('Brush wear').fill('2.1')
  await page.getByRole('radio', { name: 'Pass', exact: true }).check({ force: true })
  await press('Scan part')
  await page.locator('[data-scan] input:focus').waitFor()
  await scanWithGun(page, `890${mark}`)
  await page.getByText(`Brush ${mark} was added.`).waitFor()
  await aMoment(page)
  await page.getByRole('button', { name: `One Brush ${mark} more` }).press('Enter')
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles([await photo('a.jpg', '#336699'), await photo('b.jpg', '#993333')])
  await expect.poll(() => page.getByRole('button', { name: /^Remove Picture/ }).count()).toBe(2)
  // Nobody leaves this field: the page goes while somebody is typing.
  await page.getByLabel('Work done').fill('New brushes, cleaned.')
  await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
  await aMoment(page)

  await page.reload()
  await page.getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await expect.poll(() => page.getByLabel('Work done').inputValue()).toBe('New brushes, cleaned.')
  await page.getByText('3 of 3', { exact: true }).waitFor()
  expect(await page.getByLabel('Brush wear').inputValue()).toBe('2.1')
  expect(await page.getByRole('status', { name: `Brush ${mark}` }).textContent()).toBe('2')
  await expect.poll(() => page.getByRole('button', { name: /^Remove Picture/ }).count()).toBe(2)

  await press('Stop')
  await page.getByRole('button', { name: 'Start timer' }).waitFor()
  await sign()
  const isEarly = async () => {
    await press('Keep the signature')
    return page.getByText('Finish the work first, then let it be signed.').count()
  }
  await expect.poll(isEarly).toBe(1)
  await step('Finish repair')
  await stands('Repaired')
  await press('Check passed')
  await stands('Checked')
  await press('Ready')
  await stands('Ready')
  await press('Keep the signature')
  await page.getByRole('button', { name: 'Sign again' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await press('Hand over')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByText('Nobody has signed yet', { exact: false }).count()).toBe(0)
  await dialog.getByRole('radio', { name: '5 stars' }).check({ force: true })
  await dialog.getByRole('button', { name: 'Hand over', exact: true }).press('Enter')
  await stands('Handed over')
  expect(await jobNow()).toMatchObject({ stage: 'assigned', parts: [], photos: [], signature: [] })

  await page.reload()
  await stands('Handed over')
  await back()
  await expect.poll(async () => (await jobNow()).stage, { timeout: 60_000 }).toBe('handedOver')
  const done = await jobNow()
  expect(done).toMatchObject({
    diagnosis: 'The brushes are worn.',
    workDone: 'New brushes, cleaned.',
    signedBy: `Meena ${mark}`,
    rating: 5,
    total: 18_000,
    parts: [{ qty: 2, price: 9_000 }],
    labour: [{ user: person, minutes: 1 }],
  })
  expect(done.checklist.map(({ value }) => value)).toEqual(['yes', '2.1', 'pass'])
  expect(done.photos).toHaveLength(2)
  expect(done.signature).toHaveLength(1)
  // Their bytes have come too, and are what this server calls a picture.
  const picture = async (id: number) => (await admin.ask<FileRow>('GET', `/file/${id}`)).body
  for (const id of [...done.photos, ...done.signature])
    await expect.poll(() => picture(id), { timeout: 60_000 }).toMatchObject({ kind: 'picture', received: null })
})
