/** Puts the house together: the HTTP frame and the routes of every feature. */
import type { FastifyInstance } from 'fastify'
import { watchBackups } from './backup/watch.ts'
import { activitiesRoutes } from './features/activities/activities.routes.ts'
import { announcementsRoutes } from './features/announcements/announcements.routes.ts'
import { approvalsRoutes } from './features/approvals/approvals.routes.ts'
import { openApprovals } from './features/approvals/open.ts'
import { attachmentsRoutes } from './features/attachments/attachments.routes.ts'
import { brokerReportsRoutes } from './features/broker-reports/broker-reports.routes.ts'
import { cdsAccountsRoutes } from './features/cds/cds-accounts.routes.ts'
import { cdsComparisonsRoutes } from './features/cds/comparisons.routes.ts'
import { custodianRoutes } from './features/custodian/custodian.routes.ts'
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts'
import { demoRoutes } from './features/demo/demo.routes.ts'
import { exportsRoutes } from './features/exports/exports.routes.ts'
import { glMappingsRoutes } from './features/gl-mappings/gl-mappings.routes.ts'
import { holdingsRoutes } from './features/holdings/holdings.routes.ts'
import { sessionsOf } from './features/identity/accounts/sessions.ts'
import { identityRoutes } from './features/identity/identity.routes.ts'
import { rolesRoutes } from './features/identity/roles/roles.routes.ts'
import type { CheckFirstRunCode } from './features/identity/sign-in/first-run-code.ts'
import { usersRoutes } from './features/identity/users/users.routes.ts'
import { indexValuesRoutes } from './features/indices/index-values.routes.ts'
import { journalRoutes } from './features/journal/journal.routes.ts'
import { limitsRoutes } from './features/limits/limits.routes.ts'
import { marketSummaryRoutes } from './features/market-summary/market-summary.routes.ts'
import { ordersRoutes } from './features/orders/orders.routes.ts'
import { performanceRoutes } from './features/performance/performance.routes.ts'
import { periodsRoutes } from './features/periods/periods.routes.ts'
import { pricesRoutes } from './features/prices/prices.routes.ts'
import { tradeSummaryRoutes } from './features/prices/trade-summary.routes.ts'
import { proposalsRoutes } from './features/proposals/proposals.routes.ts'
import { realizedRoutes } from './features/realized/realized.routes.ts'
import { reportsRoutes } from './features/reports/reports.routes.ts'
import { reportSchedulesRoutes } from './features/reports/schedules/report-schedules.routes.ts'
import { savedViewsRoutes } from './features/saved-views/saved-views.routes.ts'
import { searchRoutes } from './features/search/search.routes.ts'
import { securityRoutes } from './features/securities/security.routes.ts'
import { paymentsRoutes } from './features/settlements/payments/payments.routes.ts'
import { statementsRoutes } from './features/statements/statements.routes.ts'
import { docsRoutes } from './features/system/docs.routes.ts'
import { healthRoutes } from './features/system/health.routes.ts'
import { webRoutes } from './features/system/web.routes.ts'
import { correctionsRoutes } from './features/trades/correct/corrections.routes.ts'
import { buysRoutes } from './features/trades/record/buys.routes.ts'
import { sellsRoutes } from './features/trades/record/sells.routes.ts'
import { tradeBookRoutes } from './features/trades/transactions/trade-book.routes.ts'
import { trialBalanceRoutes } from './features/trial-balance/trial-balance.routes.ts'
import { valuesRoutes } from './features/value-history/value-history.routes.ts'
import { jobFeatureRoutes } from './job-features.ts'
import { jobsRoutes } from './jobs/jobs.routes.ts'
import { bossQueue, type JobQueue } from './jobs/queue.ts'
import { ANSWER_WITHIN_MS, openSubmissions } from './jobs/submissions.ts'
import { type Clock, standing } from './platform/clock.ts'
import type { Database } from './platform/database/database.ts'
import { type FileReaders, fileReaders } from './platform/file-readers/pool.ts'
import { type HealthWatch, watchHealth } from './platform/health-watch.ts'
import { buildHttp } from './platform/http/app.ts'
import { refuseInTrouble } from './platform/http/gate.ts'
import type { DemoServer, Server } from './platform/http/serve.ts'
import { MEASURES, type WorkSlots, workSlotsOf } from './platform/http/work-slots.ts'
import type { Settings } from './platform/settings.ts'
import { registersRoutes } from './registers.routes.ts'

