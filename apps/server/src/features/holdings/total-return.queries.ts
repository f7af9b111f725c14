/** What securities have brought since their first trade: of disposals, of dividends by the ledger, and of what is held. */
import type { returnParts } from '@em/contract/books/holdings'
import { CLOSING } from '@em/core/postings/lines'
import { holdingTotals } from '@em/core/valuation/holdings'
import {
  addedReturn,
  NO_RETURN,
  type ReturnParts,
  returnOfHeld,
  totalReturn,
} from '@em/core/valuation/total-return'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'

import { ASKED_DISPOSALS } from '../realized/sums/sums.queries.ts'
import type { ExactHolding } from './valued.queries.ts'

const SOLD = statement(
  'holdings.return-of-sold',
  `SELECT r.equity_id AS equity_id!, sum(r.proceeds - r.cost_out)::numeric(24, 2) AS gain!, sum(r.charges_out + r.fees)::numeric(24, 2) AS fees!,
          sum(r.money_generation_cost)::numeric(24, 2) AS financing!
     FROM ${ASKED_DISPOSALS} GROUP BY r.equity_id`,
)
const INCOME = statement(
  'holdings.return-of-income',
  `SELECT l.equity_id, l.account_id, sum(l.credit - l.debit)::numeric(24, 2) AS net!
     FROM journal_lines l
    WHERE l.account_id = ANY (:accountIds::bigint[]) AND l.entry_date <= :to::date AND l.transaction_type <> :closing::text
      AND (:portfolioIds?::bigint[] IS NULL OR l.portfolio_id = ANY (:portfolioIds))
    GROUP BY l.equity_id, l.account_id`,
)

/** Earlier than any trade. */
const BEGINNING = '1900-01-01'

export interface Returns {
  readonly all: ReturnParts
  /** By the equity's id. Income of no security is in `all` alone. */
  readonly bySecurity: ReadonlyMap<number, ReturnParts>
}

/**
 * The return of a portfolio (null: of all) until today, and of each security that it has or had.
 * @param valued what it holds today.
 */
export async function totalReturns(
  db: Queryable,
  { portfolioId, today, valued }: ReturnAsked,
): Promise<Returns> {
  const portfolioIds = portfolioId === null ? null : [portfolioId]
  const chart = await chartOfAccounts(db, { from: BEGINNING, to: today })
  const idsOf = (role: string) => chart.filter((account) => account.role === role).map(({ id }) => id)
  const taxes = new Set(idsOf('withholding-tax'))
  const [sold, income] = await Promise.all([
    db.query(SOLD, { portfolioIds, from: BEGINNING, to: today }),
    db.query(INCOME, {
      accountIds: [...idsOf('dividend-income'), ...taxes],
      to: today,
      closing: CLOSING,
      portfolioIds,
    }),
  ])
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  let all = NO_RETURN
  const bySecurity = new Map<number, ReturnParts>()
  const add = (equityId: number | null, part: ReturnParts) => {
    all = addedReturn(all, part)
    if (equityId !== null) bySecurity.set(equityId, addedReturn(bySecurity.get(equityId) ?? NO_RETURN, part))
  }
  for (const { equity_id, gain, fees, financing } of sold) {
    add(equity_id, {
      ...NO_RETURN,
      realizedGain: cents(gain),
      fees: cents(fees),
      financing: cents(financing),
    })
  }
  for (const { equity_id, account_id, net } of income) {
    const amount = cents(net)
    add(
      equity_id,
      taxes.has(account_id) ? { ...NO_RETURN, withheldTax: -amount } : { ...NO_RETURN, dividends: amount },
    )
  }
  for (const [equityId, held] of Map.groupBy(valued, ({ row }) => row.equity_id)) {
    add(equityId, returnOfHeld(holdingTotals(held.map(({ figures }) => figures))))
  }
  return { all, bySecurity }
}

interface ReturnAsked {
  readonly portfolioId: number | null
  readonly today: string
  readonly valued: readonly ExactHolding[]
}

/** A return as it is answered: amounts in rupees. */
export function returnInRupees(parts: ReturnParts): z.output<typeof returnParts> {
  return {
    realizedGain: rupees(parts.realizedGain),
    unrealizedGain: rupees(parts.unrealizedGain),
    dividends: rupees(parts.dividends),
    fees: rupees(parts.fees),
    withheldTax: rupees(parts.withheldTax),
    financing: rupees(parts.financing),
    total: rupees(totalReturn(parts)),
  }
}
