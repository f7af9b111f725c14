/** The server at an address, served by the process of the test, on a clock that goes on from TODAY. */
import { buildServer } from '../../apps/server/src/app.ts'
import { clockOf } from '../../apps/server/src/platform/clock.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import { afterFile } from '../../apps/server/test/support/after-file.ts'
import { jobsHere } from '../../apps/server/test/support/jobs-here.ts'
import { lendDatabase } from '../../apps/server/test/support/lent-database.ts'

/** Serves empty books and answers the address. It ends with the tests of the file. */
export async function serveHere(environment: Record<string, string>): Promise<string> {
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    // Several stories run at once: a reader may have to wait for a processor.
    FILE_READ_SECONDS: '60',
    ...environment,
  })
  const { database, giveBack } = await lendDatabase()
  const clock = clockOf(settings)
  const { app } = await buildServer({ database, clock, settings, queue: jobsHere, checkReplies: true })
  afterFile(async () => {
    const closed = app.close()
    app.server.closeAllConnections()
    await closed
    await giveBack()
  })
  return app.listen({ port: 0, host: '127.0.0.1' })
}
