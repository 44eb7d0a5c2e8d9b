import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { product } from '#contract/modules/catalogue/product.ts'
import { useWords } from '../words.ts'
import { AtWork, begin, speakEnglish } from '../../../tests/support/at-work.tsx'
import { syncDouble } from '../../../tests/support/sync-double.ts'
import { inputs } from '../inputs.ts'
import { fieldView } from '../view.ts'

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

test('lines that are pasted where names cannot be looked up are none, and why is said', async () => {
  const server = syncDouble()
  const userId = 6_900
  await begin({ userId, permissions: ['61-a', '61-b', '61-c', '61-d'] })
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Parts />
      </MemoryRouter>
    </AtWork>,
  )
  await waitFor(() => expect(server.state.requests).toContain('POST /sync/lease'))
  server.state.network = 'refuse'
  fireEvent.paste(screen.getByRole('button', { name: /^Add/ }), {
    clipboardData: { getData: () => 'Blade\t2\nCap\t1' },
  })
  expect(await screen.findByText(/The server cannot be reached/)).toBeTruthy()
  expect(screen.queryByText(/needs a number/)).toBeNull()
  expect(container.querySelector('output')!.textContent).toBe('[]')
})
