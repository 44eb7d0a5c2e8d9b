import { screen, waitFor } from '@testing-library/react'
import { createMemoryRouter } from 'react-router-dom'
import { expect } from 'vitest'
import { allFields } from '#contract/module.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { maintenanceContents } from '#src/modules/service/maintenance-contents.ts'
import { maintenancePages } from '#src/modules/service/maintenance.ts'
import { WorkPage } from '#src/modules/service/maintenance/work/work-page.tsx'
import { readConnection } from '#src/offline/connection.ts'
import { begin, showAtWork, speakEnglish } from './at-work.tsx'
import { answerScans } from './scan-on-server.ts'
import { syncDouble, type SyncDouble } from './sync-double.ts'

const screens = { ...maintenancePages, ...maintenanceContents }

export const speakOfJobs = () =>
  speakEnglish(
    'ui',
    'crud',
    'maintenance',
    'heldPart',
    'unit',
    'part',
    'product',
    'problems',
    'keys',
    'lists',
    'paper',
    'scan',
  )

const blank = Object.fromEntries(Object.keys(allFields(maintenance)).map(name => [name, null]))

export const checkStep = (id: number, label: string, more: object = {}) => ({
  id,
  label,
  kind: 'tick',
  unit: null,
  value: null,
  ...more,
})

/** A server that has a job, 71, and what a job is about. */
export function jobServer(): SyncDouble {
  const server = syncDouble()
  server.state.groups = { hash: 'h1', names: ['lists', 'maintenance', 'part', 'unit', 'product'] }
  const { routes } = server.state
  for (const name of ['maintenance', 'part', 'unit', 'product']) {
    routes[`GET /${name}`] = () => ({
      rows: [...server.rows.values()].filter(({ t }) => t === name).map(({ row }) => row),
      next: null,
    })
    routes[`GET /${name}/pick`] = () => ({ rows: [] })
  }
  answerScans(server)
  // Nobody has parts along, unless a test says so.
  routes['GET /held-part'] = () => ({ rows: [], next: null })
  routes['GET /maintenance/71'] = () => server.rows.get(71)!.row
  return server
}

/** Job 71, which this person is at work on. */
export const writeJob = (server: SyncDouble, userId: number, more: object = {}) =>
  server.write('maintenance', 71, {
    ...blank,
    number: 'MNT-2026-000071',
    name: 'Anil Kulkarni',
    phone: '+919830041172',
    address: 'Flat 7, Sahyadri Heights',
    serviceMode: 'onSite',
    cover: 'paid',
    priority: 'normal',
    stage: 'inRepair',
    assignedTo: userId,
    problems: [{ id: 801, problem: null, text: 'Loud noise at speed 3', note: null }],
    checks: [],
    checklist: [
      checkStep(811, 'Powers on'),
      checkStep(812, 'Brush wear', { kind: 'number', unit: 'mm' }),
      checkStep(813, 'Cord undamaged', { kind: 'passFail' }),
    ],
    parts: [],
    labour: [],
    charges: [],
    photos: [],
    signature: [],
    tags: [],
    total: 0,
    ...more,
  })

/** The page of job 71, as soon as its device has everything. */
export async function openJob(userId: number, search = '') {
  await begin({ userId, permissions: ['40-a', '40-c', '40-d', '103-a', '104-a', '104-d', '200-a', '200-d'] })
  const routes = [
    {
      path: '/maintenances/maintenance-edit/:id',
      element: <WorkPage screens={screens} title="maintenance:titles.edit" />,
    },
  ]
  const address = `/maintenances/maintenance-edit/71${search}`
  const person = showAtWork(userId, createMemoryRouter(routes, { initialEntries: [address] }))
  const isHere = () => !readConnection().syncing && readConnection().lastSyncAt !== null
  await waitFor(() => expect(isHere()).toBe(true))
  await screen.findByText('Loud noise at speed 3')
  return person
}
