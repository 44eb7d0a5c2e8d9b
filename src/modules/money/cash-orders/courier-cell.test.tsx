import { screen } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, expect, test } from 'vitest'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { itemRow, syncDouble } from '../../../../tests/support/sync-double.ts'
import { CourierCell } from './courier-cell.tsx'

beforeAll(() => speakEnglish('ui', 'crud'))

test('the number of a parcel is read to its end; of the courier, as much as there is room for', async () => {
  const server = syncDouble()
  server.write('courier', 5, itemRow(5, 'Shree Maruti Courier'))
  await begin({ userId: 12_950, permissions: ['21-a'] })
  const row = (more: object) => ({ ...itemRow(3), courier: null, awb: null, ...more })
  const element = (
    <>
      <CourierCell row={row({ courier: 5, awb: '12345678901234' })} />
      <CourierCell row={row({})} />
    </>
  )
  showAtWork(12_950, createMemoryRouter([{ path: '/', element }]))
  expect((await screen.findByText('Shree Maruti Courier')).className).toContain('truncate')
  expect(screen.getByText('12345678901234').className).toContain('shrink-0')
  expect(screen.getByText('—')).toBeTruthy()
})
