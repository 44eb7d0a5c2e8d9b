import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useFocusStays } from './use-focus-stays.ts'

function Changes({ sections, asking = false }: { sections: string[][]; asking?: boolean }) {
  const box = useFocusStays()
  return (
    <>
      <input aria-label="Elsewhere" />
      {asking && (
        <div role="dialog">
          <button>Discard</button>
        </div>
      )}
      <div ref={box} tabIndex={-1} data-testid="box">
        {sections.map((mids, at) => (
          <section key={`${at} ${mids.length}`}>
            {mids.map(mid => (
              <div key={mid} data-op-box={mid}>
                <button data-op={mid}>{mid}</button>
                <button>More of {mid}</button>
              </div>
            ))}
          </section>
        ))}
      </div>
    </>
  )
}
const focused = () => document.activeElement?.textContent

test('the focus goes with a change to where it goes', () => {
  const { rerender } = render(<Changes sections={[['a', 'b'], ['c']]} />)
  screen.getByRole('button', { name: 'More of b' }).focus()
  rerender(<Changes sections={[['a'], ['c', 'b']]} />)
  expect(focused()).toBe('b')
})

test('of one that went it stays where it stood, and with the last in the page', () => {
  const { rerender } = render(<Changes sections={[['a', 'b', 'c']]} />)
  screen.getByRole('button', { name: 'b' }).focus()
  rerender(<Changes sections={[['a', 'c']]} />)
  expect(focused()).toBe('c')
  rerender(<Changes sections={[['a']]} />)
  expect(focused()).toBe('a')
  rerender(<Changes sections={[]} />)
  expect(document.activeElement).toBe(screen.getByTestId('box'))
})

test('also where a question stood before it', () => {
  const { rerender } = render(<Changes sections={[['a', 'b']]} asking />)
  screen.getByRole('button', { name: 'a' }).focus()
  screen.getByRole('button', { name: 'Discard' }).focus()
  rerender(<Changes sections={[['b']]} />)
  expect(focused()).toBe('b')
})

test('whoever went elsewhere is left alone', () => {
  const { rerender } = render(<Changes sections={[['a', 'b']]} />)
  screen.getByRole('button', { name: 'b' }).focus()
  screen.getByLabelText('Elsewhere').focus()
  rerender(<Changes sections={[['a']]} />)
  expect(document.activeElement).toBe(screen.getByLabelText('Elsewhere'))
})
