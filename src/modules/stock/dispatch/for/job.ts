import { cleanCode } from '#contract/clean.ts'
import { codeKey } from '#contract/codes.ts'
import { contentsOf, dueFor, maySend, stillDue } from '#contract/modules/service/maintenance-parcel.ts'
import type { Maintenance } from '#contract/modules/service/maintenance.ts'
import { isOver } from '#contract/modules/stock/dispatch-fits.ts'
import { inIt } from '#contract/modules/stock/dispatch-rules.ts'
import type { Dispatch, DispatchItem } from '#contract/modules/stock/dispatch.ts'
import { wrongOf, type Judged, type Scanned } from '../pack/scan.ts'
import { addressOf } from './address-of.ts'
import type { PackFor, Place } from './pack-for.ts'

const isDevice = ({ product }: Pick<DispatchItem, 'product'>): boolean => product !== null
const isOpen = (parcel: Dispatch): boolean => parcel.stage === 'delivered' || !isOver(parcel)

/** A parcel of a service job holds its device, and what came with it. */
export function forJob(job: Maintenance): PackFor {
  return {
    name: 'maintenance',
    row: job,
    promised: job.promisedAt,
    left: parcels =>
      maySend(job) && !parcels.some(isOpen) ? contentsOf(job).map(one => ({ ...one, fixed: isDevice(one) })) : [],
    nothing: nothingOf(job),
    input: items => ({
      maintenance: job.id,
      items: items.map(({ id, line, product, serial, text, qty }) => ({
        id,
        line,
        product,
        serial,
        text,
        qty,
        units: [],
        counted: null,
      })),
      codAmount: dueFor(job),
      ...addressOf(job),
    }),
    judge: (scanned, text, place) => judge(scanned, text, job, place),
    isCounted: item => !isDevice(item) || (job.unit === null && !job.serial),
    meant: item => (isDevice(item) && job.serial ? [job.serial] : []),
    colourOf: () => null,
    surplus: () => new Map(),
    isCancelled: () => false,
    due: row => stillDue(row, job),
  }
}

function nothingOf({ stage, serviceMode }: Maintenance): string {
  if (serviceMode === 'onSite') return 'jobOnSite'
  return ['ready', 'dispatched'].includes(stage)
    ? 'jobAll'
    : ['handedOver', 'closed', 'cancelled'].includes(stage)
      ? 'jobOver'
      : 'jobNotReady'
}

/**
 * The job names its device, so that no other one fits, and so that it is known without asking anybody: by what is scanned, or by
 * the serial number that the customer told.
 */
function judge(scanned: Scanned, text: string, job: Maintenance, { items, now, elsewhere }: Place): Judged {
  const wrong = wrongOf(text)
  const item = items.find(isDevice)
  const unit = 'unit' in scanned ? scanned.unit : null
  const isSaid = job.serial !== null && codeKey(cleanCode(text)) === codeKey(job.serial)
  const isIt = isSaid || (unit !== null && (unit.id === job.unit || codeKey(unit.serial) === codeKey(job.serial ?? '')))
  if (!item || !isIt) {
    if (item && job.unit === null && !job.serial) return wrong('noSerial', unit)
    if ('product' in scanned)
      return wrong(scanned.product.id === item?.product ? 'needsSerial' : 'otherProduct', null, scanned.product.id)
    if ('none' in scanned && !scanned.none.isUnknown) return { ...wrong('none'), said: scanned.none }
    return wrong('otherDevice', unit)
  }
  if (inIt(item) >= item.qty) return { is: 'twice', serial: job.serial ?? text }
  if (job.unit !== null && elsewhere.has(job.unit)) return wrong('otherParcel', unit)
  const device = job.unit === null ? null : { id: job.unit, serial: unit?.serial ?? job.serial ?? text }
  return { is: 'right', item: item.id, product: item.product, text: job.serial, unit: device, at: now }
}
