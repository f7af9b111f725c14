import { holidays } from '@em/contract/holidays/holidays'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'

/** The days on which the exchange is closed; trades keep the dates they have when a holiday changes. */
export function holidaysRoutes(server: Server): void {
  registerRoutes(server, holidays)
}
