import { expect, test } from 'vitest'
import { registers } from './kit/registers.ts'
import type { Load } from './kit/route.ts'
import { allRoutes } from './registry.ts'

/**
 * Every route that is no plain write, by what it asks of the server. A route that is missing here needs a decision: a
 * GET without `load` is a heavy read, which is sound, and may be wrong for one that a screen asks for often.
 */
const LOAD_OF_ROUTES: Readonly<Record<Exclude<Load, 'write'>, string>> = {
  none: 'health roles.rights',
  light: `identity.me identity.sessions users.sessions roles.list equities.check-symbol portfolios.by-name settlement-accounts.by-method cost-of-funds.active
    cost-of-funds.active-at trades.calculate-buy trades.next-deal-number trades.start-values trades.settlement-date transactions.one
    broker-names.adopted cds.portfolios cds.without approval-rules.list approval-delegations.list approval-delegations.people jobs.get report-schedules.list saved-views.list favourites.get openings.get fix-sessions.states orders.one orders.split rebalancing.targets limits.one limits.rule-sets open-items.get holdings.total-quantity holdings.wap settlements.one periods.entities periods.locks index-values.latest index-values.weights announcements.get announcements.versions
    accounting-targets.list prices.at-cost gl-mappings.list gl-mappings.events audit.people audit.acts ledger.portfolios journal.accounts journal.get recurring.list attachments.list
    ${registers.map(({ word }) => `${word}.get`).join(' ')}`,
  heavy: `broker-names.open batches.rows-to-mend trade-documents.order trade-documents.file custodian-messages.file corporate-actions.get sells.fifo sells.detailed-fifo transactions.summary batches.get batches.summary openings.list holdings.companies
    approvals.get limits.list limits.breaches limits.issued-shares holdings.buy-lots holdings.holders values.history orders.without-order sale-proposals.sale sale-proposals.average sale-proposals.cash rebalancing.propose valuations.get valuations.day settlements.summary settlements.ladder payments.list dashboard notifications periods.checks periods.years
    accounting-targets.mapping accounting-exports.get gl-mappings.left ledger.summary journal.summary journal.suspense suspense.summary attachments.file reconciliation.get
    reconciliation.proposals users.list verify.latest trade-summary.totals prices.sheet price-feed.status announcement-feed.status announcements.file market-summary search`,
  list: `broker-reports.contract-notes broker-reports.fee-proof-lines event-reports.events trade-documents.list trade-documents.lines corporate-actions.list corporate-actions.entitlements dashboard.recent-activities realized.trade-history realized.top-performers audit.list audit.of-people equities.active portfolios.active costing-methods.list cost-of-funds.list trades.buys trades.buy-all
    trades.by-portfolio sells.list sells.all transactions.list batches.list settlements.list settlements.netted ledger.list
    cds.pledges fix-sessions.messages fix-sessions.days fix-sessions.forming cds-comparisons.list custodian-messages.list orders.list approvals.list jobs.list valuations.list valuations.lines index-values.list announcements.list trade-summary.list trade-summary.days trade-summary.companies trade-summary.company trade-summary.unknown journal.list suspense.items suspense.clearings reconciliation.transactions reconciliation.list reconciliation.ledger reconciliation.external
    reconciliation.matches reconciliation.changes ${registers.flatMap(({ word }) => [`${word}.list`, `${word}.versions`]).join(' ')}
    accounting-exports.list accounting-exports.entries accounting-targets.versions accounting-targets.mapping-versions costing-methods.versions cost-of-funds.versions gl-mappings.versions periods.versions cds.portfolio-versions cds.placement-versions trade-documents.client-versions users.versions roles.versions`,
  report: `limits.utilisation limits.what-if limits.report broker-reports.confirmations broker-reports.commission broker-reports.gaps broker-reports.fee-proof broker-reports.statement broker-reports.compare event-reports.sums event-reports.claims trade-documents.get trade-documents.comparison action-reports.receivables action-reports.certificates action-reports.calendar realized.complete-data realized.portfolio-summary realized.performance-by-period realized.tax-summary
    realized.generate-report realized.schedule realized.tax-schedule reports.statement-of-investments reports.investment-movements reports.net-assets reports.cost-and-market reports.fees-of-month holdings.valued holdings.valued-of-all holdings.overview performance.metrics performance.attribution trial-balance.get trial-balance.account
    statements.profit-loss statements.financial-position statements.cash-flow verify.check security.page security.prices holdings.ages
    holdings.cost-by-lot holdings.exposure cds.holdings cds.events cds-comparisons.get custodian-messages.get`,
  export:
    'accounting-exports.file book.export report-files.trade-blotter report-files.daily-holdings report-files.limits report-files.fees-and-levies ledger.export audit.export exports.file realized.export-excel',
  file: 'accounting-exports.tie trade-documents.extract-pdf-text batches.read-file cds-comparisons.read-file prices.read-file reconciliation.read-statement',
  upload:
    'trade-documents.upload custodian-messages.upload trade-documents.record cds-comparisons.record batches.record batches.start trade-summary.upload announcements.upload openings.record-lots attachments.add reconciliation.import-statement',
}

test.each(Object.entries(LOAD_OF_ROUTES))('%s routes are these', (load, names) => {
  const found = allRoutes.filter((route) => route.load === load).map(({ name }) => name)
  expect(found.toSorted()).toEqual(names.split(/\s+/).toSorted())
})

test('a GET is a read, and a write is none', () => {
  const reads: readonly Load[] = ['none', 'light', 'heavy', 'list', 'report', 'export']
  const wrong = allRoutes.filter(
    ({ method, load }) =>
      (method === 'GET' && !reads.includes(load)) || (method !== 'GET' && load === 'list'),
  )
  expect(wrong.map(({ name }) => name)).toEqual([])
})

test('a route that takes a limit is a list, whose rows are counted', () => {
  const taken = allRoutes.filter(({ query }) => {
    const parsed = query.safeParse({ limit: '5' })
    return parsed.success && (parsed.data as { limit?: unknown } | undefined)?.limit === 5
  })
  expect(taken.length).toBeGreaterThan(20)
  expect(taken.filter(({ load }) => load !== 'list').map(({ name }) => name)).toEqual([])
})
