import { customer } from '#contract/modules/people/customer.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

export const customerContents = defineContents(customer, {
  columns: ['name', 'phones', 'city', 'type', 'unitCount', 'owner', 'tags'],
  form: [
    ['name', 'type'],
    ['phones'],
    ['emails'],
    ['addresses'],
    ['consent', 'language'],
    ['source', 'taxId'],
    ['owner', 'branch'],
    ['tags'],
    ['risk', 'riskReason'],
  ],
  sections: {
    name: 'customer:screen.sections.who',
    addresses: 'customer:screen.sections.addresses',
    consent: 'customer:screen.sections.contact',
    source: 'customer:screen.sections.office',
    risk: 'customer:screen.sections.risk',
  },
  inputs: { phones: piece(() => import('./customers/phones-input.tsx').then(({ PhonesInput }) => PhonesInput)) },
  details: lazyPage(() => import('./customers/details-page.tsx').then(it => it.CustomerDetails)),
  panel: piece(() => import('./customers/customer-panel.tsx').then(({ CustomerPanel }) => CustomerPanel)),
  moves: {
    merge: piece(() => import('./customers/merge-dialog.tsx').then(({ MergeDialog }) => MergeDialog)),
    erase: piece(() => import('./customers/erase-dialog.tsx').then(({ EraseDialog }) => EraseDialog)),
  },
})
