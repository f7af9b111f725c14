/** The work of each schedule. */

import { announcementFeed } from './features/announcements/feed/announcement-feed.ts'
import { endOverdue } from './features/approvals/ends.ts'
import { lapseTheRest, withholdOnPayment } from './features/corporate-actions/lapse.commands.ts'
import { forgetDocumentFiles } from './features/documents/facts/forget-files.ts'
import { renewProofs } from './features/documents/match/proofs.commands.ts'
import { formDue } from './features/fix-sessions/forming/due.ts'
import { forgetOldAttempts } from './features/identity/sign-in/attempts.ts'
import { endOldWaiting } from './features/identity/sign-in/sign-in.commands.ts'
import { makeDue } from './features/journal/recurring/recurring-due.ts'
import { reviewLimits } from './features/limits/review.commands.ts'
import { readByClock } from './features/prices/exchange/feed.ts'
import { priceFeed } from './features/prices/feed/price-feed.ts'
import { submitDueRuns } from './features/reports/schedules/due.ts'
import { recalculateDue } from './features/value-history/recalculate.commands.ts'
import type { ScheduleName } from './jobs/schedules.ts'
import { forgetOld } from './jobs/tidy.ts'
import { forgetOldKeys } from './platform/door.ts'
import type { Server } from './platform/http/serve.ts'

type Scheduled = (
  server: Pick<Server, 'database' | 'clock' | 'settings' | 'jobs' | 'writes'>,
) => Promise<string | null>

/** So many daily values made anew are worth a line: a day of two hundred portfolios is not. */
const WORTH_REPORTING = 5_000

const counted = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

/** Each may be done again: where nothing is due any more it does nothing. It answers what it did, where there is something to report. */
export const scheduled: Readonly<Record<ScheduleName, Scheduled>> = {
  recurring: async ({ database, clock }) => {
    const drafts = await makeDue(database, clock.today())
    if (drafts === 0) return null
    return drafts === 1 ? 'Made 1 draft' : `Made ${drafts.toLocaleString('en')} drafts`
  },
  prices: (server) => readByClock(priceFeed, server),
  actions: async ({ database, clock }) => {
    const lapsed = await lapseTheRest(database, clock.today())
    const taxed = await withholdOnPayment(database, clock.today())
    const done = [
      lapsed === 0 ? null : `The rest of ${counted(lapsed, 'corporate action')} lapsed`,
      taxed === 0 ? null : `The tax of ${counted(taxed, 'dividend')} was counted on payment`,
    ].filter((one) => one !== null)
    return done.length === 0 ? null : done.join('; ')
  },
  announcements: (server) => readByClock(announcementFeed, server),
  reports: async (server) => {
    await submitDueRuns(server)
    // Its result is listed among the jobs.
    return null
  },
  forming: async (server) => {
    await formDue(server)
    // Its result is listed among the jobs, what is blocked on the tab.
    return null
  },
  approvals: async (server) => {
    const ended = await endOverdue(server)
    return ended === 0 ? null : `${counted(ended, 'request')} for approval expired`
  },
  // Removes what is of no use any more.
  tidy: async ({ database, clock, settings }) => {
    await forgetOldKeys(database)
    await forgetOldAttempts(database)
    await endOldWaiting(database)
    await forgetOld(database)
    const files = await forgetDocumentFiles(database, clock, settings.documentRetentionYears)
    if (files === 0) return null
    return files === 1
      ? "Removed the file of 1 old broker's document"
      : `Removed the files of ${files} old broker's documents`
  },
  proofs: async ({ database }) => {
    const documents = await renewProofs(database)
    if (documents === 0) return null
    return documents === 1
      ? 'Proved the fees of 1 document by the changed tariffs'
      : `Proved the fees of ${documents.toLocaleString('en')} documents by the changed tariffs`
  },
  values: async ({ database, clock }) => {
    const { rows, portfolios } = await recalculateDue(database, clock.today())
    // A change of values may have passed a bound.
    await reviewLimits(database, clock.today())
    if (rows < WORTH_REPORTING) return null
    const of = portfolios === 1 ? '1 portfolio' : `${portfolios.toLocaleString('en')} portfolios`
    return `Recalculated ${rows.toLocaleString('en')} daily values of ${of}`
  },
}
