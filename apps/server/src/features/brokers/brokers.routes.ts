import { brokers } from '@em/contract/registers/brokers'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'

const slots: Slots = {
  uses: [
    {
      one: 'trade',
      many: 'trades',
      count: 'SELECT count(DISTINCT trade_id) FROM trade_versions WHERE broker_id = $1',
    },
    {
      one: 'ledger line',
      many: 'ledger lines',
      count: 'SELECT count(*) FROM journal_lines WHERE broker_id = $1',
    },
  ],
}

/** The brokers that trades were done through. */
export function brokersRoutes(server: Server): void {
  registerRoutes(server, brokers, slots)
}
