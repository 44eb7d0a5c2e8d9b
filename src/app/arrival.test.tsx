import { act, render, screen, waitFor } from '@testing-library/react'
import { useEffect, useState } from 'react'
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { Arrival } from './arrival.tsx'

beforeAll(() => speakEnglish('shell', 'dealerBranch'))
beforeEach(() => vi.spyOn(window, 'scrollTo').mockImplementation(() => {}))

const List = () => (
  <>
    <h1>Dealer branches</h1>
    <Link to="/branch/7">Pune showroom</Link>
    <Link to="/branch/8">Bhiwandi warehouse</Link>
    <Link to="/list?q=pune">Look</Link>
  </>
)
let arrive = () => {}
/** A record that comes later than its page. */
function Late() {
  const [name, setName] = useState('')
  useEffect(() => {
    arrive = () => setName('Pune showroom')
  }, [])
  return name ? <h1>{name}</h1> : <p>Loading</p>
}
const Form = () => {
  useEffect(() => document.querySelector('input')?.focus(), [])
  return (
    <>
      <h1>New branch</h1>
      <input />
    </>
  )
}
const handle = (path: string, title: string) => ({ path, title, codes: [] })
const said = () => document.querySelector('[data-arrival]')!.textContent

function open(start = '/list') {
  const shell = (
    <>
      <Link to="/form">Elsewhere</Link>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <Arrival />
    </>
  )
  const children = [
    { path: '/list', handle: handle('/list', 'dealerBranch:titles.list'), element: <List /> },
    { path: '/branch/:id', handle: handle('/branch/:id', 'dealerBranch:titles.details'), element: <Late /> },
    { path: '/form', handle: handle('/form', 'dealerBranch:titles.create'), element: <Form /> },
  ]
  const router = createMemoryRouter([{ element: shell, children }], { initialEntries: [start] })
  render(<RouterProvider router={router} />)
  return router
}

describe('a change of page', () => {
  it('moves the focus to the title and says it once; the first page leaves both alone', async () => {
    open()
    expect(document.title).toBe('Dealer branches · Caredesk')
    expect(document.activeElement).toBe(document.body)
    expect(said()).toBe('')
    act(() => screen.getByRole('link', { name: 'Pune showroom' }).click())
    await screen.findByText('Loading')
    expect(document.activeElement).toBe(document.getElementById('main'))
    act(() => arrive())
    const title = screen.getByRole('heading', { name: 'Pune showroom' })
    await waitFor(() => expect(document.activeElement).toBe(title))
    expect(said()).toBe('Pune showroom')
    await waitFor(() => expect(document.title).toBe('Pune showroom · Caredesk'))
  })

  it('leaves the focus where the page has put it', async () => {
    open()
    act(() => screen.getByRole('link', { name: 'Elsewhere' }).click())
    await waitFor(() => expect(said()).toBe('New branch'))
    expect(document.activeElement).toBe(document.querySelector('input'))
  })

  it('is none where only the search changes', async () => {
    const router = open()
    const look = screen.getByRole('link', { name: 'Look' })
    look.focus()
    act(() => look.click())
    await waitFor(() => expect(router.state.location.search).toBe('?q=pune'))
    expect(document.activeElement).toBe(look)
    expect(said()).toBe('')
  })

  it('leads back to the row that was left', async () => {
    const router = open()
    act(() => screen.getByRole('link', { name: 'Bhiwandi warehouse' }).click())
    await screen.findByText('Loading')
    act(() => arrive())
    await act(() => router.navigate(-1))
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Bhiwandi warehouse'))
    expect(said()).toBe('Dealer branches')
  })
})
