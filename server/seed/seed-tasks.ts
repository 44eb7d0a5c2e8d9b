import type { Row } from '#contract/module.ts'
import { modules } from '#contract/modules/index.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'

const DAY = 86_400_000
const HALF_HOUR = 1_800_000

type Wanted = {
  title: string
  to: string
  from: string
  /** Days from now; none means no date. */
  due?: number
  priority?: 'low' | 'high' | 'urgent'
  stage?: 'inProgress' | 'done' | 'cancelled'
  about?: 'customer' | 'unit'
  remarks?: readonly (readonly [by: string, text: string])[]
}

const wanted: readonly Wanted[] = [
  {
    title: 'Call back about hose noise',
    to: 'admin',
    from: 'desk',
    due: -2,
    priority: 'high',
    about: 'unit',
    remarks: [['desk', 'She heard it from the second day on.']],
  },
  { title: 'Confirm pickup with the courier', to: 'admin', from: 'admin', due: 0, stage: 'inProgress' },
  { title: 'Send revised quote, 12 units', to: 'admin', from: 'admin', due: 0, about: 'customer' },
  { title: 'Get GST certificate', to: 'admin', from: 'admin', due: 0, about: 'customer' },
  {
    title: 'File damage claim with photos',
    to: 'admin',
    from: 'warehouse',
    due: 1,
    stage: 'inProgress',
    about: 'unit',
    remarks: [
      ['warehouse', 'Four photos are with the device.'],
      ['admin', 'The courier wants the one of the label too.'],
    ],
  },
  { title: 'Ask for second signature', to: 'admin', from: 'field', due: 1 },
  { title: 'Check pincode 403802', to: 'admin', from: 'admin', due: 2, priority: 'low' },
  { title: 'Approve refund of ₹2,799', to: 'admin', from: 'desk', due: 2, about: 'customer', priority: 'urgent' },
  { title: 'Check stock of massage heads', to: 'admin', from: 'warehouse', due: 3 },
  { title: 'Ask for feedback after repair', to: 'admin', from: 'admin', due: 4, about: 'unit' },
  { title: 'Agree on the service day in Panaji', to: 'admin', from: 'field', due: 5, about: 'customer' },
  { title: 'Read the new warranty terms', to: 'admin', from: 'desk', due: 6, priority: 'low' },
  { title: 'Choose the trade fair stand', to: 'admin', from: 'admin', due: 9 },
  { title: 'Write down how returns are checked', to: 'admin', from: 'admin' },
  { title: 'Renew the courier contract', to: 'admin', from: 'admin', due: -9, stage: 'done' },
  { title: 'Order shelf labels', to: 'admin', from: 'warehouse', due: -4, stage: 'cancelled' },
  { title: 'Count foot spas in rack C', to: 'warehouse', from: 'admin', due: 1 },
  { title: 'Set aside the demo chair', to: 'warehouse', from: 'admin', due: 0, stage: 'inProgress' },
  { title: 'Repack the opened cartons', to: 'warehouse', from: 'desk', due: -1 },
  { title: 'Bring back the loan device', to: 'field', from: 'admin', due: -1, about: 'unit', priority: 'high' },
  { title: 'Visit before ten', to: 'field', from: 'desk', due: 1, about: 'customer' },
  { title: 'Photograph the worn rollers', to: 'field', from: 'desk', due: 2, about: 'unit' },
  { title: 'Ask whether the chair fits the lift', to: 'desk', from: 'admin', due: 0, about: 'customer' },
  { title: 'Send the invoice once more', to: 'desk', from: 'admin', due: -3, stage: 'done', about: 'customer' },
  { title: 'Offer the extended warranty', to: 'desk', from: 'field', due: 4, about: 'unit' },
]

/** Things to do for everybody who can sign in: late, today, later, done. */
export const demoTasks = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const luck = chance(20_261_122)
    const maker = makerOf(deeds, ground)
    const about = {
      customer: await deeds.tx.where(modules.customer, 'archivedAt', null),
      unit: await deeds.tx.where(modules.unit, 'archivedAt', null),
    }
    const rows: Row[] = []
    for (const one of wanted) rows.push(await rowOf(one, maker, ground, luck, about))
    await maker.insert(modules.task, rows, 'create')
  })

type About = Record<'customer' | 'unit', Row[]>

async function rowOf(one: Wanted, maker: Maker, { people, now }: Ground, luck: Chance, about: About): Promise<Row> {
  const [to, from] = [people.get(one.to)!, people.get(one.from)!]
  const age = luck.between(1, 6)
  const made = maker.ago((one.due !== undefined && one.due < 0 ? -one.due : 0) + age, luck.between(9, 17))
  const half = Math.round((now.getTime() + (one.due ?? 0) * DAY) / HALF_HOUR) * HALF_HOUR
  const remarks = []
  for (const [at, [by, text]] of (one.remarks ?? []).entries())
    remarks.push({
      id: await maker.nextId(),
      text,
      by: people.get(by)!,
      at: new Date(Date.parse(made) + (at + 1) * 3_600_000).toISOString(),
    })
  const isOver = one.stage === 'done' || one.stage === 'cancelled'
  return maker.row(
    modules.task,
    {
      title: one.title,
      assignedTo: to,
      dueAt: one.due === undefined ? null : new Date(half + luck.between(0, 6) * HALF_HOUR).toISOString(),
      ...(one.priority ? { priority: one.priority } : {}),
      ...(one.about ? { [one.about]: luck.one(about[one.about]).id } : {}),
      taskRemarks: remarks,
    },
    made,
    {
      createdBy: from,
      updatedBy: from,
      assignedBy: from,
      passedAt: made,
      passedBy: from,
      ...(one.stage ? { stage: one.stage } : {}),
      ...(isOver ? { endedAt: made, endedBy: to } : {}),
    },
  )
}
