import { modules } from '#contract/modules/index.ts'
import type { Contact } from '#contract/modules/sales/inquiry.ts'
import type { Row } from '#contract/module.ts'
import { byServer } from '#server/crud/by-server.ts'
import type { Written } from '#server/crud/routes.ts'
import { chance, type Chance } from './chance.ts'
import { firstNames, houses, lastNames, streets } from './demo-customers.ts'
import { makerOf, type Ground, type Maker } from './maker.ts'

const YEAR = 365
const MANY = 320
const DAY = 86_400_000
const sources = ['Website', 'Phone', 'Walk-in', 'Instagram', 'Referral', 'Google Ads', 'WhatsApp', 'Trade fair']
const reasons = ['Price', 'Bought elsewhere', 'No answer', 'Not serviceable']
const said = {
  noAnswer: ['Rang out.', 'Switched off.', null, 'Busy.'],
  callBack: ['In a meeting; after six.', 'Wants to ask at home first.', 'On a journey until Sunday.', null],
  interested: [
    'Wants the quote by WhatsApp.',
    'Asked for a demonstration.',
    'Likes the mint one.',
    'Asked about instalments.',
  ],
} as const

/** A year of people who asked: most came to nothing, some wait for a call today. */
export const demoInquiries = (written: Written, ground: Ground): Promise<void> =>
  byServer(written, { actor: ground.admin, request: null }, async deeds => {
    const luck = chance(20_261_127)
    const maker = makerOf(deeds, ground)
    const products = await deeds.tx.where(modules.product, 'archivedAt', null)
    const customers = await deeds.tx.where(modules.customer, 'archivedAt', null)
    const days = Array.from({ length: MANY }, () => luck.between(1, YEAR)).sort((a, b) => b - a)
    const last = new Map<number, number>()
    const rows: Row[] = []
    for (const ago of days) {
      const row = await inquiryOf(maker, ground, luck, { ago, products, customers })
      const year = new Date(row.createdAt).getUTCFullYear()
      last.set(year, (last.get(year) ?? 0) + 1)
      rows.push({ ...row, number: `INQ-${year}-${String(last.get(year)).padStart(6, '0')}` })
    }
    await maker.insert(modules.inquiry, rows, 'create')
    const tasks = []
    for (const row of rows) if (row.nextContactAt) tasks.push(await taskOf(maker, row))
    await maker.insert(modules.task, tasks, 'create')
    for (const [year, nr] of last)
      await deeds.tx.also('insert into number_series (series, year, last) values ($1, $2, $3)', ['INQ', year, nr])
  })

type From = { ago: number; products: readonly Row[]; customers: readonly Row[] }

async function inquiryOf(maker: Maker, ground: Ground, luck: Chance, { ago, products, customers }: From): Promise<Row> {
  const { people, branches, item, cities, admin, now } = ground
  const known = luck.happens(18) ? luck.one(customers) : null
  const name = known ? (known.name as string) : `${luck.one(firstNames)} ${luck.one(lastNames)}`
  const phone = known
    ? (known.phones as { number: string }[])[0]!.number
    : `+91${luck.one(['98', '99', '97', '90'])}${luck.between(10_000_000, 99_999_999)}`
  const product = luck.one(products)
  const city = luck.one(cities)
  const area = city.areas.length > 0 ? luck.one(city.areas) : null
  const assignedTo = people.get(luck.one(['desk', 'desk', 'admin', 'arjun.reddy', 'sunita.joshi'])) ?? admin
  const at = maker.ago(ago, luck.between(9, 18))
  const isOpen = ago < 30 && !luck.happens(25)
  const contacts = await contactsOf(maker, luck, { ago, isOpen, by: assignedTo })
  const lastOutcome = contacts.at(-1)?.outcome
  const stage = !isOpen
    ? 'dead'
    : lastOutcome === undefined
      ? 'new'
      : lastOutcome === 'interested'
        ? 'interested'
        : 'followUp'
  // In the working hours of India, whenever the demo is made.
  const day = new Date(now.getTime() + luck.between(-2, 9) * DAY).toISOString().slice(0, 10)
  const next = new Date(Date.parse(`${day}T04:30:00.000Z`) + luck.between(0, 15) * 1_800_000)
  const qty = luck.happens(85) ? 1 : luck.between(2, 12)
  return maker.row(
    modules.inquiry,
    {
      name,
      phone,
      source: item('source', luck.one(sources)) ?? item('source', 'Phone'),
      type: item('type', luck.happens(85) ? 'Product' : 'Service'),
      priority: luck.happens(12) ? 'high' : luck.happens(3) ? 'urgent' : 'normal',
      assignedTo,
      status: item(
        'inquiryStatus',
        { new: 'New', followUp: 'Follow-up', interested: 'Interested', dead: 'Dead' }[stage],
      ),
      nextContactAt: isOpen && stage !== 'new' ? next.toISOString() : null,
      products: [
        { id: await maker.nextId(), product: product.id, colour: null, qty, quoted: product.price ?? null, note: null },
      ],
      expectedValue: typeof product.price === 'number' ? product.price * qty : null,
      address: luck.happens(60) ? `${luck.between(1, 90)}, ${luck.one(houses)}, ${luck.one(streets)}` : null,
      area: area?.id ?? null,
      city: city.id,
      state: city.state,
      pincode: area?.pincode || null,
      customer: known?.id ?? null,
      dealerBranch: luck.happens(50) ? luck.one([...branches.values()]) : null,
      contactLog: contacts,
      deadReason: isOpen ? null : item('deadReason', luck.one(reasons)),
      tags: luck.happens(8) ? ['bulk'] : [],
    },
    at,
    { createdBy: assignedTo, updatedBy: assignedTo, stage },
  )
}

type Life = { ago: number; isOpen: boolean; by: number }

/** What was said: up to four contacts since it came in, the last one the end where it came to nothing. */
async function contactsOf(maker: Maker, luck: Chance, { ago, isOpen, by }: Life): Promise<Contact[]> {
  const many = isOpen ? luck.between(0, 3) : luck.between(1, 4)
  const contacts: Contact[] = []
  let day = ago
  for (let at = 0; at < many && day > 1; at += 1) {
    day = Math.max(day - luck.between(1, 3), 1)
    const outcome =
      !isOpen && (at === many - 1 || day === 1)
        ? 'dead'
        : luck.one(['noAnswer', 'callBack', 'callBack', 'interested'] as const)
    const note = outcome === 'dead' ? null : luck.one(said[outcome])
    const mode = luck.one(['call', 'call', 'call', 'whatsapp'] as const)
    contacts.push({ id: await maker.nextId(), mode, outcome, note, at: maker.ago(day, 9 + at * 3), by })
  }
  return contacts
}

const taskOf = (maker: Maker, { id, name, assignedTo, nextContactAt, updatedAt }: Row): Promise<Row> =>
  maker.row(
    modules.task,
    { title: `Contact ${String(name)}`, assignedTo, dueAt: nextContactAt, inquiry: id },
    updatedAt,
    {
      createdBy: assignedTo,
      updatedBy: assignedTo,
      assignedBy: assignedTo,
      passedAt: updatedAt,
      passedBy: assignedTo,
      follows: 'nextContactAt',
    },
  )
