import type { Bill } from '#contract/modules/money/billed.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'
import { printOf } from './invoices/places.ts'

/** What stands on the pages of any invoice. */
export const invoiceContents = (invoices: Bill['invoices']) => ({
  inputs: { lines: piece(() => import('./invoices/invoice-lines-input.tsx').then(it => it.InvoiceLinesInput)) },
  details: lazyPage(() => import('./invoices/details-page.tsx').then(it => it.InvoiceDetails)),
  panel: piece(() => import('./invoices/invoice-panel.tsx').then(it => it.InvoicePanel)),
  moves: { mail: piece(() => import('./invoices/mail-dialog.tsx').then(it => it.MailInvoice)) },
  selected: [
    {
      title: `${invoices.name}:titles.print` as const,
      may: 'details' as const,
      to: (ids: readonly number[]) => printOf({ invoices }, ids),
    },
  ],
  views: {
    unpaid: {
      title: 'orderInvoice:screen.views.unpaid' as const,
      asks: () => ({ filter: { stage: ['issued', 'partPaid'], kind: ['invoice'] }, sort: 'dueDate' }),
    },
    overdue: {
      title: 'orderInvoice:screen.views.overdue' as const,
      asks: () => ({
        filter: { stage: ['issued', 'partPaid'], kind: ['invoice'], dueDate: ['..@today-1'] },
        sort: 'dueDate',
      }),
    },
    toIssue: {
      title: 'orderInvoice:screen.views.toIssue' as const,
      asks: () => ({ filter: { stage: ['draft'] }, sort: 'createdAt' }),
    },
    credits: {
      title: 'orderInvoice:screen.views.credits' as const,
      asks: () => ({ filter: { kind: ['creditNote'] }, sort: '-date' }),
    },
  },
})
