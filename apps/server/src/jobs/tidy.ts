/** Forgets what was kept long enough: of jobs, of what was sent for them, of the files that they made. */

import { verify } from '@em/contract/verify/verify'
import type { Database } from '../platform/database/database.ts'
import { FORGET, FORGET_FILES, FORGET_GONE_FILES, FORGET_INPUTS } from './jobs.statements.ts'

/** Routes whose results are files: their jobs are kept as long as those. */
export const EXPORTS: readonly string[] = [
  'ledger.export',
  'audit.export',
  'report-files.trade-blotter',
  'report-files.daily-holdings',
]
/** Routes whose last job is kept however old it is: screens show its age. */
const LAST_STAYS: readonly string[] = [verify.check.name]
const AT_ONCE_FORGOTTEN = 500

export async function forgetOld(database: Database): Promise<void> {
  const patient = database.reading('report')
  await patient.query(FORGET_INPUTS)
  await patient.query(FORGET_FILES)
  await patient.query(FORGET_GONE_FILES)
  let gone = AT_ONCE_FORGOTTEN
  while (gone === AT_ONCE_FORGOTTEN)
    gone = (await patient.query(FORGET, { exports: EXPORTS, last: LAST_STAYS, atOnce: AT_ONCE_FORGOTTEN }))
      .length
}
