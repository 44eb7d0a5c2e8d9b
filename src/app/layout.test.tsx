import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import i18next from 'i18next'
import { readdirSync, readFileSync } from 'node:fs'
import { Suspense, useState } from 'react'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { DataContext } from '#src/data/data.ts'
import { makeQueryClient } from '#src/data/query-client.ts'
import { writeSession } from '#src/offline/device.ts'
import { startActor } from '#src/session/actor.ts'
import { dropSession, keepSession } from '#src/session/store.ts'
import { showFirstPage } from './first-page.tsx'
import { guarded } from './guarded.tsx'
import { Layout } from './layout.tsx'
import { pages } from './pages.tsx'
import { changeTheme, chooseLayout, layouts, resetTheme, type Layout as Type } from './theme.ts'
import { openThemePanel } from './theme-panel-open.ts'

const texts = Object.fromEntries(
  readdirSync('public/locales/en').map(file => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(`public/locales/en/${file}`, 'utf8')) as object,
  ]),
)
const permissions = ['52-a', '60-a', '100-a', '121-a', '90-b']
const sessionUser = {
  avatar: '',
  username: 'meera.nair',
  email: 'meera@example.com',
  permissions,
  notification_permission: [],
  status_permission: [],
}
let width = 1280
/** Has the device said what it holds? Here that is nothing. */
let opened = false

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: Object.keys(texts),
    defaultNS: 'shell',
    resources: { en: texts },
    interpolation: { escapeValue: false },
  })
})
beforeEach(async () => {
  localStorage.clear()
  act(resetTheme)
  showFirstPage()
  width = 1280
  opened = false
  vi.stubGlobal('scrollTo', () => undefined)
  vi.stubGlobal('fetch', () => Promise.reject(new Error('no network in this test')))
  // Enough of a screen to have a width.
  vi.stubGlobal('matchMedia', (media: string) => {
    const [, bound, px] = /\((min|max)-width: (\d+)px\)/.exec(media) ?? []
    const matches = bound === 'min' ? width >= Number(px) : bound === 'max' ? width <= Number(px) : false
    return Object.assign(new EventTarget(), { media, matches })
  })
  const house = {
    companyName: 'Care',
    currency: 'INR',
    timeZone: 'Asia/Kolkata',
    helpContact: null,
    lockMinutes: 10,
    country: 'IN',
    warrantyStart: 'delivery' as const,
  }
  const actor = { id: 7, permissions, branch: null, scopes: {}, approves: [], statusPermission: 'all' as const }
  await writeSession({
    userId: 7,
    name: 'Meera Nair',
    stage: 'active',
    house,
    sessionUser,
    actor,
    revocation: 'r',
    keep: true,
  })
  keepSession('tok', sessionUser)
  await startActor()
})
afterEach(() => {
  dropSession()
  vi.unstubAllGlobals()
})

function Page() {
  const [typed, setTyped] = useState('')
  return (
    <>
      <h1>A page</h1>
      <input aria-label="Note" value={typed} onChange={event => setTyped(event.target.value)} />
    </>
  )
}

async function open(type: Type, at = 1280, path = '/home') {
  width = at
  act(() => chooseLayout(type))
  const own = pages.map(page => guarded({ ...page, element: <Page /> }))
  const router = createMemoryRouter([{ element: <Layout />, children: own }], { initialEntries: [path] })
  const data = { register, opened, db: null, sender: () => Promise.reject(new Error('none')), pullNow: () => {} }
  await act(async () =>
    render(
      <QueryClientProvider client={makeQueryClient()}>
        <DataContext value={data}>
          <Suspense>
            <RouterProvider router={router} />
          </Suspense>
        </DataContext>
      </QueryClientProvider>,
    ),
  )
  await screen.findByRole('heading', { name: 'A page' }, { timeout: 15_000 })
  return { user: userEvent.setup(), router }
}
const root = () => document.querySelector<HTMLElement>('[data-layout]')!
/** Enough of a dialog to open and close. */
const withDialogs = () => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= function (this: HTMLDialogElement) {
    this.open = false
  }
}
const main = () => screen.queryByRole('navigation', { name: 'Main' })
const linksOf = (element: HTMLElement | null) =>
  element
    ? within(element)
        .queryAllByRole('link')
        .map(link => link.getAttribute('href'))
    : null

