/** Refuses requests at once while they could only wait for a database that is known to be away. */
import type { FastifyInstance } from 'fastify'
import type { HealthWatch } from '../health-watch.ts'
import { Refusal } from '../refusal.ts'

/** The routes that work without the database. */
const ALWAYS = new Set(['/api/health', '/api/openapi.json', '/api/docs'])

/**
 * 503 `server.no-database` for every call while the database does not answer, `server.no-space` for writes while the
 * disk is almost full, `server.no-writes` for writes while the database takes none for another reason. Call it before
 * the routes are registered.
 */
export function refuseInTrouble(app: FastifyInstance, health: HealthWatch): void {
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions
    if (url === undefined || !url.startsWith('/api/') || ALWAYS.has(url)) return
    const { database, full, writes } = health.latest()
    if (database === 'down') throw new Refusal('server.no-database')
    if (request.method === 'GET' || request.method === 'HEAD') return
    if (full) throw new Refusal('server.no-space')
    if (writes === 'failing') throw new Refusal('server.no-writes')
  })
}
