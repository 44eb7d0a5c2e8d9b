import { standardRoles, type StandardRole } from './roles.ts'

/** The sample business of the demo: a maker of personal-care devices with branches over India. */

export type DemoBranch = {
  name: string
  storeType: string
  phone: string
  email: string
  address: { line: string; pincode: string; city: string; area?: string }
  hours: string
  doesService: boolean
  note?: string
}

export const cities: Record<string, string[]> = {
  Maharashtra: ['Thane', 'Navi Mumbai', 'Aurangabad'],
  Karnataka: ['Hubballi', 'Belagavi'],
  Gujarat: ['Rajkot', 'Gandhinagar'],
  'Tamil Nadu': ['Madurai', 'Tiruchirappalli'],
  Telangana: ['Warangal', 'Secunderabad'],
  Haryana: ['Gurugram', 'Faridabad'],
  Punjab: ['Ludhiana', 'Amritsar'],
  'Madhya Pradesh': ['Indore', 'Bhopal'],
  Bihar: ['Patna', 'Aurangabad'],
  Chandigarh: ['Chandigarh'],
}

export const areas = [
  { label: 'Baner', city: 'Pune', pincodes: '411045' },
  { label: 'Viman Nagar', city: 'Pune', pincodes: '411014' },
  { label: 'Bandra West', city: 'Mumbai', pincodes: '400050' },
  { label: 'Lower Parel', city: 'Mumbai', pincodes: '400013' },
  { label: 'Whitefield', city: 'Bengaluru', pincodes: '560066' },
  { label: 'Koramangala', city: 'Bengaluru', pincodes: '560034, 560095' },
  { label: 'Banjara Hills', city: 'Hyderabad', pincodes: '500034' },
  { label: 'T. Nagar', city: 'Chennai', pincodes: '600017' },
  { label: 'Navrangpura', city: 'Ahmedabad', pincodes: '380009' },
  { label: 'Connaught Place', city: 'New Delhi', pincodes: '110001' },
  { label: 'Salt Lake', city: 'Kolkata', pincodes: '700064, 700091' },
]

export const moreItems: Record<string, Record<string, unknown>[]> = {
  source: [{ label: 'Google Ads' }, { label: 'WhatsApp' }, { label: 'Trade fair' }, { label: 'Dealer' }],
  deadReason: [{ label: 'Out of stock' }, { label: 'Wrong number' }],
  returnReason: [
    { label: 'Battery does not charge', needsPhoto: true, faultOf: 'us' },
    { label: 'Attachment missing', needsPhoto: true, faultOf: 'us' },
    { label: 'Seal broken on arrival', needsPhoto: true, faultOf: 'courier' },
    { label: 'Refused at the door', faultOf: 'customer' },
  ],
  courier: [
    { label: 'DTDC', claimDays: 7, trackingUrl: 'https://www.dtdc.in/trace.asp?strCnno={awb}' },
    { label: 'XpressBees', claimDays: 5, trackingUrl: 'https://www.xpressbees.com/track?awb={awb}' },
    { label: 'Ecom Express', claimDays: 5 },
  ],
  category: [{ label: 'Foot care' }, { label: 'Shavers and trimmers' }, { label: 'Baby care' }],
  color: [
    { label: 'Mint', colour: '#9fd8c0' },
    { label: 'Lavender', colour: '#b9a7d9' },
    { label: 'Gold', colour: '#c9a24b' },
  ],
  inquiryStatus: [{ label: 'Waiting for demo', stage: 'followUp', colour: '#d2610c' }],
  orderStatus: [{ label: 'Waiting for payment', stage: 'onHold', colour: '#a87c00' }],
  maintenanceStatus: [
    { label: 'Waiting for battery', stage: 'waitingParts', colour: '#a87c00', clockPauses: true },
    { label: 'Second repair', stage: 'inRepair', colour: '#d2610c' },
  ],
  itemQualityCheck: [
    { label: 'Charger included', deduction: 35_000 },
    { label: 'Screen free of scratches', checksFor: ['buyback', 'maintenance'], deduction: 50_000 },
    { label: 'Blades sharp', checksFor: ['maintenance'] },
  ],
  dealerType: [{ label: 'Pharmacy' }, { label: 'Physiotherapy clinic' }],
  infFeature: [{ label: 'Before and after' }, { label: 'Giveaway' }],
}

