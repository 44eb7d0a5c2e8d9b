import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { memo } from 'react'
import { createMemoryRouter } from 'react-router-dom'
import { readdirSync } from 'node:fs'
import { beforeAll, expect, test, vi } from 'vitest'
import { metaOf } from '#contract/fields.ts'
import { NewForms } from '#src/crud/form-screen.tsx'
import { FormScreen } from '#src/crud/pages.ts'
import type { Line } from '#src/fields/lines.tsx'
import { screensOf, type Pages, type Screens } from '#src/crud/screens.ts'
import { screens as ofModules } from '#src/modules/index.ts'
import { orderPages } from '#src/modules/sales/order.ts'
import type { FieldProps } from '#src/ui/field.tsx'
import { begin, showAtWork, speakEnglish } from '../../tests/support/at-work.tsx'
import { syncDouble } from '../../tests/support/sync-double.ts'

const drawn: (string | undefined)[] = vi.hoisted(() => [])
vi.mock('#src/ui/field.tsx', async original => {
  const { Field } = await original<{ Field: (props: FieldProps) => React.ReactNode }>()
  return {
    Field: (props: FieldProps) => {
      drawn.push(props.id)
      return Field(props)
    },
  }
})
const drawnLines: number[] = vi.hoisted(() => [])
vi.mock('#src/fields/inputs/lines/lines-row.tsx', async original => {
  const { LineRow } = await original<{ LineRow: { type: (props: { line: Line }) => React.ReactNode } }>()
  const Counted = (props: { line: Line }) => {
    drawnLines.push(props.line.id)
    return LineRow.type(props)
  }
  return { LineRow: memo(Counted) }
})

let userId = 8_200
beforeAll(() => speakEnglish(...readdirSync('public/locales/en').map(file => file.replace('.json', ''))))

async function open(element: React.ReactElement) {
  userId += 1
  syncDouble()
  await begin({ userId, permissions: [] })
  showAtWork(userId, createMemoryRouter([{ path: '/', element }]))
}

/** Types twice, and answers which fields the second key drew: with the first one a form begins to have something to save. */
async function drawnByKey(id: string): Promise<typeof drawn> {
  const control = await waitFor(() => {
    const found = document.getElementById(id)
    expect(found).not.toBeNull()
    return found as HTMLInputElement
  })
  fireEvent.change(control, { target: { value: '7' } })
  drawn.length = 0
  drawnLines.length = 0
  fireEvent.change(control, { target: { value: '78' } })
  expect(control.value).toBe('78')
  return [...drawn]
}

const typed = ['text', 'longText', 'number', 'url']
/** A field of its form that letters are typed into, drawn by the kind of field. */
const typedInto = ({ module, form, inputs = {} }: Screens) =>
  form.flat().find(name => typed.includes(metaOf(module.fields[name]!).kind) && !(name in inputs))

/** What a module's own control stands in has all of the form, and is drawn with all of it. */
const isOwnOf =
  ({ inputs = {} }: Screens) =>
  (id: string | undefined) =>
    inputs[id?.replace('field-', '') ?? ''] !== undefined

test('a key draws its own field, in every form of the register', async () => {
  const seen: string[] = []
  for (const pages of Object.values<Pages | null>(ofModules)) {
    if (!pages) continue
    const screens = await screensOf(pages)
    const isOwn = !Object.values(screens.routes).some(({ page }) => page === FormScreen)
    const name = isOwn ? undefined : typedInto(screens)
    if (name === undefined) continue
    await open(<NewForms screens={screens} title="crud:records.new" />)
    const others = (await drawnByKey(`field-${name}`)).filter(id => !isOwnOf(screens)(id))
    expect(others, screens.module.name).toEqual([`field-${name}`])
    seen.push(screens.module.name)
    cleanup()
  }
  expect(seen.length).toBeGreaterThan(5)
})

test('a key in one of 200 lines draws that line, and what the order comes to', async () => {
  const line = { product: null, colour: null, qty: 1, unitPrice: 10_000, discount: 0, taxRate: 0, note: null }
  const lines = Array.from({ length: 200 }, (_, at) => ({ ...line, id: 1_000 + at }))
  const screens = await screensOf(orderPages)
  await open(<NewForms screens={screens} title="order:titles.create" start={{ lines }} />)
  await screen.findByRole('group', { name: 'Line 200' })
  // What was left once is looked at with every key.
  const before = document.getElementById('field-lines.1101.qty')!
  fireEvent.change(before, { target: { value: '2' } })
  fireEvent.blur(before)
  const others = (await drawnByKey('field-lines.1100.qty')).filter(id => id !== 'field-lines.1100.qty')
  expect(drawnLines).toEqual([1_100])
  // The colours are those of the product beside them.
  expect(others.filter(id => !isOwnOf(screens)(id))).toEqual(['field-lines.1100.colour'])
  expect(document.querySelector('[aria-label="Totals"]')!.textContent).toContain('Total₹27,800')
})
