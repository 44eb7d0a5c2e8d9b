/** Who sells the devices of the sample business at their own counters, and how they buy them. */

type Place = { city: string; state: string; pincode: string; line: string }
type Contact = { name: string; role: string; phone: string; email: string }
/** How much is to be sold in each quarter, in pieces and rupees. */
type Target = { qty: number; value: number }

export type DemoDealer = {
  name: string
  type: string
  stage: 'prospect' | 'onboarding' | 'active' | 'suspended'
  suspendReason?: string
  /** How many days ago it was met first. */
  since: number
  manager: string
  /** The tax number without its state and its check sign. */
  pan?: string
  place: Place
  territory: string[]
  contacts: Contact[]
  /** In basis points. */
  commission?: number
  /** In rupees. */
  creditLimit?: number
  creditDays?: number
  targets?: { last: Target; running: Target }
  tags?: string[]
  note?: string
  branches: (Place & { name: string; storeType: string; phone: string; hours: string })[]
  /** The SKUs that it buys. */
  sells: string[]
  /** How many days ago each of its orders was taken. */
  orders: number[]
}

export const dealers: DemoDealer[] = [
  {
    name: 'Sahyadri Health Distributors',
    type: 'Distributor',
    stage: 'active',
    since: 430,
    manager: 'desk',
    pan: 'AAKFS4821M',
    place: {
      city: 'Pune',
      state: 'Maharashtra',
      pincode: '411009',
      line: '41, Parvati Industrial Estate, Satara Road',
    },
    territory: ['Maharashtra', 'Goa'],
    contacts: [
      { name: 'Prakash Gokhale', role: 'Owner', phone: '+91 98230 51174', email: 'prakash@sahyadri-health.example' },
      { name: 'Nisha Pawar', role: 'Accounts', phone: '+91 98230 51190', email: 'accounts@sahyadri-health.example' },
    ],
    commission: 1_200,
    creditLimit: 1_000_000,
    creditDays: 45,
    targets: { last: { qty: 60, value: 150_000 }, running: { qty: 150, value: 500_000 } },
    tags: ['key account'],
    branches: [
      {
        name: 'Sahyadri Health, Pune',
        storeType: 'Own showroom',
        phone: '+91 20 2421 7340',
        city: 'Pune',
        state: 'Maharashtra',
        pincode: '411009',
        line: 'Shop 2, Parvati Industrial Estate, Satara Road',
        hours: 'Mon–Sat 10:00–20:00',
      },
      {
        name: 'Sahyadri Health, Nashik',
        storeType: 'Own showroom',
        phone: '+91 253 231 4470',
        city: 'Nashik',
        state: 'Maharashtra',
        pincode: '422005',
        line: '7, Thatte Nagar, Gangapur Road',
        hours: 'Mon–Sat 10:00–19:30',
      },
      {
        name: 'Sahyadri Health, Nagpur',
        storeType: 'Shop in shop',
        phone: '+91 712 252 6618',
        city: 'Nagpur',
        state: 'Maharashtra',
        pincode: '440010',
        line: 'First floor, Poonam Chambers, Sitabuldi',
        hours: 'Daily 11:00–21:00',
      },
    ],
    sells: ['KW-PRO', 'KW-MINI', 'NS-10', 'BC-40', 'FS-10', 'TS-1'],
    orders: [352, 311, 262, 215, 170, 128, 92, 61, 34, 12, 2],
  },
  {
    name: 'Malnad Salon Supply',
    type: 'Salon chain',
    stage: 'active',
    since: 400,
    manager: 'arjun.reddy',
    pan: 'AAECM7305K',
    place: { city: 'Bengaluru', state: 'Karnataka', pincode: '560034', line: '18, 80 Feet Road, 4th Block' },
    territory: ['Karnataka', 'Tamil Nadu', 'Kerala'],
    contacts: [
      { name: 'Shalini Hegde', role: 'Purchasing', phone: '+91 98450 72216', email: 'shalini@malnad-salons.example' },
    ],
    commission: 1_000,
    creditLimit: 600_000,
    creditDays: 30,
    targets: { last: { qty: 90, value: 200_000 }, running: { qty: 80, value: 180_000 } },
    branches: [
      {
        name: 'Malnad Salon Supply, Koramangala',
        storeType: 'Own showroom',
        phone: '+91 80 4093 5521',
        city: 'Bengaluru',
        state: 'Karnataka',
        pincode: '560034',
        line: '18, 80 Feet Road, 4th Block',
        hours: 'Daily 10:00–20:30',
      },
      {
        name: 'Malnad Salon Supply, Mysuru',
        storeType: 'Kiosk',
        phone: '+91 821 242 9036',
        city: 'Mysuru',
        state: 'Karnataka',
        pincode: '570001',
        line: '112, Devaraj Urs Road',
        hours: 'Daily 11:00–21:00',
      },
    ],
    sells: ['SA-1800', 'GS-230', 'CW-25', 'VB-3', 'ET-11', 'CC-5'],
    orders: [330, 268, 201, 140, 83, 41, 16],
  },
  {
    name: 'Sabarmati Medicals',
    type: 'Pharmacy',
    stage: 'active',
    since: 220,
    manager: 'desk',
    pan: 'AAPFS2648D',
    place: { city: 'Ahmedabad', state: 'Gujarat', pincode: '380009', line: '5, Swastik Society, C. G. Road' },
    territory: ['Gujarat', 'Rajasthan'],
    contacts: [
      { name: 'Hardik Trivedi', role: 'Owner', phone: '+91 98790 33418', email: 'hardik@sabarmati-medicals.example' },
    ],
    creditLimit: 400_000,
    creditDays: 21,
    targets: { last: { qty: 40, value: 60_000 }, running: { qty: 60, value: 90_000 } },
    branches: [
      {
        name: 'Sabarmati Medicals, C. G. Road',
        storeType: 'Shop in shop',
        phone: '+91 79 2640 1187',
        city: 'Ahmedabad',
        state: 'Gujarat',
        pincode: '380009',
        line: '5, Swastik Society, C. G. Road',
        hours: 'Daily 09:00–22:00',
      },
    ],
    sells: ['SS-5', 'SS-K', 'AJ-90', 'TT-1', 'NC-1', 'DM-3'],
    orders: [190, 112, 55, 9],
  },
  {
    name: 'Gomti Care Traders',
    type: 'Retailer',
    stage: 'onboarding',
    since: 18,
    manager: 'arjun.reddy',
    pan: 'AAGPT9172H',
    place: { city: 'Lucknow', state: 'Uttar Pradesh', pincode: '226001', line: '23, Halwasiya Market, Hazratganj' },
    territory: ['Uttar Pradesh'],
    contacts: [{ name: 'Rakesh Mishra', role: 'Owner', phone: '+91 99350 18842', email: 'rakesh@gomti-care.example' }],
    creditLimit: 200_000,
    creditDays: 15,
    note: 'The agreement is signed; the cancelled cheque is still to come.',
    branches: [],
    sells: [],
    orders: [],
  },
  {
    name: 'Neelkanth Online Bazaar',
    type: 'Online seller',
    stage: 'prospect',
    since: 6,
    manager: 'desk',
    place: { city: 'Jaipur', state: 'Rajasthan', pincode: '302001', line: '9, Nehru Bazaar' },
    territory: ['Rajasthan', 'Delhi', 'Haryana'],
    contacts: [
      { name: 'Ritu Agarwal', role: 'Founder', phone: '+91 94140 60275', email: 'ritu@neelkanth-bazaar.example' },
    ],
    note: 'Met at the trade fair. Wants to begin with oral care and trimmers.',
    branches: [],
    sells: [],
    orders: [],
  },
  {
    name: 'Hooghly Home Appliances',
    type: 'Retailer',
    stage: 'suspended',
    suspendReason: 'Two orders unpaid for more than 60 days',
    since: 290,
    manager: 'sunita.joshi',
    pan: 'AAHFH5534P',
    place: { city: 'Kolkata', state: 'West Bengal', pincode: '700019', line: '64, Gariahat Road' },
    territory: ['West Bengal', 'Odisha'],
    contacts: [
      { name: 'Mohan Chatterjee', role: 'Owner', phone: '+91 98310 47729', email: 'mohan@hooghly-home.example' },
    ],
    creditLimit: 300_000,
    creditDays: 30,
    branches: [
      {
        name: 'Hooghly Home Appliances, Gariahat',
        storeType: 'Shop in shop',
        phone: '+91 33 2461 9054',
        city: 'Kolkata',
        state: 'West Bengal',
        pincode: '700019',
        line: '64, Gariahat Road',
        hours: 'Mon–Sat 10:30–20:00',
      },
    ],
    sells: ['SA-900', 'SS-5', 'ET-7', 'FS-10'],
    orders: [210, 118, 96],
  },
]
