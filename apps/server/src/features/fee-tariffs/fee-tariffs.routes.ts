import { feeTariffs } from '@em/contract/fee-tariffs/fee-tariffs'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'

const slots: Slots = {
  // It applies to every class that has none: without it no fees can be calculated.
  uses: [
    {
      one: 'fee calculation (it is the only tariff of ordinary shares)',
      many: 'fee calculations',
      count: `SELECT CASE WHEN security_class = 'ordinary' AND NOT EXISTS (
                SELECT FROM fee_tariffs o WHERE o.security_class = 'ordinary' AND o.id <> f.id) THEN 1 ELSE 0 END
              FROM fee_tariffs f WHERE f.id = $1`,
    },
  ],
  title: (tariff) => `${String(tariff['securityClass'])} from ${String(tariff['effectiveFrom'])}`,
}

/** The fees on trades; recorded trades keep the fees that they were recorded with. */
export function feeTariffsRoutes(server: Server): void {
  registerRoutes(server, feeTariffs, slots)
}
