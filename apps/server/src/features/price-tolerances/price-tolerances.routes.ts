import { priceTolerances } from '@em/contract/price-tolerances/price-tolerances'
import { RATE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import type { Server } from '../../platform/http/serve.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { registerRoutes } from '../../registers/register-routes.ts'

const BOARD = statement(
  'price-tolerances.board',
  'SELECT min(trim(board)) AS name FROM equities WHERE lower(trim(board)) = lower(trim(:board))',
)

/** The name of a board as securities spell it. @throws Refusal 422 where no security is listed on it. */
async function boardNamed(db: Queryable, board: string): Promise<string> {
  const [found] = await db.query(BOARD, { board })
  if (found?.name == null) throw refuseField('price-tolerances.board-unknown', 'board', { board })
  return found.name
}

/** A percentage as it was sent, in whole units, or as it is recorded. */
const percentOf = (value: unknown) =>
  typeof value === 'bigint' ? toJsonNumber(value, RATE_SCALE) : Number(value)

/** How far off prices may be, by board and effective date. Nothing that is recorded changes with it. */
export function priceTolerancesRoutes(server: Server): void {
  registerRoutes(server, priceTolerances, {
    beforeWrite: async (tx, values, before) => {
      const { alertFrom, askedFrom } = { ...before, ...values }
      if (percentOf(askedFrom) < percentOf(alertFrom)) {
        throw new Refusal('request.invalid', {}, [
          { field: 'askedFrom', message: 'Confirmation begins before the warning does.' },
        ])
      }
      return typeof values['board'] === 'string'
        ? { ...values, board: await boardNamed(tx, values['board']) }
        : values
    },
    title: ({ board, effectiveFrom }) =>
      `The price tolerance of ${board === null ? 'every board' : String(board)} from ${String(effectiveFrom)}`,
  })
}
