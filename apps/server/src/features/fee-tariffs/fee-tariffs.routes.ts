import { feeTariffs } from '@em/contract/registers/fee-tariffs'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'

const slots: Slots = {
  title: (tariff) => `${String(tariff['securityClass'])} from ${String(tariff['effectiveFrom'])}`,
}

/** What is charged on trades; recorded trades keep the fees that they were recorded with. */
export function feeTariffsRoutes(server: Server): void {
  registerRoutes(server, feeTariffs, slots)
}
