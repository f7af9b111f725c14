/** Looks at books that somebody tampered with, past every trigger and right, and takes it back. */
import { openDatabase } from '../../src/platform/database/database.ts'
import { type Report, type VerifyOptions, verify } from '../../src/verify/verify.ts'
import type { Api } from './api.ts'

/** Carries a report out of a transaction that must leave nothing behind. */
class RollBack extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('rolled back on purpose')
    this.report = report
  }
}

/** What `verify` says after the statements, which are then rolled back. */
export async function reportAfter(
  api: Api,
  statements: string,
  options: VerifyOptions = {},
): Promise<Report> {
  const database = await openDatabase(api.fresh.admin, 1)
  try {
    await database.transaction(async (tx) => {
      await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
      await tx.query('SET LOCAL ROLE NONE')
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(statements)
      throw new RollBack(await verify({ ...database, transaction: (work) => work(tx) }, options))
    })
  } catch (error) {
    if (error instanceof RollBack) return error.report
    throw error
  } finally {
    await database.close()
  }
  throw new Error('not rolled back')
}
