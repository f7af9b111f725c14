import { marketIndices } from '@em/contract/indices/market-indices'
import type { Server } from '../../platform/http/serve.ts'
import { registerRoutes } from '../../registers/register-routes.ts'
import type { Slots } from '../../registers/slots.ts'

const slots: Slots = {
  uses: [
    {
      one: 'recorded value',
      many: 'recorded values',
      count: 'SELECT count(*) FROM index_value_versions WHERE index_id = $1',
    },
    {
      one: 'set of sector weights',
      many: 'sets of sector weights',
      count: 'SELECT count(*) FROM index_weight_sets WHERE index_id = $1',
    },
  ],
}

/** The indices that portfolios are compared with. */
export function marketIndicesRoutes(server: Server): void {
  registerRoutes(server, marketIndices, slots)
}
