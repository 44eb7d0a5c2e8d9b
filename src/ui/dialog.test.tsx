import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState, type ReactNode } from 'react'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'
import { confirm, ConfirmHost } from './confirm.tsx'
import { Dialog } from './dialog.tsx'
import { Drawer } from './drawer.tsx'
import { partTexts } from './testing.ts'

beforeAll(partTexts)

function Host({ children }: { children: (open: boolean, close: () => void) => ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Button>Elsewhere</Button>
      {children(open, () => setOpen(false))}
    </>
  )
}
const buttons = (
  <>
    <Button>Keep order</Button>
    <Button type="submit">Cancel order</Button>
  </>
)

describe.each([
  ['dialog', Dialog],
  ['drawer', Drawer],
])('a %s', (_name, Part) => {
  const show = (props: Partial<Parameters<typeof Part>[0]> = {}) =>
    render(
      <Host>
        {(open, close) => (
          <Part title="Cancel order 002311?" footer={buttons} open={open} onClose={close} {...props}>
            <input aria-label="Reason" />
          </Part>
        )}
      </Host>,
    )

  it('holds the focus, and gives it back to what opened it', async () => {
    const user = userEvent.setup()
    show()
    const opener = screen.getByRole('button', { name: 'Open' })
    await user.click(opener)
    const dialog = await screen.findByRole('dialog', { name: 'Cancel order 002311?' })
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Reason' })))
    for (let i = 0; i < 6; i++) {
      await user.tab()
      expect(dialog.contains(document.activeElement)).toBe(true)
    }
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(opener))
  })

  it('is read out with what stands under its title', async () => {
    const user = userEvent.setup()
    show({ description: 'It cannot be taken back.' })
    await user.click(screen.getByRole('button', { name: 'Open' }))
    expect(await screen.findByRole('dialog', { description: 'It cannot be taken back.' })).toBeTruthy()
  })

  it('submits on Enter and does not submit the form around it', async () => {
    const user = userEvent.setup()
    const [inner, outer] = [vi.fn(), vi.fn()]
    render(
      <form onSubmit={outer}>
        <Part title="Reason" footer={buttons} open onClose={() => undefined} onSubmit={inner}>
          <input aria-label="Reason" />
        </Part>
      </form>,
    )
    await user.type(await screen.findByRole('textbox', { name: 'Reason' }), 'late{Enter}')
    expect(inner).toHaveBeenCalledOnce()
    expect(outer).not.toHaveBeenCalled()
  })

  it('that is sticky still closes with Escape', async () => {
    const user = userEvent.setup()
    show({ sticky: true })
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})

it('a dialog without buttons has a cross', async () => {
  const user = userEvent.setup()
  const close = vi.fn()
  render(<Dialog open onClose={close} title="Keys" />)
  await user.click(await screen.findByRole('button', { name: 'Close' }))
  expect(close).toHaveBeenCalled()
})

describe('a question', () => {
  it('is answered by the deed or by the way out, and starts on the way out', async () => {
    const user = userEvent.setup()
    render(<ConfirmHost />)
    const question = { title: 'Cancel order 002311?', confirmLabel: 'Cancel order', cancelLabel: 'Keep order' }
    const first = confirm(question)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep order'))
    await user.click(screen.getByRole('button', { name: 'Cancel order' }))
    await expect(first).resolves.toBe(true)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const second = confirm(question)
    await screen.findByRole('dialog')
    await user.keyboard('{Escape}')
    await expect(second).resolves.toBe(false)
  })
})
