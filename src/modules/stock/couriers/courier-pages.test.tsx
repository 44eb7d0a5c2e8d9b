import { act, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { begin, showAtWork, speakEnglish } from '../../../../tests/support/at-work.tsx'
import { syncDouble, type SyncDouble } from '../../../../tests/support/sync-double.ts'
import { ServiceablePage } from './serviceable-page.tsx'
import { TrackingPage } from './tracking-page.tsx'

let userId = 17_300
let server: SyncDouble
let shown: ReturnType<typeof createMemoryRouter>
beforeAll(() => speakEnglish('ui', 'crud', 'dispatch', 'problems', 'keys', 'lists'))
beforeEach(() => {
  userId += 1
  server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists'] }
  server.write('courier', 71, { label: 'Shree Maruti' })
  server.write('area', 72, { label: 'Fort' })
})

async function open(path: string) {
  await begin({ userId, permissions: ['202-a', '202-d'] })
  const routes = [
    { path: '/static/maruti-service-status/:id', element: <ServiceablePage /> },
    { path: '/static/maruti-tracking-status/:id', element: <TrackingPage /> },
  ]
  shown = createMemoryRouter(routes, { initialEntries: [path] })
  return showAtWork(userId, shown)
}

test('says of each courier whether it goes there, and of another PIN code that is typed', async () => {
  const asked: string[] = []
  server.state.routes['GET /couriers/serviceable'] = request => {
    const pincode = new URL(request.url).searchParams.get('pincode')!
    asked.push(pincode)
    const goes = pincode === '400001'
    return {
      answers: [
        {
          courier: 71,
          is: goes ? 'yes' : 'unserviceable',
          reason: goes ? null : 'Flooded',
          services: goes ? ['Surface'] : [],
        },
      ],
      areas: goes ? [72] : [],
    }
  }
  const hand = await open('/static/maruti-service-status/400001')
  expect(await screen.findByText('Goes to 400001. Surface')).toBeDefined()
  await waitFor(() => expect(screen.getByText('Shree Maruti')).toBeDefined())
  expect(screen.getByText('Fort')).toBeDefined()
  const field = screen.getByRole('textbox', { name: 'PIN code' })
  await hand.clear(field)
  await hand.type(field, '799001{Enter}')
  expect(await screen.findByText('Flooded')).toBeDefined()
  expect(screen.getByText('None of our areas has this PIN code.')).toBeDefined()
  expect(asked).toEqual(['400001', '799001'])
  await act(() => shown.navigate(-1))
  expect(await screen.findByText('Goes to 400001. Surface')).toBeDefined()
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'PIN code' }).value).toBe('400001')
})

// Case pinCode.
test('reads the PIN code of an address as people write it', async () => {
  const asked: (string | null)[] = []
  server.state.routes['GET /couriers/serviceable'] = request => {
    asked.push(new URL(request.url).searchParams.get('pincode'))
    return { answers: [], areas: [] }
  }
  await open('/static/maruti-service-status/380%20009')
  await waitFor(() => expect(asked).toEqual(['380009']))
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'PIN code' }).value).toBe('380009')
  expect(screen.queryByText(/is none/)).toBeNull()
})

test('reads a PIN code as people write it, and says of what is none why, without asking', async () => {
  const asked: (string | null)[] = []
  server.state.routes['GET /couriers/serviceable'] = request => {
    asked.push(new URL(request.url).searchParams.get('pincode'))
    return { answers: [], areas: [] }
  }
  const hand = await open('/static/maruti-service-status/38000')
  const field = await screen.findByRole('textbox', { name: 'PIN code' })
  expect(screen.getByText('A PIN code has six digits, and does not begin with 0: 38000 is none.')).toBeDefined()
  const type = async (text: string) => {
    await hand.clear(field)
    await hand.type(field, `${text}{Enter}`)
  }
  await type('080009')
  expect(screen.getByText('A PIN code has six digits, and does not begin with 0: 080009 is none.')).toBeDefined()
  expect(asked).toEqual([])
  for (const text of ['380 009', '३८०००९']) {
    await type(text)
    await waitFor(() => expect(asked.at(-1)).toBe('380009'))
    expect(screen.queryByText(/is none/)).toBeNull()
  }
})

test('says where a parcel is and what the courier answered; and of none that there is none', async () => {
  const parcel = {
    dispatch: 41,
    number: 'DSP-2026-000041',
    stage: 'inTransit',
    courier: 71,
    said: 'unreachable',
    reason: 'The courier does not answer now.',
    events: [{ id: 1, at: '2026-03-02T04:30:00.000Z', kind: 'arrived', place: 'Mumbai', text: null }],
  }
  server.state.routes['POST /couriers/track'] = async request => {
    expect(await request.json()).toEqual({ awb: 'MR1' })
    return { parcels: [parcel] }
  }
  await open('/static/maruti-tracking-status/MR1')
  expect(await screen.findByText('Arrived')).toBeDefined()
  expect(screen.getByText('The courier does not answer now.')).toBeDefined()
  expect(screen.getByText('In transit')).toBeDefined()
  expect(screen.getByRole('link', { name: 'Dispatch' }).getAttribute('href')).toBe('/dispatch/dispatch-details/41')
})

test('says of a number that is nobody’s that there is no parcel', async () => {
  server.state.routes['POST /couriers/track'] = () => ({ parcels: [] })
  await open('/static/maruti-tracking-status/NONE')
  expect(await screen.findByText('No parcel of ours has this number')).toBeDefined()
})

test('where no courier is asked, both pages say so, and show our own areas and what people noted', async () => {
  server.state.routes['GET /couriers/serviceable'] = () => ({ answers: [], areas: [72] })
  await open('/static/maruti-service-status/400001')
  expect(await screen.findByText(/^No courier can be asked from here/)).toBeDefined()
  await screen.findByText('Fort')
  const noted = { id: 1, at: '2026-03-02T04:30:00.000Z', kind: 'arrived', place: 'Mumbai', text: null }
  const parcel = { dispatch: 41, number: 'DSP-2026-000041', stage: 'inTransit', courier: 71, events: [noted] }
  const noKey = 'No key is kept for this courier, so it is not asked.'
  server.state.routes['POST /couriers/track'] = () => ({
    parcels: [
      { ...parcel, said: 'byHand', reason: null },
      { ...parcel, dispatch: 42, said: 'noKey', reason: noKey },
    ],
  })
  await act(() => shown.navigate('/static/maruti-tracking-status/MR1'))
  await screen.findByText(/^This courier is not asked from here/)
  expect(screen.getByText(noKey)).toBeDefined()
  expect(screen.getAllByText('Arrived')).toHaveLength(2)
})