export const branches: DemoBranch[] = [
  {
    name: 'Mumbai head office',
    storeType: 'Own showroom',
    phone: '+91 22 4012 7700',
    email: 'mumbai@caredesk.example',
    address: { line: '14, Kamala Mills, Senapati Bapat Marg', pincode: '400013', city: 'Mumbai', area: 'Lower Parel' },
    hours: 'Mon–Sat 10:00–19:00',
    doesService: false,
    note: 'Orders, accounts and the customer desk sit here.',
  },
  {
    name: 'Bhiwandi warehouse',
    storeType: 'Warehouse',
    phone: '+91 22 4012 7720',
    email: 'warehouse@caredesk.example',
    address: { line: 'Gala 6, Prerna Complex, Anjur Phata', pincode: '421302', city: 'Thane' },
    hours: 'Mon–Sat 08:00–20:00',
    doesService: false,
    note: 'Courier pickups at 13:00 and 17:30. Returns dock is gate 2.',
  },
  {
    name: 'Pune service centre',
    storeType: 'Service point',
    phone: '+91 20 6741 2200',
    email: 'pune@caredesk.example',
    address: { line: '3, Bhagyatara Arcade, Paud Road', pincode: '411038', city: 'Pune', area: 'Kothrud' },
    hours: 'Mon–Sat 09:30–18:30',
    doesService: true,
  },
  {
    name: 'Pune showroom',
    storeType: 'Own showroom',
    phone: '+91 20 6741 2210',
    email: 'pune.showroom@caredesk.example',
    address: { line: 'Shop 12, Phoenix Market City', pincode: '411014', city: 'Pune', area: 'Viman Nagar' },
    hours: 'Daily 11:00–21:00',
    doesService: false,
  },
  {
    name: 'Bengaluru service centre',
    storeType: 'Service point',
    phone: '+91 80 4115 6600',
    email: 'bengaluru@caredesk.example',
    address: { line: '221, 12th Main Road, HAL 2nd Stage', pincode: '560038', city: 'Bengaluru', area: 'Indiranagar' },
    hours: 'Mon–Sat 09:30–18:30',
    doesService: true,
  },
  {
    name: 'Hyderabad showroom',
    storeType: 'Own showroom',
    phone: '+91 40 4850 3300',
    email: 'hyderabad@caredesk.example',
    address: { line: '8-2-293, Road No. 10', pincode: '500034', city: 'Hyderabad', area: 'Banjara Hills' },
    hours: 'Daily 10:30–20:30',
    doesService: true,
  },
  {
    name: 'Chennai kiosk',
    storeType: 'Kiosk',
    phone: '+91 44 4290 1180',
    email: 'chennai@caredesk.example',
    address: { line: 'Level 1, Express Avenue Mall', pincode: '600017', city: 'Chennai', area: 'T. Nagar' },
    hours: 'Daily 11:00–21:30',
    doesService: false,
  },
  {
    name: 'Delhi service centre',
    storeType: 'Service point',
    phone: '+91 11 4156 9900',
    email: 'delhi@caredesk.example',
    address: { line: 'N-42, Outer Circle', pincode: '110001', city: 'New Delhi', area: 'Connaught Place' },
    hours: 'Mon–Sat 10:00–19:00',
    doesService: true,
  },
  {
    name: 'Ahmedabad shop in shop',
    storeType: 'Shop in shop',
    phone: '+91 79 4890 2240',
    email: 'ahmedabad@caredesk.example',
    address: {
      line: 'Ground floor, Himalaya Mall, Drive-in Road',
      pincode: '380009',
      city: 'Ahmedabad',
      area: 'Navrangpura',
    },
    hours: 'Daily 11:00–21:00',
    doesService: false,
  },
  {
    name: 'Kolkata service point',
    storeType: 'Service point',
    phone: '+91 33 4062 1150',
    email: 'kolkata@caredesk.example',
    address: { line: 'BC-114, Sector 1', pincode: '700064', city: 'Kolkata', area: 'Salt Lake' },
    hours: 'Mon–Sat 10:00–18:00',
    doesService: true,
  },
]

/** How the business wants the app to be. */
export const house = {
  companyName: 'Caredesk Personal Care Pvt. Ltd.',
  taxId: '27AAECC4821K1ZM',
  phone: '+91 22 4012 7700',
  helpContact: 'Anita Deshpande, +91 22 4012 7701',
}

/** How many hours a service job may stand in a stage. */
export const demoHours = [
  { stage: 'logged', hours: 8 },
  { stage: 'pickupBooked', hours: 24 },
  { stage: 'inTransit', hours: 48 },
  { stage: 'received', hours: 8 },
  { stage: 'assigned', hours: 16 },
  { stage: 'diagnosed', hours: 8 },
  { stage: 'approved', hours: 8 },
  { stage: 'inRepair', hours: 48 },
  { stage: 'repaired', hours: 8 },
  { stage: 'checked', hours: 8 },
  { stage: 'unrepairable', hours: 48 },
  { stage: 'ready', hours: 96 },
] as const

/** How many hours an order may stand in a stage. */
export const demoOrderHours = [
  { stage: 'draft', hours: 24 },
  { stage: 'confirmed', hours: 48 },
  { stage: 'packing', hours: 48 },
] as const

