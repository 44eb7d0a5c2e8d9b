import { dealer } from '#contract/modules/people/dealer.ts'
import { defineContents } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'

export const dealerContents = defineContents(dealer, {
  columns: ['name', 'stage', 'type', 'city', 'creditLimit', 'manager', 'tags'],
  form: [
    ['name', 'type'],
    ['taxId', 'manager'],
    ['contacts'],
    ['address'],
    ['pincode', 'area'],
    ['city', 'state'],
    ['country'],
    ['territory', 'commission'],
    ['creditLimit', 'creditDays'],
    ['bank'],
    ['targets'],
    ['tags'],
    ['note'],
  ],
  sections: {
    name: 'dealer:screen.sections.who',
    contacts: 'dealer:screen.sections.contacts',
    address: 'dealer:screen.sections.address',
    territory: 'dealer:screen.sections.terms',
    targets: 'dealer:screen.sections.targets',
    tags: 'dealer:screen.sections.office',
  },
  details: lazyPage(() => import('./dealers/details-page.tsx').then(it => it.DealerDetails)),
  views: {
    active: { title: 'dealer:screen.views.active', asks: () => ({ filter: { stage: ['active'] }, sort: 'name' }) },
    leads: {
      title: 'dealer:screen.views.leads',
      asks: () => ({ filter: { stage: ['prospect', 'onboarding'] }, sort: '-createdAt' }),
    },
    suspended: { title: 'dealer:screen.views.suspended', asks: () => ({ filter: { stage: ['suspended'] } }) },
    mine: { title: 'dealer:screen.views.mine', asks: me => ({ filter: { manager: [String(me)] }, sort: 'name' }) },
  },
})
