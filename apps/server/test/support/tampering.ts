/** Tampers with the books, past every trigger and right, verifies them, and restores them. */
import { type Database } from '../../src/platform/database/database.ts'
import { type Report, type VerifyOptions, verify } from '../../src/verify/verify.ts'
import { afterFile } from './after-file.ts'
import type { Api } from './api.ts'
import { openPatiently } from './open-patiently.ts'

/** Carries a report out of a transaction that must leave nothing behind. */
class RollBack extends Error {
  readonly report: Report
  constructor(report: Report) {
    super('rolled back on purpose')
    this.report = report
  }
}

/** One connection for each server's books, which plans the questions of `verify` once. */
const opened = new WeakMap<Api, Promise<Database>>()

function asAdmin(api: Api): Promise<Database> {
  const known = opened.get(api)
  if (known !== undefined) return known
  const database = openPatiently(api.fresh.admin, 1)
  opened.set(api, database)
  afterFile(async () => (await database).close())
  return database
}

/** The report of `verify` after the statements, which are then rolled back. */
export async function reportAfter(
  api: Api,
  statements: string,
  options: VerifyOptions = {},
): Promise<Report> {
  const database = await asAdmin(api)
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
  }
  throw new Error('not rolled back')
}
