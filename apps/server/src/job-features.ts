/**
 * The features that have long work, or that the clock carries out. A process of jobs loads these and no others: it runs ready all the time, and a
 * feature that is not loaded takes no memory.
 */
import { accountingExportsRoutes } from './features/accounting-exports/accounting-exports.routes.ts'
import { announcementFeed } from './features/announcements/feed/announcement-feed.ts'
import { auditRoutes } from './features/audit/audit.routes.ts'
import { batchesRoutes } from './features/batches/batches.routes.ts'
import { bookRoutes } from './features/book/book.routes.ts'
import { actionsRoutes } from './features/corporate-actions/corporate-actions.routes.ts'
import { documentsRoutes } from './features/documents/documents.routes.ts'
import { dayDocumentRoute } from './features/fix-sessions/day-document.routes.ts'
import { ledgerRoutes } from './features/ledger/ledger.routes.ts'
import { openingsRoutes } from './features/openings/openings.routes.ts'
import { feedRoutes } from './features/prices/exchange/feed.ts'
import { priceFeed } from './features/prices/feed/price-feed.ts'
import { reconciliationRoutes } from './features/reconciliation/reconciliation.routes.ts'
import { reportFilesRoutes } from './features/reports/files/report-files.routes.ts'
import { settlementsRoutes } from './features/settlements/settlements.routes.ts'
import { valuationRoutes } from './features/valuation/valuation.routes.ts'
import type { Server } from './platform/http/serve.ts'
import { verifyRoutes } from './verify/verify.routes.ts'

/** The same in a server, which serves them, and in a process of jobs, which carries out what was sent. */
export function jobFeatureRoutes(server: Server): void {
  accountingExportsRoutes(server)
  actionsRoutes(server)
  auditRoutes(server)
  batchesRoutes(server)
  documentsRoutes(server)
  dayDocumentRoute(server)
  openingsRoutes(server)
  feedRoutes(server, priceFeed)
  feedRoutes(server, announcementFeed)
  valuationRoutes(server)
  ledgerRoutes(server)
  settlementsRoutes(server)
  reconciliationRoutes(server)
  reportFilesRoutes(server)
  bookRoutes(server)
  verifyRoutes(server)
}
