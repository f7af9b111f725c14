import { readFileSync } from 'node:fs'
import { health } from '@em/contract/identity/identity'
import type { Reply } from '@em/contract/kit/route'
import type { HealthWatch } from '../../platform/health-watch.ts'
import { type Server, serve } from '../../platform/http/serve.ts'
import { firstAccountOf } from '../identity/sign-in/first-account.queries.ts'

const manifest = new URL('../../../package.json', import.meta.url)
/** The product's version, as its package says. */
export const VERSION = (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version

type Health = Reply<typeof health>
/** Fields of the health document that another module adds. They are computed for each request and must not query the database. */
export type HealthPart = (server: Server) => Partial<Health>

/**
 * What the watch found a moment ago; 503 where the database or the write probe failed. Nothing is asked anew but, until
 * there is one, whether there is an account.
 */
export function healthRoutes(server: Server, watch: HealthWatch, parts: readonly HealthPart[] = []): void {
  const isFirstAccount = firstAccountOf(server.database)
  serve(server, health, async ({ reply }): Promise<Health> => {
    const { database, version, writes, freeSpace } = watch.latest()
    const well = database === 'ok' && writes === 'ok'
    const firstAccount = well && (await isFirstAccount())
    if (!well) void reply.code(503).header('Retry-After', '1')
    return {
      status: well ? 'ok' : 'degraded',
      version: VERSION,
      edition: server.settings.edition,
      supportEmail: server.settings.supportEmail ?? null,
      signup: server.settings.signup,
      firstAccount,
      firstRunCode: firstAccount && server.firstRunCode !== undefined,
      passwordMin: server.settings.passwordMin,
      today: server.clock.today(),
      demo: server.demo !== undefined,
      database: { status: database, version, embedded: server.settings.databaseUrl === undefined },
      wall: server.database.writeProtection,
      writes,
      freeSpace,
      ...Object.assign({}, ...parts.map((part) => part(server))),
    }
  })
}