const grantsOf = (name: string) => standardRoles.find(role => role.name === name)?.permissions ?? []

/** Beside the standard roles: somebody who looks after one place and its people, and may do what they do. */
export const demoRoles: StandardRole[] = [
  {
    name: 'Branch manager',
    about: 'Runs one branch: its repairs, its stock and its people.',
    permissions: [
      ...new Set([...grantsOf('Field service'), ...grantsOf('Warehouse'), '60-a', '60-b', '60-c', '60-d', '61-a']),
    ],
    ownOnly: [],
    branchOnly: ['maintenance', 'user'],
    approves: [],
  },
]

type DemoPerson = {
  username: string
  name: string
  email: string
  phone: string
  role: string
  branch: string
  stage: 'invited' | 'pending' | 'active' | 'off'
  /** Only those whom the README names can sign in. */
  password?: string
  notificationPermission?: string[]
  invitedAt?: string
}

/** Who works here. The README says the passwords of those who can sign in; the demo listens on this machine only. */
export const people: DemoPerson[] = [
  {
    username: 'admin',
    name: 'Anita Deshpande',
    email: 'admin@caredesk.example',
    phone: '+91 22 4012 7701',
    role: 'Administrator',
    branch: '',
    stage: 'active',
    password: 'caredesk-demo-admin',
  },
  {
    username: 'desk',
    name: 'Rohan Mehta',
    email: 'desk@caredesk.example',
    phone: '+91 98200 41120',
    role: 'Desk',
    branch: 'Mumbai head office',
    stage: 'active',
    password: 'caredesk-demo-desk',
    notificationPermission: ['tasks', 'inquiries', 'orders', 'returns'],
  },
  {
    username: 'warehouse',
    name: 'Salim Shaikh',
    email: 'salim@caredesk.example',
    phone: '+91 98200 41131',
    role: 'Warehouse',
    branch: 'Bhiwandi warehouse',
    stage: 'active',
    password: 'caredesk-demo-warehouse',
    notificationPermission: ['tasks', 'returns', 'stock'],
  },
  {
    username: 'field',
    name: 'Kavya Nair',
    email: 'kavya@caredesk.example',
    phone: '+91 98906 22417',
    role: 'Field service',
    branch: 'Pune service centre',
    stage: 'active',
    password: 'caredesk-demo-field',
    notificationPermission: ['tasks', 'maintenances'],
  },
  {
    username: 'sunita.joshi',
    name: 'Sunita Joshi',
    email: 'sunita@caredesk.example',
    phone: '+91 98220 17745',
    role: 'Branch manager',
    branch: 'Pune service centre',
    stage: 'active',
    notificationPermission: ['tasks', 'maintenances', 'returns', 'access'],
  },
  {
    username: 'deepak.rane',
    name: 'Deepak Rane',
    email: 'deepak@caredesk.example',
    phone: '+91 98906 22430',
    role: 'Field service',
    branch: 'Pune service centre',
    stage: 'active',
    notificationPermission: ['tasks', 'maintenances'],
  },
  {
    username: 'meera.iyer',
    name: 'Meera Iyer',
    email: 'meera@caredesk.example',
    phone: '+91 98200 41164',
    role: 'Accounts',
    branch: 'Mumbai head office',
    stage: 'active',
    notificationPermission: ['tasks', 'money', 'returns'],
  },
  {
    username: 'arjun.reddy',
    name: 'Arjun Reddy',
    email: 'arjun@caredesk.example',
    phone: '+91 99490 60218',
    role: 'Desk',
    branch: 'Hyderabad showroom',
    stage: 'active',
    notificationPermission: ['tasks', 'inquiries', 'orders'],
  },
  {
    username: 'farah.khan',
    name: 'Farah Khan',
    email: 'farah@caredesk.example',
    phone: '+91 98200 41187',
    role: 'Warehouse',
    branch: 'Bhiwandi warehouse',
    stage: 'active',
    notificationPermission: ['tasks', 'stock'],
  },
  {
    username: 'thomas.mathew',
    name: 'Thomas Mathew',
    email: 'thomas@caredesk.example',
    phone: '+91 98450 33906',
    role: 'Field service',
    branch: 'Bengaluru service centre',
    stage: 'invited',
    invitedAt: '2026-01-12T05:40:00.000Z',
  },
  {
    username: 'neha.kulkarni',
    name: 'Neha Kulkarni',
    email: 'neha.kulkarni@mail.example',
    phone: '+91 98233 70152',
    role: '',
    branch: '',
    stage: 'pending',
  },
  {
    username: 'vikram.sethi',
    name: 'Vikram Sethi',
    email: 'vikram@caredesk.example',
    phone: '+91 98110 25584',
    role: 'Desk',
    branch: 'Delhi service centre',
    stage: 'off',
  },
]
