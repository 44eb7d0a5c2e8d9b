import { render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { lazyPage } from './lazy-page.tsx'

const Here = ({ word }: { word: string }) => <p>{word} here</p>
const show = (Page: typeof Here) =>
  render(
    <Suspense fallback="on its way">
      <Page word="Sources" />
    </Suspense>,
  )

test('a page that was fetched before is drawn at once; another one when it has come', async () => {
  const Fetched = lazyPage(async () => Here)
  await Fetched.fetch()
  show(Fetched)
  expect(screen.getByText('Sources here')).toBeTruthy()
})

test('a page that is only opened is fetched then', async () => {
  show(lazyPage(async () => Here))
  expect(screen.getByText('on its way')).toBeTruthy()
  expect(await screen.findByText('Sources here')).toBeTruthy()
})

test('what could not be fetched before is fetched when it is opened', async () => {
  const load = vi.fn(async () => Here).mockRejectedValueOnce(new Error('no network'))
  const Page = lazyPage(load)
  await Page.fetch().catch(() => undefined)
  show(Page)
  expect(await screen.findByText('Sources here')).toBeTruthy()
})
