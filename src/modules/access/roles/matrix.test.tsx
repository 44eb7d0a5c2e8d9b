import { act, fireEvent, render, screen } from '@testing-library/react'
import i18next from 'i18next'
import { useEffect, useReducer } from 'react'
import { initReactI18next } from 'react-i18next'
import { beforeAll, describe, expect, it } from 'vitest'
import texts from '../../../../public/locales/en/access.json' with { type: 'json' }
import roleTexts from '../../../../public/locales/en/role.json' with { type: 'json' }
import type { Actor } from '#contract/actor.ts'
import { usedPermissions } from '#contract/permission-table.ts'
import { register } from '#contract/register.ts'
import { apply, change, emptyRole, nothing, type RoleValues } from './draft.ts'
import { parts, type Group } from './lines.ts'
import { Matrix } from './matrix.tsx'

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: 'en', resources: { en: { access: texts, role: roleTexts } } })
})

const everything: Actor = {
  id: 1,
  branch: null,
  permissions: new Set(usedPermissions),
  scopes: {},
  approves: new Set(),
  statusPermission: 'all',
}
const desk: RoleValues = { ...emptyRole, name: 'Desk', permissions: ['10-a', '20-a', '20-b'] }

let saved: RoleValues = desk
const save = (values: RoleValues) => {
  saved = values
}
const [sales, afterSales, , , , access] = parts.modules as [Group, Group, Group, Group, Group, Group]
type Given = { me?: Actor; readOnly?: boolean; groups?: Group[] }
function Editor({ me = everything, readOnly = false, groups = [sales, afterSales] }: Given) {
  const [draft, dispatch] = useReducer(change, nothing)
  const after = apply(desk, draft)
  useEffect(() => save(after))
  return (
    <Matrix
      label="Permissions of Desk"
      part="modules"
      groups={groups}
      before={desk}
      after={after}
      me={me}
      readOnly={readOnly}
      hinted={new Set()}
      register={register}
      dispatch={dispatch}
    />
  )
}
// By attribute: finding one of two hundred boxes by its role takes jsdom a second each time.
const box = (name: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${name}"]`)!
const boxes = () => [...document.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
const row = (line: string) => document.querySelector<HTMLElement>(`[data-line="${line}"] button`)!
const press = (key: string, more: object = {}) => fireEvent.keyDown(document.activeElement!, { key, ...more })
const focused = () => document.activeElement?.getAttribute('aria-label')

describe('the matrix', () => {
  it('ticks a permission, its row, its column and its group', () => {
    render(<Editor />)
    fireEvent.click(box('Cash orders, edit'))
    expect(saved.permissions).toContain('21-c')
    fireEvent.click(box('All of Inquiries'))
    expect(saved.permissions.filter(code => code.startsWith('10-'))).toEqual(['10-a', '10-b', '10-c', '10-d'])
    fireEvent.click(box('Create, all of Sales'))
    expect(saved.permissions.filter(code => code.endsWith('-b'))).toEqual(['10-b', '11-b', '20-b', '22-b', '205-b'])
    fireEvent.click(box('Dispatch of everything shown'))
    expect(saved.permissions.filter(code => code.endsWith('-e'))).toHaveLength(5)
    fireEvent.click(box('Dispatch of everything shown'))
    expect(saved.permissions.filter(code => code.endsWith('-e'))).toEqual([])
  })

  it('says of a row and a group whether all, some or none of it is granted', () => {
    render(<Editor />)
    expect(box('All of Orders').indeterminate).toBe(true)
    expect(box('List, all of Sales').indeterminate).toBe(true)
    expect(box('All of Buybacks').indeterminate).toBe(false)
    fireEvent.click(box('All of Orders'))
    expect(box('All of Orders').checked).toBe(true)
  })

  it('is one stop of the Tab key; arrows go from box to box and pass by what is no permission', () => {
    render(<Editor />)
    const stops = () => boxes().filter(one => one.tabIndex === 0).length
    expect(stops()).toBe(0)
    act(() => box('Inquiries, details').focus())
    expect(stops()).toBe(1)
    press('ArrowRight')
    expect(focused()).toBe('Inquiries, details')
    press('ArrowDown')
    press('ArrowDown')
    expect(focused()).toBe('Orders, details')
    press('ArrowRight')
    expect(focused()).toBe('Orders, dispatch')
    press('ArrowDown')
    expect(focused()).toBe('Dispatch, all of After sales')
    press('Home', { ctrlKey: true })
    expect(focused()).toBe('Everything shown')
    expect(stops()).toBe(1)
  })

  it('ticks the row with Shift and Space, the column with Ctrl and Space', () => {
    render(<Editor />)
    act(() => box('Buybacks, edit').focus())
    press(' ', { shiftKey: true })
    expect(saved.permissions.filter(code => code.startsWith('32-'))).toHaveLength(5)
    press(' ', { ctrlKey: true })
    expect(saved.permissions.filter(code => code.endsWith('-c'))).toHaveLength(12)
  })

  it('lets nobody grant what they do not hold, neither alone nor with others', () => {
    render(<Editor me={{ ...everything, permissions: new Set(['10-a', '10-b', '20-a', '20-b']) }} />)
    expect(box('Inquiries, edit').disabled).toBe(true)
    fireEvent.click(box('All of Inquiries'))
    expect(saved.permissions).toEqual(['10-a', '10-b', '20-a', '20-b'])
    fireEvent.click(box('All of Inquiries'))
    fireEvent.click(box('Everything shown'))
    expect(saved.permissions).toEqual(['10-a', '10-b', '20-a', '20-b'])
  })

  it('can be looked at and walked along when nothing may be changed', () => {
    render(<Editor readOnly />)
    expect(boxes().every(one => one.disabled)).toBe(true)
    act(() => row('inquiries').focus())
    press('ArrowDown')
    expect(document.activeElement?.textContent).toMatch(/^Influencers/)
  })

  it('sets the row scope of one module in its open row', () => {
    render(<Editor groups={[access]} />)
    fireEvent.click(row('users'))
    fireEvent.click(screen.getByLabelText('Records of the branch'))
    expect(saved.branchOnly).toEqual(['user'])
    expect(screen.queryByLabelText('Own records')).toBeNull()
  })

  it('says which fields a right reveals', () => {
    render(<Editor groups={[access]} />)
    fireEvent.click(row('general_setting'))
    expect(screen.getByText(/Edit also shows/)).toBeTruthy()
  })
})
