import { render, screen } from '@testing-library/react'
import axe from 'axe-core'
import { MemoryRouter } from 'react-router-dom'
import { beforeAll, expect, it } from 'vitest'
import { partTexts } from '#src/ui/testing.ts'
import { Gallery } from './gallery.tsx'

beforeAll(partTexts)

it('every part in every state has names, roles and relations that axe agrees with', async () => {
  document.documentElement.lang = 'en'
  document.title = 'Components'
  render(
    <MemoryRouter>
      <Gallery />
    </MemoryRouter>,
  )
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Components')
  // Colours are computed from the tokens elsewhere; jsdom lays nothing out.
  const result = await axe.run(document, {
    rules: { 'color-contrast': { enabled: false }, 'target-size': { enabled: false } },
  })
  const found = result.violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join('\n')}`)
  expect(found).toEqual([])
  expect(result.passes.length).toBeGreaterThan(25)
}, 60_000)
