/**
 * Addresses of the client that come with modules which are not here yet. The list only shrinks: a module that brings
 * its pages takes them out, and a test holds the count.
 */
export const pendingRoutes: readonly string[] = [
  '/return/order-return-list',
  '/return/order-return-create/:id',
  '/return/order-return-edit/:id',
  '/return/order-return-replace/:id',
  '/return/order-return-details/:id',
  '/order-return-claim/order-return-claim-list',
  '/order-return-claim/order-return-claim-edit/:id',
  '/buyback/buyback-list',
  '/buyback/buyback-create/:id',
  '/buyback/buyback-edit/:id',
  '/buyback/buyback-details/:id',
  '/excel-read/excel-read-list',
  '/report/report-list',
  '/excel-export/excel-export-list',
  '/campaign/campaign-list',
  '/upload/upload-list',
  '/inf/inf-list',
  '/inf/inf-create',
  '/inf/inf-edit/:id',
  '/inf/inf-details/:id',
  '/inf/inf-move/:id',
]

/** What the texts call it: the last part of its address that says what it is, as `buyback-list`. */
export const nameOfPending = (path: string): string =>
  path
    .split('/')
    .filter(part => !part.startsWith(':'))
    .at(-1)!
