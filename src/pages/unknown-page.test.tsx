import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { speakEnglish } from '../../tests/support/at-work.tsx'
import { UnknownPage } from './unknown-page.tsx'

beforeAll(() => speakEnglish('pending'))

const open = (address: string) => {
  const routes = [
    { path: '/', element: <p>The root</p> },
    { path: '*', element: <UnknownPage /> },
  ]
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries: [address] })} />)
}

test('an address that comes with a later module says so by name', async () => {
  open('/buyback/buyback-edit/7')
  expect(await screen.findByRole('heading', { name: 'Edit buyback: not here yet' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Home' }).getAttribute('href')).toBe('/home')
})

test.each(['/nowhere', '/buyback', '/buyback/buyback-edit/7/more'])('%s leads to the root', async address => {
  open(address)
  expect(await screen.findByText('The root')).toBeTruthy()
})