export interface AppParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: Settings
  /** Checks the code that the first sign-up asks for; undefined where it asks for none. */
  readonly firstRunCode?: CheckFirstRunCode | undefined
  /** Set on a demo server alone: it lets visitors in without a password. */
  readonly demo?: DemoServer | undefined
  /** Tests set it: every answer is held against the contract. */
  readonly checkReplies?: boolean
  /** Watches whether the database works; made here when left out, and then stopped with the app. */
  readonly health?: HealthWatch
  /** Reads files; made here when left out, and then closed with the app. */
  readonly readers?: FileReaders
  /** Tests set it: slots by other measures. */
  readonly workSlots?: WorkSlots
  /** Tests set it: another queue of jobs, for this server. */
  readonly queue?: (server: () => Server) => JobQueue
  /** Milliseconds that a request waits for the end of its job. */
  readonly answerWithinMs?: number
}

/** Answers the app, ready to listen or to be called by `inject`. Closing it leaves the database open. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  return (await buildServer(parts)).app
}

/** The same, with the parts that its routes share, for callers that carry out its writes by their names. */
export async function buildServer(parts: AppParts): Promise<Server> {
  const app = await buildHttp(parts.settings)
  const health = parts.health ?? (await ownWatch(app, parts))
  refuseInTrouble(app, health)
  const tokens = sessionsOf(parts.database, parts.settings.session, (error) =>
    app.log.warn({ err: error }, 'the last use of a session could not be saved'),
  )
  const readers = parts.readers ?? ownReaders(app, parts)
  const backups = await watchBackups(parts.database, parts.settings.backup)
  app.addHook('onClose', async () => {
    backups.stop()
  })
  const { workSlots = workSlotsOf(MEASURES), answerWithinMs = ANSWER_WITHIN_MS } = parts
  const inQueue = (error: unknown) => app.log.warn({ err: error }, 'the queue of jobs')
  const queue = parts.queue?.(() => server) ?? bossQueue(parts.database, inQueue)
  const submissions = openSubmissions(parts.database, queue, answerWithinMs)
  const clock = standing(parts.clock)
  const approvals = openApprovals({ database: parts.database, clock })
  const server: Server = {
    ...parts,
    clock,
    app,
    tokens,
    readers,
    workSlots,
    writes: new Map(),
    jobs: submissions,
    approvals,
  }
  app.addHook('onClose', () => submissions.close())

  identityRoutes(server)
  usersRoutes(server)
  rolesRoutes(server)
  if (parts.demo !== undefined) demoRoutes(server, parts.demo)
  featureRoutes(server)
  approvalsRoutes(server)
  jobsRoutes(server, submissions)
  healthRoutes(server, health, [() => ({ backup: backups.latest() })])
  docsRoutes(app)
  await webRoutes(app)

  await app.ready()
  return server
}

function ownReaders(app: FastifyInstance, { settings }: AppParts): FileReaders {
  const readers = fileReaders({
    limits: settings.readerLimits,
    report: (complaint) => app.log.warn({ complaint }, 'a file reader broke down'),
  })
  app.addHook('onClose', () => readers.close())
  return readers
}

/** The routes that work with the books. */
function featureRoutes(server: Server): void {
  jobFeatureRoutes(server)
  buysRoutes(server)
  sellsRoutes(server)
  correctionsRoutes(server)
  ordersRoutes(server)
  limitsRoutes(server)
  proposalsRoutes(server)
  tradeBookRoutes(server)
  brokerReportsRoutes(server)
  tradeSummaryRoutes(server)
  pricesRoutes(server)
  indexValuesRoutes(server)
  marketSummaryRoutes(server)
  announcementsRoutes(server)
  cdsAccountsRoutes(server)
  cdsComparisonsRoutes(server)
  custodianRoutes(server)
  securityRoutes(server)
  holdingsRoutes(server)
  valuesRoutes(server)
  performanceRoutes(server)
  exportsRoutes(server)
  activitiesRoutes(server)
  searchRoutes(server)
  periodsRoutes(server)
  glMappingsRoutes(server)
  journalRoutes(server)
  attachmentsRoutes(server)
  trialBalanceRoutes(server)
  statementsRoutes(server)
  paymentsRoutes(server)
  dashboardRoutes(server)
  realizedRoutes(server)
  reportsRoutes(server)
  reportSchedulesRoutes(server)
  savedViewsRoutes(server)
  registersRoutes(server)
}

async function ownWatch(app: FastifyInstance, { database }: AppParts): Promise<HealthWatch> {
  const health = await watchHealth(database)
  app.addHook('onClose', async () => health.stop())
  return health
}
