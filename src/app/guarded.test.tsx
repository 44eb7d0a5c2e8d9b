import { readFileSync } from 'node:fs'
import { render, screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { Suspense } from 'react'
import { initReactI18next } from 'react-i18next'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { AccessDeniedPage } from '#src/pages/access-denied-page.tsx'
import { dropSession, keepSession } from '#src/session/store.ts'
import { App } from './app.tsx'
import { guarded } from './guarded.tsx'
import { pages, type PageRoute } from './pages.tsx'

const texts = (namespace: string): object =>
  JSON.parse(readFileSync(`public/locales/en/${namespace}.json`, 'utf8')) as object
const person = (permissions: string[]) => ({
  avatar: '',
  username: 'meera.nair',
  email: '',
  permissions,
  notification_permission: [],
  status_permission: [],
})
const network = vi.fn(() => Promise.reject(new Error('no network in this test')))

beforeAll(async () => {
  const namespaces = ['shell', 'ui', 'lists', 'dealerBranch']
  await i18next.use(initReactI18next).init({
    lng: 'en',
    ns: namespaces,
    defaultNS: 'shell',
    resources: { en: Object.fromEntries(namespaces.map(name => [name, texts(name)])) },
  })
})
beforeEach(() => {
  localStorage.clear()
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
    <Suspense>
      <RouterProvider router={router} />
    </Suspense>,
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
    keepSession('tok', person(['7-a', '100-f']))
    open('/settings/source-list', [asking, denied])
    expect(await screen.findByText('Sources here')).toBeTruthy()
    expect(network).toHaveBeenCalled()
  })

  it('is refused without them: the person lands on a page that names the right, and no data is asked for', async () => {
    keepSession('tok', person(['100-b', '']))
    const router = open('/settings/source-list', [asking, denied])
    expect(await screen.findByRole('heading', { name: 'You cannot open Sources' })).toBeTruthy()
    expect(screen.getByText('100-a · 100-f')).toBeTruthy()
    expect(router.state.location.pathname).toBe('/access-denied')
    expect(network).not.toHaveBeenCalled()
  })

  it.each(pages.filter(page => page.handle.codes.length > 0).map(page => page.path))(
    '%s stays shut, and asks nothing, for somebody without permissions',
    async path => {
      keepSession('tok', person([]))
      const router = open(path.replace(':id', '1'), [...pages.filter(page => page.path === path), denied])
      await waitFor(() => expect(router.state.location.pathname).toBe('/access-denied'))
      expect(network).not.toHaveBeenCalled()
    },
  )
})

describe('a page that breaks', () => {
  it('is replaced by the error screen and nothing more', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const Broken = () => {
      throw new Error('a broken page')
    }
    keepSession('tok', person([]))
    open('/home', [
      { path: '/home', handle: { path: '/home', title: 'shell:titles.home', codes: [] }, element: <Broken /> },
    ])
    expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeTruthy()
    expect(screen.getByText('a broken page')).toBeTruthy()
  })
})

describe('a visitor', () => {
  it('finds the sign-in page, with the page they wanted kept in the address, and nothing is asked for', async () => {
    history.replaceState(null, '', '/settings/source-list?q=web')
    render(<App />)
    expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeTruthy()
    expect(location.pathname + location.search).toBe('/sign-in?redirectUrl=%2Fsettings%2Fsource-list%3Fq%3Dweb')
    expect(network).not.toHaveBeenCalled()
  })

  it('is not told of a page when they asked for the root', async () => {
    history.replaceState(null, '', '/')
    render(<App />)
    await screen.findByRole('heading', { name: 'Sign in' })
    expect(location.pathname + location.search).toBe('/sign-in')
  })
})
