import { fixForming } from '@em/contract/fix-sessions/fix-forming'
import { systemClock } from '../../../platform/clock.ts'
import { type Server, serve, serveWrite } from '../../../platform/http/serve.ts'
import { listForming } from './forming.queries.ts'
import { setForming } from './set-up.commands.ts'

/** Contracts of FIX sessions that are formed by the clock: what is set up, and what became of the days. */
export function fixFormingRoutes(server: Server): void {
  const { database } = server
  serve(server, fixForming.list, () => listForming(database))
  serveWrite(server, fixForming.save, (tx, input) => setForming(tx, input, systemClock.now()))
}
