import ReceiptText from 'lucide-react/icons/receipt-text'
import { apiPath } from '#contract/module.ts'
import type { Bill } from '#contract/modules/money/billed.ts'
import { DetailScreen, ListScreen } from '#src/crud/pages.ts'
import { definePages, type Pages, type RouteLine, type TextKey } from '#src/crud/screens.ts'
import { lazyPage } from '#src/lib/lazy-page.tsx'
import { piece } from '#src/lib/piece.ts'

const tab = piece(() => import('./invoices/invoices-tab.tsx').then(it => it.InvoicesTab))
const edit = lazyPage(() => import('./invoices/edit-page.tsx').then(it => it.InvoiceEdit))
const print = lazyPage(() => import('./invoices/print-page.tsx').then(it => it.InvoicePrint))

/** Invoices are made on what they are of, which is shown with them. */
export function invoicePages<M extends Bill['invoices']>(module: M, contents: Pages<M>['contents'] & {}): Pages<M> {
  const at = `${apiPath(module)}${apiPath(module)}`
  const title = (page: string): TextKey => `${module.name}:titles.${page}`
  const lines: [string, RouteLine][] = [
    ['-list', { title: title('list'), may: 'list', page: ListScreen }],
    ['-edit/:id', { title: title('edit'), may: 'edit', page: edit }],
    ['-details/:id', { title: title('details'), may: 'details', page: DetailScreen }],
    ['-print', { title: title('print'), may: 'details', page: print }],
  ]
  return definePages(module, {
    icon: ReceiptText,
    onRecords: { title: title('list'), tab },
    routes: Object.fromEntries(lines.map(([page, line]) => [at + page, line])),
    contents,
  })
}
