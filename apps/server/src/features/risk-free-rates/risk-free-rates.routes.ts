import { riskFreeRates } from '@em/contract/risk-free-rates/risk-free-rates'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'

/** The yearly rates without risk, each from a day on. */
export function riskFreeRatesRoutes(server: Server): void {
  registerRoutes(server, riskFreeRates, {
    title: ({ effectiveFrom }) => `The risk-free rate from ${String(effectiveFrom)}`,
  })
}
