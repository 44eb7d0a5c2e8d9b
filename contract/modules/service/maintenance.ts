import {
  alsoOff,
  accountMoney,
  choice,
  code,
  copied,
  dateTime,
  email,
  files,
  flag,
  lines,
  listItem,
  longText,
  maybe,
  money,
  number,
  percent,
  phone,
  pincode,
  quantity,
  reference,
  serial,
  tags,
  text,
  withDefault,
} from '../../fields.ts'
import { itemQualityCheck, maintenanceStatus } from '../../lists/after-sales.ts'
import { maintenanceStages } from '../../lists/maintenance-stages.ts'
import { area, city, country, state } from '../../lists/places.ts'
import { mailedFields, mailMove } from '../../mailed.ts'
import { defineModule, type RowOf } from '../../module.ts'
import { deriveMaintenance, whenOf } from './maintenance-rules.ts'
import { DAYS_AHEAD } from './days-ahead.ts'

/** Without a word of its own a line is paid by whoever pays for the job. */
const pays = () => withDefault(choice(['asJob', 'customer', 'us']), 'asJob')
const taxRate = () => maybe(percent())

/** The papers of a job that its customer may get. */
export const jobPapers = ['report', 'card'] as const

/** A service job: what a customer's device has, what is done about it, with which parts, and how it comes back. */
export const maintenance = defineModule({
  name: 'maintenance',
  code: 40,
  label: 'job',
  colour: 'orange',
  wide: ['list', 'create', 'edit', 'details'],
  fields: {
    /** Whose it is and where is copied as it was said then. */
    phone: phone(),
    name: text(120),
    customer: maybe(reference('customer')),
    altPhone: maybe(phone()),
    email: maybe(email()),
    address: maybe(text(300)),
    pincode: maybe(pincode()),
    area: maybe(listItem(area)),
    city: maybe(listItem(city)),
    state: maybe(listItem(state)),
    country: maybe(listItem(country)),
    unit: maybe(reference('unit')),
    /** As its customer tells it, where it is none of ours. */
    product: maybe(alsoOff(reference('product'))),
    serial: maybe(copied('unit', serial())),
    order: maybe(reference('order')),
    serviceMode: withDefault(choice(['carryIn', 'pickup', 'onSite']), 'carryIn'),
    cover: withDefault(choice(['warranty', 'paid', 'goodwill']), 'paid'),
    coverReason: maybe(text(300)),
    problems: withDefault(
      lines({ problem: maybe(reference('partProblem')), text: maybe(text(200)), note: maybe(text(300)) }),
      [],
    ),
    accessories: maybe(text(300)),
    /** How it came in. */
    checks: withDefault(
      lines({
        check: listItem(itemQualityCheck),
        result: withDefault(choice(['good', 'bad']), 'good'),
        note: maybe(text(200)),
      }),
      [],
    ),
    priority: withDefault(choice(['normal', 'high', 'urgent']), 'normal'),
    promisedAt: maybe(dateTime()),
    dealerBranch: maybe(reference('dealerBranch')),
    status: maybe(listItem(maintenanceStatus)),
    assignedTo: maybe(reference('user')),
    scheduledAt: maybe(dateTime()),
    startedAt: maybe(dateTime()),
    endedAt: maybe(dateTime()),
    checklist: withDefault(
      lines({
        label: text(120),
        kind: withDefault(choice(['tick', 'number', 'text', 'passFail']), 'tick'),
        /** What a number is in: mm, °C. */
        unit: maybe(text(20)),
        value: maybe(text(200)),
      }),
      [],
    ),
    parts: withDefault(
      lines({
        part: reference('part'),
        qty: withDefault(quantity({ min: 1, max: 1_000 }), 1),
        price: maybe(money()),
        taxRate: taxRate(),
        pays: pays(),
        /** Whose own stock it comes from; without one it is the warehouse. */
        takenFrom: maybe(reference('user')),
        note: maybe(text(200)),
      }),
      [],
    ),
    labour: withDefault(
      lines(
        {
          user: maybe(reference('user')),
          minutes: quantity({ min: 1, max: 10_000 }),
          /** For an hour. */
          rate: withDefault(money(), 0),
          taxRate: taxRate(),
          pays: pays(),
        },
        { summed: ['minutes'] },
      ),
      [],
    ),
    charges: withDefault(
      lines({ label: text(120), amount: money(), taxRate: taxRate(), pays: pays() }, { summed: ['amount'] }),
      [],
    ),
    diagnosis: maybe(longText(2_000)),
    workDone: maybe(longText(2_000)),
    photos: withDefault(files(), []),
    signature: withDefault(files(), []),
    note: maybe(longText(1_000)),
    tags: tags(),
  },
  given: {
    number: code(20),
    taxable: accountMoney(),
    tax: accountMoney(),
    roundOff: accountMoney(),
    total: accountMoney(),
    /** What its invoice gave back. */
    credited: accountMoney(),
    paid: accountMoney(),
    /** What is left to pay; below nothing where too much was paid. */
    balance: accountMoney(),
    minutes: quantity(),
    /** Was it under warranty when it came, and until when? */
    warranted: flag(),
    warrantyUntil: text(10),
    /** The job before it on the same device and problem. */
    repeats: reference('maintenance'),
    /** What was done to the device before, the last first: each line has the id of its job. Out there nobody can ask for it. */
    earlier: withDefault(
      lines({ number: maybe(text(20)), at: dateTime(), problem: maybe(text(200)), done: maybe(text(200)) }),
      [],
    ),
    /** More of its parts were used than their technician had. */
    overTaken: flag(),
    /** What the customer was told that it costs. */
    estimate: accountMoney(),
    decidedBy: text(120),
    signedBy: text(120),
    /** Since when it is signed, and since when it says something else than was signed. */
    signedAt: dateTime(),
    signedChangedAt: dateTime(),
    rating: number({ min: 1, max: 5, whole: true }),
    feedback: text(300),
    declineReason: text(300),
    holdReason: text(300),
    endReason: text(300),
    cancelReason: text(300),
    receivedAt: dateTime(),
    readyAt: dateTime(),
    handedOverAt: dateTime(),
    /** The clock of what was promised (`job-clock.ts`): `waited` in minutes, `lateSince` is when somebody was told. */
    stageSince: dateTime(),
    waitingSince: dateTime(),
    waited: quantity(),
    dueAt: dateTime(),
    lateSince: dateTime(),
    /** Until when its customer's link opens its page; empty where there is none. */
    linkUntil: dateTime(),
    /** Its papers go to its customer by mail. */
    ...mailedFields(),
  },
  title: 'number',
  search: ['number', 'name', 'phone', 'serial', 'pincode'],
  offline: {
    keep: 'mine',
    write: true,
    open: maintenanceStages.slice(0, -3),
    pictures: { of: ['photos'], by: 'scheduledAt', days: DAYS_AHEAD },
  },
  scope: { own: 'assignedTo', branch: 'dealerBranch' },
  stages: maintenanceStages,
  aside: {
    declined: 'wrong',
    waitingParts: 'waits',
    onHold: 'waits',
    unrepairable: 'wrong',
    dispatched: 'waits',
    cancelled: 'ended',
  },
  editable: maintenanceStages.slice(0, -2),
  // Of several the first is what comes next at best: it is the button that stands out.
  archivable: ['logged', 'closed', 'cancelled'],
  moves: {
    bookPickup: {
      from: ['logged'],
      to: 'pickupBooked',
      needs: 'editOrDispatch',
      offline: true,
      when: whenOf.isFetched,
    },
    collect: {
      from: ['logged', 'pickupBooked'],
      to: 'inTransit',
      needs: 'editOrDispatch',
      offline: true,
      when: whenOf.isFetched,
    },
    receive: {
      from: ['logged', 'pickupBooked', 'inTransit', 'assigned'],
      to: 'received',
      // Whoever takes in what arrives need not repair it.
      needs: 'editOrDispatch',
      offline: true,
      when: whenOf.isAwaited,
    },
    assign: {
      from: ['logged', 'pickupBooked', 'inTransit', 'received'],
      to: 'assigned',
      offline: true,
      args: { assignedTo: reference('user') },
    },
    diagnose: {
      from: ['received', 'assigned'],
      to: 'diagnosed',
      offline: true,
      args: { diagnosis: longText(2_000) },
    },
    sendEstimate: {
      from: ['diagnosed', 'declined', 'estimateSent', 'approved'],
      to: 'estimateSent',
      offline: true,
      when: whenOf.isToPay,
    },
    approve: { from: ['estimateSent'], to: 'approved', offline: true, args: { decidedBy: text(120) } },
    decline: {
      from: ['estimateSent'],
      to: 'declined',
      offline: true,
      args: { decidedBy: text(120), declineReason: text(300) },
    },
    repair: { from: ['assigned', 'diagnosed', 'approved'], to: 'inRepair', offline: true },
    finish: { from: ['inRepair'], to: 'repaired', offline: true, args: { workDone: longText(2_000) } },
    waitForParts: { from: ['inRepair'], to: 'waitingParts', offline: true, back: ['goOn'] },
    hold: { from: ['inRepair', 'waitingParts'], to: 'onHold', offline: true, args: { holdReason: text(300) } },
    goOn: { from: ['waitingParts', 'onHold'], to: 'inRepair', offline: true, back: ['waitForParts'] },
    giveUp: {
      from: ['diagnosed', 'declined', 'inRepair', 'waitingParts', 'onHold'],
      to: 'unrepairable',
      offline: true,
      args: { endReason: text(300) },
    },
    passCheck: { from: ['repaired'], to: 'checked', offline: true },
    makeReady: { from: ['checked', 'unrepairable', 'declined'], to: 'ready', offline: true },
    failCheck: { from: ['repaired', 'checked'], to: 'inRepair', offline: true, args: { holdReason: text(300) } },
    handOver: {
      from: ['ready', 'dispatched'],
      to: 'handedOver',
      offline: true,
      args: { signedBy: text(120), rating: maybe(number({ min: 1, max: 5, whole: true })), feedback: maybe(text(300)) },
    },
    send: { from: ['ready'], to: 'dispatched', needs: 'dispatch', offline: true, when: whenOf.isBrought },
    /** What was sent out came back to us. */
    cameBack: { from: ['dispatched'], to: 'ready', needs: 'dispatch', offline: true },
    /** When somebody comes to fetch it. */
    chooseSlot: {
      from: ['logged', 'pickupBooked'],
      offline: true,
      when: whenOf.isFetched,
      args: { scheduledAt: dateTime() },
    },
    /** What its customer thinks of it, where nobody has said yet. */
    rate: {
      from: ['handedOver', 'closed'],
      offline: true,
      when: whenOf.isUnrated,
      args: { rating: number({ min: 1, max: 5, whole: true }), feedback: maybe(text(300)) },
    },
    close: { from: ['handedOver'], to: 'closed' },
    cancel: {
      from: ['logged', 'pickupBooked', 'inTransit', 'received', 'assigned', 'diagnosed', 'estimateSent', 'approved'],
      to: 'cancelled',
      args: { cancelReason: text(300) },
    },
    // At any time, so that it is never what comes next.
    mail: mailMove(maintenanceStages.slice(0, -1), { paper: choice(jobPapers) }),
  },
  derive: deriveMaintenance,
})
export type Maintenance = RowOf<typeof maintenance>