describe('what stands around the page', () => {
  it('collapsible side: the whole navigation in one column beside the page', async () => {
    await open('collapsibleSide')
    expect(root().dataset.layout).toBe('collapsibleSide')
    expect(linksOf(main())).toEqual(['/home', '/dealer-branch/dealer-branch-list', '/users/user-list', '/settings'])
    expect(within(main()!).getByText('Parties')).toBeTruthy()
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.getByRole('contentinfo').textContent).toContain('All rights reserved.')
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeTruthy()
  })

  it('the navigation shows where a page lies that is not in it', async () => {
    await open('collapsibleSide', 1280, '/settings/dead-reason-list')
    expect(within(main()!).getByRole('link', { current: true }).getAttribute('href')).toBe('/settings')
  })

  it('stacked side: a rail of groups, and a panel with the pages of one of them', async () => {
    const { user } = await open('stackedSide')
    await waitFor(() => expect(main()).not.toBeNull(), { timeout: 15_000 })
    const rail = within(main()!)
    const groups = rail.getAllByRole('button')
    expect(groups.map(group => group.textContent)).toEqual(['Parties', 'Office', 'Settings'])
    expect(linksOf(main())).toEqual(['/home', '/dealer-branch/dealer-branch-list'])
    await user.click(rail.getByRole('button', { name: 'Office' }))
    expect(linksOf(main())).toEqual(['/home', '/users/user-list'])
    expect(rail.getByRole('button', { name: 'Office' }).getAttribute('aria-expanded')).toBe('true')
    await user.click(rail.getByRole('button', { name: 'Settings' }))
    expect(linksOf(main())).toEqual(['/home', '/settings/source-list', '/settings/dead-reason-list'])
  })

  it('stacked side: the panel shows the group of the page that is open', async () => {
    await open('stackedSide', 1280, '/settings/source-list')
    await waitFor(() => expect(main()).not.toBeNull(), { timeout: 15_000 })
    expect(linksOf(main())).toContain('/settings/source-list')
  })

  it('top bar classic: nothing beside the page, the groups are menus in the bar', async () => {
    const { user } = await open('topBarClassic')
    expect((await screen.findByRole('banner', {}, { timeout: 15_000 })).contains(main())).toBe(true)
    expect(linksOf(main())).toEqual(['/home'])
    screen.getByRole('button', { name: 'Parties' }).focus()
    await user.keyboard('{ArrowDown}')
    await waitFor(() => expect(document.activeElement?.getAttribute('href')).toBe('/dealer-branch/dealer-branch-list'))
    await user.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Office', expanded: true }))
    expect(screen.getByRole('button', { name: 'Parties', expanded: false })).toBeTruthy()
    await user.keyboard('{Escape}')
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Office', expanded: false }))
    await user.keyboard('{ArrowLeft}{ArrowLeft}')
    expect(document.activeElement?.textContent).toBe('Home')
  })

  it('frameless side: navigation on the canvas, and one sheet that holds header and page', async () => {
    await open('framelessSide')
    const sheet = screen.getByRole('main').parentElement!
    expect(sheet.contains(screen.getByRole('banner'))).toBe(true)
    expect(sheet.className).toContain('rounded')
    expect(main()!.className).not.toContain('bg-nav')
    expect(linksOf(main())).toHaveLength(4)
  })

  it('content overlay: nothing beside the page; the navigation comes over it when asked for', async () => {
    withDialogs()
    const { user } = await open('contentOverlay')
    expect(main()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Open the navigation' }))
    const dialog = await screen.findByRole('dialog', { name: 'Main' })
    expect(linksOf(within(dialog).getByRole('navigation', { name: 'Main' }))).toHaveLength(4)
    await user.click(within(dialog).getByRole('link', { name: /Dealer branches/ }))
    expect(main()).toBeNull()
  })

  it('blank: nothing beside the page; crumbs, footer, and one line with all the ways out', async () => {
    withDialogs()
    opened = true
    const { user } = await open('blank')
    expect(main()).toBeNull()
    expect(screen.getByRole('navigation', { name: 'Breadcrumb' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Add Task' }, { timeout: 15_000 })).toBeTruthy()
    expect(screen.getByRole('contentinfo')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Skip to content' })).toBeTruthy()
    expect(await screen.findByRole('button', { name: 'Search or jump to…' })).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Theme and layout' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Account of Meera Nair' }))
    expect(await screen.findByRole('menuitem', { name: 'Sign out' })).toBeTruthy()
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: 'Open the navigation' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Main' }))
    await user.click(await dialog.findByRole('link', { name: /Dealer branches/ }))
    expect(main()).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Show the navigation again' }))
    expect(root().dataset.layout).toBe('collapsibleSide')
  })

  it.each(layouts)('%s: the links of the footer can be reached, lead nowhere and say so', async type => {
    const { user, router } = await open(type)
    const footer = within(screen.getByRole('contentinfo'))
    for (const name of ['Term & Conditions', 'Privacy & Policy']) {
      const link = footer.getByRole('link', { name, description: 'This link leads nowhere' })
      expect(link.getAttribute('aria-disabled')).toBe('true')
      act(() => link.focus())
      expect(document.activeElement).toBe(link)
      await user.keyboard('{Enter}')
      await user.click(link)
      expect(router.state.location.pathname).toBe('/home')
    }
  })

  it.each(layouts)('%s: on a phone the navigation is a drawer', async type => {
    await open(type, 390)
    expect(main()).toBeNull()
    expect(screen.getByRole('button', { name: 'Open the navigation' })).toBeTruthy()
  })
})

describe('a change of layout', () => {
  it('leaves the page where it is: what is typed, and the focus', async () => {
    const { user } = await open('collapsibleSide')
    const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' })
    await user.type(note, 'half a sent')
    for (const type of [...layouts, ...layouts.toReversed()]) {
      act(() => chooseLayout(type))
      expect(root().dataset.layout).toBe(type)
      expect(screen.getByRole('textbox', { name: 'Note' })).toBe(note)
      expect(note.value).toBe('half a sent')
      expect(document.activeElement).toBe(note)
    }
  })

  it('leaves a settings page where it is, beside its neighbours or alone', async () => {
    const { user } = await open('collapsibleSide', 1280, '/settings/source-list')
    const note = screen.getByRole<HTMLInputElement>('textbox', { name: 'Note' })
    await user.type(note, 'half')
    for (const type of layouts) {
      act(() => chooseLayout(type))
      expect(screen.getByRole('textbox', { name: 'Note' })).toBe(note)
    }
  })

  it('is made in the panel, and the panel stays', async () => {
    const { user } = await open('collapsibleSide')
    act(openThemePanel)
    const panel = within(await screen.findByRole('dialog', { name: 'Theme and layout' }))
    await user.click(panel.getByRole('radio', { name: 'Stacked side' }))
    expect(root().dataset.layout).toBe('stackedSide')
    await user.click(panel.getByRole('radio', { name: 'Blank' }))
    expect(JSON.parse(localStorage.getItem('theme')!)).toMatchObject({
      panelExpand: true,
      layout: { type: 'blank', previousType: 'stackedSide' },
    })
    await user.click(panel.getByRole('button', { name: 'Back to Stacked side' }))
    expect(root().dataset.layout).toBe('stackedSide')
    await user.click(panel.getByRole('button', { name: 'Reset to defaults' }))
    expect(root().dataset.layout).toBe('collapsibleSide')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(JSON.parse(localStorage.getItem('theme')!)).toMatchObject({ panelExpand: false })
  })

  it('is remembered with the panel: open when the page was left, open again', async () => {
    changeTheme({ panelExpand: true })
    await open('collapsibleSide')
    expect(await screen.findByRole('dialog', { name: 'Theme and layout' })).toBeTruthy()
  })
})
