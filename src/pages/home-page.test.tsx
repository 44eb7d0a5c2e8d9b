import { act, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { DetailPart } from '#src/crud/detail-part.tsx'
import { followLanguage } from '#src/i18n/follow-language.ts'
import { localeNow, setLocale } from '#src/lib/format.ts'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'
import { HomePage } from './home-page.tsx'

beforeAll(() => speakEnglish('home', 'shell', 'ui', 'crud', 'lists', 'problems', 'dealerBranch'))

/** Above every id that a test of another file takes. */
test.each([
  [24_401, ['112-a'], true],
  [24_402, [], false],
])('leads whoever may do something to the scanner, also without a keyboard', async (userId, permissions, leads) => {
  syncDouble()
  await begin({ userId, permissions })
  showAtWork(userId, createMemoryRouter([{ path: '/', element: <HomePage /> }]))
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('link', { name: 'Scan' })?.getAttribute('href')).toBe(leads ? '/scanner' : undefined)
})

test('another language changes the date beside the greeting at once', async () => {
  const before = localeNow()
  followLanguage()
  onTestFinished(async () => {
    await act(() => i18next.changeLanguage('en'))
    i18next.off('languageChanged', setLocale)
    setLocale(before)
  })
  syncDouble()
  await begin({ userId: 24_403, permissions: [] })
  showAtWork(24_403, createMemoryRouter([{ path: '/', element: <HomePage /> }]))
  const heading = await screen.findByRole('heading', { level: 1 })
  const weekday = (language: string) =>
    new Date().toLocaleDateString(language, { weekday: 'long', timeZone: 'Asia/Kolkata' })
  expect(heading.parentElement!.textContent).toContain(weekday('en'))
  await act(() => i18next.changeLanguage('de'))
  expect(heading.parentElement!.textContent).toContain(weekday('de'))
})

test('a card that breaks says so in its place, the others stand, and it can be tried again', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  onTestFinished(() => {
    logged.mockRestore()
    vi.unstubAllGlobals()
  })
  let isBroken = true
  function Figures() {
    if (isBroken) throw new Error('A row that is none.')
    return <p>12 orders</p>
  }
  render(
    <>
      <DetailPart>
        <Figures />
      </DetailPart>
      <DetailPart>
        <p>What you had open</p>
      </DetailPart>
    </>,
  )
  expect(await screen.findByText('A row that is none.')).toBeTruthy()
  expect(screen.getByText('What you had open')).toBeTruthy()
  expect(reported).toHaveBeenCalledTimes(1)
  isBroken = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('12 orders')).toBeTruthy()
})
