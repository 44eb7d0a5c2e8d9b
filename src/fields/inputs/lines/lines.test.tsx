import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { product } from '#contract/modules/catalogue/product.ts'
import { useWords } from '../../words.ts'
import { AtWork, begin, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { haveNumbers } from '../../../../tests/support/have-numbers.ts'
import { syncDouble } from '../../../../tests/support/sync-double.ts'
import { inputs } from '../../inputs.ts'
import { fieldView } from '../../view.ts'

beforeAll(() => speakEnglish('ui', 'crud', 'product', 'problems'))

function Parts() {
  const words = useWords(product)
  const [value, setValue] = useState<unknown>([])
  const Lines = inputs.lines
  return (
    <>
      <Lines field={fieldView(product, 'parts', words)} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

async function open(userId: number) {
  await begin({ userId, permissions: ['61-a', '61-b', '61-c', '61-d'] })
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Parts />
      </MemoryRouter>
    </AtWork>,
  )
  return () => JSON.parse(container.querySelector('output')!.textContent) as { part: number | null; qty: number }[]
}
const paste = (text: string) =>
  fireEvent.paste(screen.getByRole('button', { name: /^Add/ }), { clipboardData: { getData: () => text } })

test('lines that are pasted where names cannot be looked up are none, and why is said', async () => {
  const server = syncDouble()
  const lines = await open(6_900)
  await haveNumbers(server)
  server.state.network = 'refuse'
  paste('Blade\t2\nCap\t1')
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(screen.queryByText(/needs a number/)).toBeNull()
  expect(lines()).toEqual([])
})

test('a line that is typed while the names of pasted ones are looked up stays, and those come below it', async () => {
  const server = syncDouble()
  let answer = () => {}
  const asked = new Promise<void>(resolve => (answer = resolve))
  server.state.routes['GET /part/pick'] = async ({ url }) => {
    await asked
    const title = new URL(url).searchParams.get('q')
    return {
      rows: [
        { id: 4, title: 'Blade' },
        { id: 5, title: 'Cap' },
      ].filter(row => row.title === title),
    }
  }
  const lines = await open(6_901)
  await haveNumbers(server)
  paste('Blade\t2\nCap\t1')
  await waitFor(() => expect(server.state.requests.some(one => one.startsWith('GET /part/pick'))).toBe(true))
  const hand = userEvent.setup({ delay: null })
  await hand.click(screen.getByRole('button', { name: /^Add/ }))
  await hand.type(await screen.findByRole('textbox', { name: /^Quantity/ }), '7')
  answer()
  await waitFor(() => expect(lines()).toHaveLength(3))
  expect(lines()).toMatchObject([{ qty: 7 }, { part: 4, qty: 2 }, { part: 5, qty: 1 }])
})
