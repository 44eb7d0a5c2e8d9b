import type { Locator, Page } from 'playwright-core'

/** What somebody does with a page, whatever they do it with. */
export type Hand = {
  press(what: Locator): Promise<void>
  fill(what: Locator, text: string): Promise<void>
  /** Chooses what is called so, in a list that opens or one that is searched. */
  choose(what: Locator, text: string): Promise<void>
}

const optionOf = (what: Locator, name: string) => what.page().getByRole('option', { name }).first()
const isTyped = (what: Locator) => what.evaluate(one => one.tagName === 'INPUT')

export const mouse: Hand = {
  press: what => what.click(),
  fill: (what, text) => what.fill(text),
  async choose(what, text) {
    await what.click()
    if (await isTyped(what)) await what.fill(text)
    await optionOf(what, text).click()
  },
}

export const finger: Hand = {
  press: what => what.tap(),
  async fill(what, text) {
    await what.tap()
    await what.fill(text)
  },
  async choose(what, text) {
    await what.tap()
    if (await isTyped(what)) await what.fill(text)
    await optionOf(what, text).tap()
  },
}

/** Goes to a part of the page by Tab alone, and presses Enter there. */
export function keys(page: Page): Hand {
  /** As a person types: keys that come faster are those of a scan gun. */
  const type = (text: string) => page.keyboard.type(text, { delay: 60 })
  const isHere = (what: Locator) => what.evaluate(one => one === document.activeElement)
  const goTo = async (what: Locator, key: string, most: number, there = isHere) => {
    for (let step = 0; step < most; step += 1) {
      if (await there(what)) return
      await page.keyboard.press(key)
    }
    throw new Error(`${key} does not lead to ${String(what)}`)
  }
  const reach = async (what: Locator) => {
    await what.waitFor()
    await goTo(what, 'Tab', 150)
  }
  /** A list is one stop for Tab; arrows go through its rows. */
  const toRow = async (what: Locator) => {
    await reach(page.getByRole('grid').locator('[tabindex="0"]').first())
    await goTo(what, 'ArrowDown', 5, one =>
      one.evaluate(it => it.closest('[role=row]')!.contains(document.activeElement)),
    )
  }
  /** And so are tabs. */
  const toTab = async (what: Locator) => {
    await reach(page.getByRole('tab', { selected: true }).first())
    await goTo(what, 'ArrowRight', 12)
  }
  return {
    async press(what) {
      await what.waitFor()
      const within = (role: string) => what.evaluate((one, role) => Boolean(one.closest(`[role=${role}]`)), role)
      if (await within('grid')) await toRow(what)
      else if (await within('tablist')) await toTab(what)
      else await reach(what)
      await page.keyboard.press('Enter')
    },
    async fill(what, text) {
      await reach(what)
      await page.keyboard.press('Control+a')
      await type(text)
    },
    async choose(what, text) {
      await reach(what)
      const option = optionOf(what, text)
      if (!(await isTyped(what))) {
        // Enter on a closed list sends the form, as in a text box.
        await page.keyboard.press('Space')
        await page.locator('[role=listbox]:focus').waitFor()
      }
      await type(text)
      await option.waitFor()
      await page.keyboard.press('Enter')
    },
  }
}
