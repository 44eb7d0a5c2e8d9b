import { gstinCheckSign, gstStateCodes } from '#contract/gstin.ts'
import { modules } from '#contract/modules/index.ts'
import type { Row } from '#contract/module.ts'
import type { Chance } from './chance.ts'
import {
  companies,
  dealers,
  firstNames,
  homes,
  houses,
  languages,
  lastNames,
  riskReasons,
  streets,
} from './demo-customers.ts'
import type { Ground, Maker } from './maker.ts'

const PEOPLE = 300
const weighted = homes.flatMap(home => Array.from({ length: home.weight }, () => home))
const SHARED = '+919820441177'

/** The customers of the sample business; two of them are one person, for whoever wants to try a merge. */
export async function customersOf(maker: Maker, ground: Ground, luck: Chance): Promise<Row[]> {
  const rows: Row[] = []
  const taken = new Set<string>()
  const named = (name: string, type: string) => customer(maker, ground, luck, name, type)
  for (const name of companies) rows.push(await named(name, 'company'))
  for (const name of dealers) rows.push(await named(name, 'dealer'))
  while (rows.length < PEOPLE) {
    const name = `${luck.one(firstNames)} ${luck.one(lastNames)}`
    if (taken.has(name)) continue
    taken.add(name)
    rows.push(await named(name, 'person'))
  }
  const [asha, again] = [await named('Asha Rao', 'person'), await named('Asha R. Rao', 'person')]
  again.phones = [{ id: await maker.nextId(), number: SHARED, kind: 'whatsapp', typed: '098204 41177' }]
  asha.phones = [{ id: await maker.nextId(), number: SHARED, kind: 'mobile', typed: null }]
  return [...rows, asha, again]
}

async function customer(maker: Maker, ground: Ground, luck: Chance, name: string, type: string): Promise<Row> {
  const { people, branches, item, cities, admin } = ground
  const home = luck.one(weighted)
  const city = cities.find(({ label, stateLabel }) => label === home.city && stateLabel === home.state)
  const area = city && city.areas.length > 0 && luck.happens(70) ? luck.one(city.areas) : null
  const phone = async (kind: string) => {
    const digits = `${luck.one(['98', '99', '97', '90', '88', '70'])}${String(luck.between(10_000_000, 99_999_999))}`
    const typed = luck.happens(40) ? `${digits.slice(0, 5)} ${digits.slice(5)}` : null
    return { id: await maker.nextId(), number: `+91${digits}`, kind, typed }
  }
  const folded = name
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
  const isBusiness = type !== 'person'
  const risky = luck.happens(3)
  const owner = people.get(luck.one(['desk', 'arjun.reddy', 'desk', 'sunita.joshi'])) ?? admin
  const at = maker.ago(luck.between(5, 500), luck.between(9, 18))
  return maker.row(
    modules.customer,
    {
      name,
      type,
      phones: [await phone(isBusiness ? 'work' : 'mobile'), ...(luck.happens(20) ? [await phone('home')] : [])],
      emails: luck.happens(isBusiness ? 95 : 60)
        ? [{ id: await maker.nextId(), email: `${folded}${luck.happens(40) ? luck.between(1, 99) : ''}@mail.example` }]
        : [],
      taxId: isBusiness
        ? gstinFor(home.state, `AAB${luck.one(['CK', 'PS', 'FM', 'DR'])}${luck.between(1_000, 9_999)}L`)
        : null,
      addresses: [
        {
          id: await maker.nextId(),
          label: isBusiness ? 'Shop' : luck.one(['Home', 'Home', 'Office']),
          line: `${luck.between(1, 240)}, ${luck.happens(40) ? `${luck.one(houses)}, ` : ''}${luck.one(streets)}`,
          area: area?.id ?? null,
          city: city?.id ?? null,
          state: city?.state ?? null,
          country: item('country', 'India'),
          pincode: area?.pincode ?? home.pincode,
          isDefault: true,
        },
      ],
      source: item(
        'source',
        luck.one(['Website', 'Phone', 'Walk-in', 'Instagram', 'Referral', 'Marketplace', 'WhatsApp']),
      ),
      language: luck.one(languages),
      consent: luck.some(['sms', 'whatsapp', 'call'], 55),
      risk: risky,
      riskReason: risky ? luck.one(riskReasons) : null,
      owner,
      branch: branches.get(branchNear[home.city] ?? 'Mumbai head office') ?? null,
      tags: [
        ...luck.some(['repeat buyer'], 18),
        ...(isBusiness ? luck.some(['b2b', 'credit'], 50) : luck.some(['vip'], 4)),
      ],
    },
    at,
    { unitCount: 0, city: city?.id ?? null },
  )
}

/** A GSTIN of that state, with the check sign that it has to have. */
function gstinFor(state: string, pan: string): string {
  const first = `${gstStateCodes[state]}${pan}1Z`
  return first + gstinCheckSign(first)
}

const branchNear: Record<string, string> = {
  Pune: 'Pune service centre',
  Bengaluru: 'Bengaluru service centre',
  Hubballi: 'Bengaluru service centre',
  Hyderabad: 'Hyderabad showroom',
  Warangal: 'Hyderabad showroom',
  Chennai: 'Chennai kiosk',
  Madurai: 'Chennai kiosk',
  'New Delhi': 'Delhi service centre',
  Gurugram: 'Delhi service centre',
  Ahmedabad: 'Ahmedabad shop in shop',
  Rajkot: 'Ahmedabad shop in shop',
  Kolkata: 'Kolkata service point',
}
