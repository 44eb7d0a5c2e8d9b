import PackageOpen from 'lucide-react/icons/package-open'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import { mayMove } from '#contract/rules.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

const asked = piece(() => import('./maintenance/work/asked-move.tsx').then(it => it.AskedMove))
const open = maintenance.offline.open ?? []

export const maintenanceContents = defineContents(maintenance, {
  columns: [
    'number',
    'name',
    'product',
    'serial',
    'stage',
    'priority',
    'dueAt',
    'lateSince',
    'promisedAt',
    'assignedTo',
    'cover',
    'total',
    'city',
  ],
  form: [
    ['phone', 'name'],
    ['customer', 'order'],
    ['altPhone', 'email'],
    ['unit', 'serial'],
    ['product'],
    ['problems'],
    ['cover', 'coverReason'],
    ['accessories'],
    ['checks'],
    ['serviceMode', 'priority'],
    ['promisedAt', 'scheduledAt'],
    ['assignedTo', 'dealerBranch'],
    ['address'],
    ['pincode', 'area', 'city'],
    ['state', 'country'],
    ['diagnosis'],
    ['checklist'],
    ['parts'],
    ['labour'],
    ['charges'],
    ['workDone'],
    ['startedAt', 'endedAt'],
    ['photos'],
    ['signature'],
    ['status', 'tags'],
    ['note'],
  ],
  sections: {
    phone: 'maintenance:screen.sections.customer',
    unit: 'maintenance:screen.sections.device',
    serviceMode: 'maintenance:screen.sections.visit',
    diagnosis: 'maintenance:screen.sections.work',
    status: 'maintenance:screen.sections.more',
  },
  views: {
    mine: {
      title: 'maintenance:screen.views.mine',
      asks: me => ({ filter: { assignedTo: [String(me)], stage: open }, sort: 'scheduledAt' }),
    },
    myDay: {
      title: 'maintenance:screen.views.myDay',
      asks: me => ({
        filter: { assignedTo: [String(me)], stage: open, scheduledAt: ['..@today+14'] },
        sort: 'scheduledAt',
      }),
    },
    toReceive: {
      title: 'maintenance:screen.views.toReceive',
      asks: () => ({ filter: { stage: ['logged', 'pickupBooked', 'inTransit'] }, sort: 'createdAt' }),
    },
    waiting: {
      title: 'maintenance:screen.views.waiting',
      asks: () => ({ filter: { stage: ['waitingParts', 'onHold', 'estimateSent'] }, sort: 'promisedAt' }),
    },
    late: {
      title: 'maintenance:screen.views.late',
      asks: () => ({ filter: { stage: open, lateSince: ['any'] }, sort: 'dueAt' }),
    },
    overTaken: {
      title: 'maintenance:screen.views.overTaken',
      asks: () => ({ filter: { overTaken: ['true'] }, sort: '-updatedAt' }),
    },
    repeats: {
      title: 'maintenance:screen.views.repeats',
      asks: () => ({ filter: { repeats: ['any'] }, sort: '-createdAt' }),
    },
    ready: {
      title: 'maintenance:screen.views.ready',
      asks: () => ({ filter: { stage: ['ready'] }, sort: 'readyAt' }),
    },
  },
  modes: {
    receiveJobs: {
      title: 'maintenance:screen.receive.title',
      icon: PackageOpen,
      may: actor => mayMove(maintenance, maintenance.moves!.receive, actor),
      place: piece(() => import('./maintenance/receive/receive-jobs.tsx').then(it => it.ReceiveJobs)),
    },
  },
  inputs: { unit: piece(() => import('./maintenance/unit-input.tsx').then(it => it.UnitInput)) },
  moves: {
    mail: piece(() => import('./maintenance/papers/mail-paper.tsx').then(it => it.MailPaper)),
    assign: asked,
    diagnose: asked,
    sendEstimate: piece(() => import('./maintenance/work/estimate.tsx').then(it => it.SendEstimate)),
    approve: asked,
    decline: asked,
    finish: asked,
    handOver: piece(() => import('./maintenance/work/hand-over.tsx').then(it => it.HandOver)),
  },
  details: lazyPage(() => import('./maintenance/details-page.tsx').then(it => it.JobDetails)),
  panel: piece(() => import('./maintenance/job-panel.tsx').then(it => it.JobPanel)),
  label: () => import('./maintenance/papers/job-label.tsx').then(it => it.maintenanceLabel),
})
