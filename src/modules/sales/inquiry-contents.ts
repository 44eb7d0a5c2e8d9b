import { inquiry } from '#contract/modules/sales/inquiry.ts'
import { defineContents } from '#src/crud/screens.ts'
import { piece } from '#src/lib/piece.ts'

const ContactDialog = piece(() => import('./inquiries/contact-dialog.tsx').then(it => it.ContactDialog))

const ContactArgs = piece(() => import('./inquiries/contact-args.tsx').then(it => it.ContactArgs))

const open = inquiry.offline.open ?? []
const contacts = Object.keys(inquiry.moves ?? {})

export const inquiryContents = defineContents(inquiry, {
  columns: ['number', 'name', 'phone', 'stage', 'nextContactAt', 'source', 'assignedTo'],
  beside: { name: 'city' },
  form: [
    ['phone', 'altPhone'],
    ['name', 'email'],
    ['customer', 'duplicateOf'],
    ['source', 'type'],
    ['priority', 'assignedTo'],
    ['nextContactAt', 'expectedValue'],
    ['products'],
    ['address'],
    ['area', 'city'],
    ['state', 'country'],
    ['pincode', 'dealerBranch'],
    ['referral'],
    ['note'],
    ['tags'],
  ],
  sections: {
    phone: 'inquiry:screen.sections.who',
    source: 'inquiry:screen.sections.about',
    products: 'inquiry:screen.sections.products',
    address: 'inquiry:screen.sections.where',
    note: 'inquiry:screen.sections.more',
  },
  views: {
    due: {
      title: 'inquiry:screen.views.due',
      asks: me => ({
        filter: { assignedTo: [String(me)], stage: open, nextContactAt: ['..@today'] },
        sort: 'nextContactAt',
      }),
    },
    fresh: { title: 'inquiry:screen.views.fresh', asks: () => ({ filter: { stage: ['new'] }, sort: 'createdAt' }) },
    mine: { title: 'inquiry:screen.views.mine', asks: me => ({ filter: { assignedTo: [String(me)], stage: open } }) },
  },
  inputs: { phone: piece(() => import('./inquiries/phone-input.tsx').then(it => it.PhoneInput)) },
  across: piece(() => import('#src/crud/stage-bar.tsx').then(it => it.StageBar)),
  panel: piece(() => import('./inquiries/inquiry-panel.tsx').then(it => it.InquiryPanel)),
  outcomes: ['noAnswer', 'callBack', 'interest', 'giveUp'],
  inPanel: ['phone', 'altPhone', 'email', 'address', 'city', 'pincode', 'customer', 'contactLog'],
  // Every move of an inquiry is a contact.
  moves: Object.fromEntries(contacts.map(move => [move, ContactDialog])),
  args: Object.fromEntries(contacts.map(move => [move, ContactArgs])),
})
