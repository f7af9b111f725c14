/** The server at an address, served by the process of the test, on a clock that goes on from TODAY. */
import { buildServer } from '../../apps/server/src/app.ts'
import { clockAt, timeInColombo } from '../../apps/server/src/platform/clock.ts'
import { readSettings } from '../../apps/server/src/platform/settings.ts'
import { afterFile } from '../../apps/server/test/support/after-file.ts'
import { jobsHere } from '../../apps/server/test/support/jobs-here.ts'
import { lendDatabase } from '../../apps/server/test/support/lent-database.ts'

/** Serves empty books and answers the address, and how its day is moved. It ends with the tests of the file. */
export async function serveHere(
  environment: Record<string, string>,
): Promise<{ readonly url: string; moveTo(day: string): void }> {
  const settings = readSettings({
    LOG_LEVEL: 'silent',
    // Several stories run at once: a reader may have to wait for a processor.
    FILE_READ_SECONDS: '60',
    ...environment,
  })
  const { database, giveBack } = await lendDatabase()
  let today = environment['TODAY'] ?? ''
  const clock = clockAt(() => new Date(`${today}T${timeInColombo(new Date())}+05:30`))
  const { app } = await buildServer({ database, clock, settings, queue: jobsHere, checkReplies: true })
  afterFile(async () => {
    const closed = app.close()
    app.server.closeAllConnections()
    await closed
    await giveBack()
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  return {
    url,
    moveTo: (day) => {
      today = day
    },
  }
}
