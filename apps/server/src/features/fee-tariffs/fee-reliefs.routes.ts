import { feeReliefs } from '@em/contract/fee-tariffs/fee-reliefs'
import type { Server } from '../../platform/http/serve.ts'
import { Refusal } from '../../platform/refusal.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'

const slots: Slots = {
  beforeWrite: (_tx, values, before) => {
    const { effectiveFrom, effectiveTo } = { ...before, ...values }
    if (typeof effectiveTo === 'string' && effectiveTo < String(effectiveFrom)) {
      throw new Refusal('request.invalid', {}, [
        { field: 'effectiveTo', message: 'The end date is before the start date.' },
      ])
    }
    return Promise.resolve(values)
  },
  title: (relief) => `Intraday relief from ${String(relief['effectiveFrom'])}`,
}

/** Rules of intraday relief. The proof of fees goes by them; what was recorded stays as charged. */
export function feeReliefsRoutes(server: Server): void {
  registerRoutes(server, feeReliefs, slots)
}
