import { render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { register } from '#contract/register.ts'
import { DataContext } from '#src/data/data.ts'
import { AccessDeniedPage } from '#src/pages/access-denied-page.tsx'
import { dropSession } from '#src/session/store.ts'
import { readSession } from '#src/offline/device.ts'
import { begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { App } from './app.tsx'
import { guarded } from './guarded.tsx'
import { pages, type PageRoute } from './pages.tsx'
import { lasts } from '../../tests/support/device-session.ts'

const network = vi.fn<(request?: Request) => Promise<Response>>()

beforeAll(async () => {
  await speakEnglish('shell', 'ui', 'lists', 'dealerBranch', 'home', 'role', 'auth')
})
beforeEach(() => {
  localStorage.clear()
  network.mockImplementation(() => Promise.reject(new Error('no network in this test')))
  dropSession()
  vi.stubGlobal('fetch', network)
})
afterEach(() => {
  vi.unstubAllGlobals()
  network.mockClear()
})

const open = (path: string, all: PageRoute[]) => {
  const router = createMemoryRouter(all.map(guarded), { initialEntries: [path] })
  render(
    // Nothing is kept on this device, and nothing pulls.
    <DataContext value={{ register, opened: true, db: null, sender: () => new Promise(() => {}), pullNow: () => {} }}>
      <RouterProvider router={router} />
    </DataContext>,
  )
  return router
}

const denied: PageRoute = {
  path: '/access-denied',
  handle: { path: '/access-denied', title: 'shell:titles.accessDenied', codes: [] },
  element: <AccessDeniedPage />,
}
const Asking = () => {
  void fetch('/api/list/source').catch(() => {})
  return <h1>Sources here</h1>
}
const asking: PageRoute = {
  path: '/settings/source-list',
  handle: { path: '/settings/source-list', title: 'lists:source.title', codes: ['100-a', '100-f'] },
  element: <Asking />,
}

describe('a page behind a permission', () => {
  it('opens with any one of its permissions', async () => {
    await begin({ userId: 77, permissions: ['7-a', '100-f'] })
    open('/settings/source-list', [asking, denied])
    expect(await screen.findByText('Sources here')).toBeTruthy()
    expect(network).toHaveBeenCalled()
  })

  it('is refused without them: the person lands on a page that names the right, and no data is asked for', async () => {
    await begin({ userId: 77, permissions: ['100-b', ''] })
    const router = open('/settings/source-list', [asking, denied])
    expect(await screen.findByRole('heading', { name: 'You cannot open Sources' })).toBeTruthy()
    expect(screen.getByText('Sources, list')).toBeTruthy()
    expect(screen.getByText('100-a')).toBeTruthy()
    expect(screen.getByText('100-f')).toBeTruthy()
    expect(screen.getByText('Your administrator can change that.')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/access-denied')
    expect(network).not.toHaveBeenCalled()
  })

  it.each(pages.filter(page => page.handle.codes.length > 0).map(page => page.path))(
    '%s stays shut, and asks nothing, for somebody without permissions',
    async path => {
      await begin({ userId: 77, permissions: [] })
      const router = open(path.replace(':id', '1'), [...pages.filter(page => page.path === path), denied])
      await waitFor(() => expect(router.state.location.pathname).toBe('/access-denied'))
      expect(network).not.toHaveBeenCalled()
    },
  )
})

describe('somebody who was refused', () => {
  it('is told whom the house names', async () => {
    await begin({ userId: 77, permissions: [], house: { helpContact: 'Anita, +91 98300 41172' } })
    open('/settings/source-list', [asking, denied])
    expect(await screen.findByText('Ask Anita, +91 98300 41172.')).toBeTruthy()
  })

  it('asks again, and goes to the page with its search as soon as somebody has let them in', async () => {
    await begin({ userId: 77, permissions: [] })
    const router = open('/settings/source-list?q=web', [asking, denied])
    const again = await screen.findByRole('button', { name: 'Ask again' })
    again.click()
    expect(await screen.findByText(/server does not answer/)).toBeTruthy()
    const kept = await readSession()
    network.mockImplementation(() =>
      Promise.resolve(
        Response.json({
          ...kept,
          lasts,
          user: { ...kept!.sessionUser, permissions: ['100-a'] },
          actor: { ...kept!.actor, permissions: ['100-a'] },
        }),
      ),
    )
    again.click()
    expect(await screen.findByText('Sources here')).toBeTruthy()
    expect(router.state.location.pathname + router.state.location.search).toBe('/settings/source-list?q=web')
  })
})

describe('a page that breaks', () => {
  it('is replaced by the error screen and nothing more', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Broken = () => {
      throw new Error('a broken page')
    }
    await begin({ userId: 77, permissions: [] })
    open('/home', [
      { path: '/home', handle: { path: '/home', title: 'shell:titles.home', codes: [] }, element: <Broken /> },
    ])
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
    expect(screen.getByText('a broken page')).toBeTruthy()
  })
})

describe('a visitor', () => {
  it('finds the sign-in page, with the page they wanted kept in the address, and nothing but the door is asked', async () => {
    history.replaceState(null, '', '/settings/source-list?q=web')
    render(<App />)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    // The address follows what is drawn.
    await waitFor(() =>
      expect(location.pathname + location.search).toBe('/sign-in?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Dweb'),
    )
    const asked = () => network.mock.calls.map(([request]) => request && new URL(request.url).pathname)
    await waitFor(() => expect(asked()).toEqual(['/api/auth/door']))
  })

  it('is not told of a page when they asked for the root', async () => {
    history.replaceState(null, '', '/')
    render(<App />)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(location.pathname + location.search).toBe('/sign-in')
  })
})
