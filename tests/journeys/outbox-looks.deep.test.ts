import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { apiAs, PASSWORD } from '../support/api.ts'
import { standsInAnyLook } from '../support/any-look.ts'
import { launch } from '../support/browser.ts'
import { outboxDevice, type Branch, type OutboxDevice } from '../support/outbox-device.ts'
import { plantChanges, plantRefusedFile } from '../support/queue-in-page.ts'

/** What a person is asked about unsent work, in every look and on every screen. */
const url = inject('productUrl')
let browser: Browser
let page: Page
let device: OutboxDevice
beforeAll(async () => {
  browser = await launch()
  device = await outboxDevice(browser, url)
  page = device.page
})
afterAll(async () => {
  await browser.close()
  expect(device.complaints).toEqual([])
})

it('asks at signing out in any look', async () => {
  const made = await device.makeBranch('Leave')
  await device.editOffline(made.id, 'left behind')
  const dialog = page.getByRole('dialog')
  // In whatever words the page speaks.
  const leave = async () => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: new RegExp(`${device.mark} Sample`) })
      .click()
    await page.getByRole('menuitem').last().click()
    await dialog.waitFor()
  }
  await leave()
  await dialog.getByText('1 change is not sent').waitFor()
  await standsInAnyLook(page, '[role=dialog]', leave)
  await dialog.getByRole('button', { name: 'Stay' }).click()
  await dialog.waitFor({ state: 'detached' })
  await device.context.setOffline(false)
  await device.outbox()
  await page.getByText('Everything is sent').waitFor()
})

/** A change of somebody else that the server keeps for whoever may decide about it. */
async function stuckOf({ id, version }: Branch, hours: string) {
  const theirs = await apiAs(url, device.other, PASSWORD)
  const change = { mid: randomUUID(), op: 'dealerBranch.change', opV: 1, id, args: { hours } }
  const place = { queueSeq: 1, lane: `dealerBranch:${id}`, prevMid: null, supersedes: null }
  const base = { version, fields: { hours: null } }
  const queue = { queueId: randomUUID(), deviceId: randomUUID(), epoch: null, build: 'test', acknowledged: 0 }
  await device.admin.need('PATCH', `/dealer-branch/${id}`, { hours: 'theirs' }, version)
  await theirs.need('POST', '/sync/push', { ...queue, ops: [{ ...change, ...place, base }] })
}
/** Names that do not stand beside the mark of their module. */
const apartFromMark = () =>
  page.evaluate(() =>
    [...document.querySelectorAll('main [data-solid] + *')]
      .filter(name => {
        const [at, mark] = [name, name.previousElementSibling!].map(one => one.getBoundingClientRect())
        return at!.top > mark!.bottom || at!.bottom < mark!.top
      })
      .map(name => name.textContent),
  )

it('shows a clash, what was refused, files and stuck work of others in any look', async () => {
  const long = 'A branch whose name finds no room beside anything else on a telephone'
  const [refused, stuck] = await Promise.all([device.makeBranch('Refused'), device.makeBranch(`${long} (stuck)`)])
  await stuckOf(stuck, 'a_value_that_has_no_place_where_a_line_could_break_and_is_longer_than_a_column')
  const met = await device.clash(long)
  const changes = { email: 'no address', phone: '+912040001111', note: 'both', hours: '9 to 5' }
  await plantChanges(page, 'dealerBranch', [refused.id], changes)
  const file = `what-is-written-on-the-back-of-the-device-in-the-hall-${device.mark}.txt`
  await plantRefusedFile(page, file, 'The branch is not there any more.', refused.id)
  await page.reload()
  const stand = async () => {
    await device
      .card(met.name)
      .getByRole('radio', { name: /theirs/ })
      .waitFor()
    await device.card(stuck.name).getByText('theirs', { exact: true }).waitFor()
    await page
      .getByRole('listitem')
      .filter({ hasText: refused.name })
      .filter({ hasText: 'no e-mail address' })
      .waitFor()
    await page.getByRole('listitem').filter({ hasText: file }).waitFor()
  }
  await stand()
  await standsInAnyLook(page, 'main', stand)

  await page.setViewportSize({ width: 390, height: 844 })
  expect(await apartFromMark()).toEqual([])
  for (const { name } of [met, stuck]) {
    const heading = device.card(name).getByRole('heading', { name })
    expect(await heading.evaluate(one => one.scrollWidth - one.clientWidth), name).toBeLessThanOrEqual(0)
  }
})
