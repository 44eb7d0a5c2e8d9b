import { orderClock } from '#contract/modules/sales/order-clock.ts'
import { order } from '#contract/modules/sales/order.ts'
import { jobClock } from '#contract/modules/service/job-clock.ts'
import { maintenance } from '#contract/modules/service/maintenance.ts'
import type { Written } from '#server/crud/routes.ts'
import { noteLate } from '#server/flows/promise-clock.ts'
import type { App, Services } from '#server/lib/http.ts'
import { openMail } from '#server/lib/mail.ts'
import { openRounds } from '#server/lib/rounds.ts'
import { openMailRunner, type WritersOfMail } from '#server/mailing/runner.ts'
import { bankLedgerRoutes } from './money/bank-ledger-routes.ts'
import { invoiceFileRoutes } from './money/invoice-file-routes.ts'
import { invoiceMail } from './money/invoice-mail.ts'
import { remittanceSheetRoutes } from './money/remittance-sheet.ts'
import { dealerSalesRoutes } from './people/dealer-sales-route.ts'
import { duplicateRoutes } from './people/duplicates.ts'
import { timelineRoutes } from './people/timeline.ts'
import { unitCostsRoutes } from './stock/costs-route.ts'
import { countStandRoute } from './stock/count/stand-route.ts'
import { levelRoutes } from './stock/levels-route.ts'
import { receiveRoutes } from './stock/receive-route.ts'
import { jobFileRoutes } from './service/job-file-routes.ts'
import { signedJobRoutes } from './service/signed-job.ts'
import { jobMail } from './service/job-mail.ts'
import { unitTimelineRoutes } from './stock/timeline.ts'

/** How often it is looked whether a job or an order has become late, in milliseconds. */
const EVERY = 60_000

/** Who writes the mails about records, by the name of their module. */
const mailsOf = (services: Services): WritersOfMail => ({
  orderInvoice: invoiceMail,
  maintenanceInvoice: invoiceMail,
  maintenance: jobMail(services),
})

/** What modules answer beyond what every module does, and what they send. */
export function ownRoutes(api: App, services: Services, written: Written) {
  duplicateRoutes(api, services)
  timelineRoutes(api, services)
  dealerSalesRoutes(api, services)
  unitTimelineRoutes(api, services)
  unitCostsRoutes(api, services)
  levelRoutes(api, services)
  receiveRoutes(api, written)
  countStandRoute(api, services)
  invoiceFileRoutes(api, services)
  jobFileRoutes(api, services)
  signedJobRoutes(api, services)
  remittanceSheetRoutes(api, written)
  bankLedgerRoutes(api, services)
  const { pool } = services.database
  const warn = (error: unknown, message: string, details?: object) => api.log.warn({ err: error, ...details }, message)
  const mailer = openMail(pool, error => warn(error, 'not done after the answer'))
  const runner = openMailRunner({ pool, written, mailer, writers: mailsOf(services) }, warn)
  const rounds = openRounds(
    async () => {
      const jobs = noteLate({ pool, written }, maintenance, jobClock)
      const orders = noteLate({ pool, written }, order, orderClock)
      await Promise.all([jobs, orders])
    },
    EVERY,
    error => warn(error, 'late records not noted'),
  )
  api.addHook('onClose', () => Promise.all([runner.close(), rounds.close()]))
}
