import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { product } from '#contract/modules/catalogue/product.ts'
import { unit } from '#contract/modules/stock/unit.ts'
import { inputs } from '#src/fields/inputs.ts'
import { fieldView } from '#src/fields/view.ts'
import { useWords } from '#src/fields/words.ts'
import { SCANNED_CODE } from '#src/lib/keys/scanned-record.ts'
import { dismissToast, shownToasts } from '#src/ui/toast.ts'
import { AtWork, begin, speakEnglish } from '../../tests/support/at-work.tsx'
import { haveNumbers } from '../../tests/support/have-numbers.ts'
import { syncDouble, type SyncDouble } from '../../tests/support/sync-double.ts'
import type { Verdict } from './find.ts'

const findScanned = vi.hoisted(() => vi.fn<(code: string) => Promise<Verdict>>())
vi.mock('./find.ts', () => ({ findScanned }))
vi.mock('./camera/camera-for-field.tsx', () => ({
  CameraForField: ({ onCode }: { onCode: (code: string) => void }) => (
    <button type="button" onClick={() => onCode('product 5')}>
      Camera
    </button>
  ),
}))

/** Above every id that a test of another file takes. */
let userId = 25_100
let server: SyncDouble
beforeAll(() => speakEnglish('ui', 'crud', 'product', 'part', 'unit', 'scan', 'problems'))
beforeEach(async () => {
  userId += 1
  server = syncDouble()
  server.state.routes['GET /part/pick'] = () => ({ rows: [] })
  findScanned.mockImplementation(async code => {
    const [module, id] = code.split(' ')
    if (!id) return { is: 'unknown', said: code }
    const hit = { module: module!, id: Number(id), title: code, archived: false, field: 'code', code }
    return { is: 'found', said: code, how: 'asIs', address: null, hit }
  })
  await begin({ userId, permissions: ['61-a', '61-b', '61-c', '61-d'] })
})
afterEach(() => act(() => shownToasts().forEach(({ id }) => dismissToast(id))))

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

test('a scan into the field of a line chooses the record, again counts one more, and another is a line of its own', async () => {
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Parts />
      </MemoryRouter>
    </AtWork>,
  )
  await haveNumbers(server)
  const lines = () =>
    JSON.parse(container.querySelector('output')!.textContent) as { part: number; qty: number | null }[]
  const scan = (code: string, line = 0) => {
    const field = container.querySelectorAll('[data-record]')[line]!
    return act(async () => void field.dispatchEvent(new CustomEvent(SCANNED_CODE, { detail: code })))
  }
  await userEvent.setup().click(screen.getByRole('button', { name: /^Add/ }))
  await waitFor(() => expect(container.querySelector('[data-record]')).not.toBeNull())
  await scan('part 501')
  await waitFor(() => expect(lines()).toMatchObject([{ part: 501, qty: null }]))
  await scan('part 501')
  await waitFor(() => expect(lines()).toMatchObject([{ part: 501, qty: 2 }]))
  await scan('part 502')
  await waitFor(() => expect(lines()).toMatchObject([{ part: 501, qty: 2 }, { part: 502 }]))
  // Whichever line somebody is in.
  await scan('part 501', 1)
  await waitFor(() => expect(lines()).toMatchObject([{ part: 501, qty: 3 }, { part: 502 }]))
  await scan('unit 7')
  await waitFor(() =>
    expect(shownToasts().at(-1)?.message).toBe('unit 7: It is a record of another kind: device. Scanned here: parts.'),
  )
  await scan('NOTHING')
  await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(/^NOTHING: Nobody knows this code/))
  expect(lines()).toHaveLength(2)
})

function Product() {
  const words = useWords(unit)
  const [value, setValue] = useState<unknown>(null)
  const Reference = inputs.reference
  return (
    <>
      <Reference field={fieldView(unit, 'product', words)} value={value} onChange={setValue} />
      <output>{JSON.stringify(value)}</output>
    </>
  )
}

test('that Caps Lock is on is said of what a gun has typed, and not of what the camera has read', async () => {
  const fingers = (media: string) =>
    Object.assign(new EventTarget(), { media, matches: media === '(pointer: coarse)', onchange: null })
  vi.stubGlobal('matchMedia', fingers)
  onTestFinished(() => void vi.unstubAllGlobals())
  server.state.routes['GET /product/pick'] = () => ({ rows: [] })
  findScanned.mockImplementation(async code => {
    const hit = { module: 'product', id: 5, title: code, archived: false, field: 'sku', code }
    return { is: 'found', said: code, how: 'capsLock', address: null, hit }
  })
  const { container } = render(
    <AtWork userId={userId}>
      <MemoryRouter>
        <Product />
      </MemoryRouter>
    </AtWork>,
  )
  const chosen = () => container.querySelector('output')!.textContent
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Camera' }))
  await waitFor(() => expect(chosen()).toBe('5'))
  expect(shownToasts()).toEqual([])
  const field = container.querySelector('[data-record]')!
  await act(async () => void field.dispatchEvent(new CustomEvent(SCANNED_CODE, { detail: 'product 5' })))
  await waitFor(() => expect(shownToasts().at(-1)?.message).toMatch(/^product 5: Caps Lock is on/))
})
