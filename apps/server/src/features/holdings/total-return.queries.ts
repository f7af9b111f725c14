/** The total return of securities since their first trade: the sums of their disposals, dividends and cash for fractions from the ledger, and the holdings of today. */
import type { returnParts } from '@em/contract/holdings/holdings'
import { CLOSING } from '@em/core/ledger/lines'
import { holdingTotals } from '@em/core/valuation/holdings'
import {
  addedReturn,
  NO_RETURN,
  type ReturnParts,
  returnOfHeld,
  totalReturn,
} from '@em/core/valuation/total-return'
import { BEGINNING } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { z } from 'zod'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { chartOfAccounts } from '../chart-of-accounts/chart.queries.ts'

import { capitalGainOf, disposalsUntil, TREATED } from '../realized/sums/sums.queries.ts'
import type { ExactHolding } from './valued.queries.ts'

// Cash for fractions: what corporate actions posted to the accounts of gains, less the gains of shares that they disposed of.
const FRACTIONS = statement(
  'holdings.return-of-fractions',
  `SELECT f.equity_id, sum(f.amount)::numeric(24, 2) AS gain!
     FROM (SELECT l.equity_id, l.credit - l.debit AS amount
             FROM journal_entries h JOIN journal_lines l ON l.entry_id = h.id AND l.role IN ('realized-gain', 'retained-earnings')
            WHERE h.cause_kind = 'action' AND h.trade_id IS NULL AND h.entry_date <= :to::date
              AND (:portfolioIds?::bigint[] IS NULL OR l.portfolio_id = ANY (:portfolioIds))
           UNION ALL
           SELECT r.equity_id, - (r.proceeds - r.cost_out - CASE WHEN ${TREATED} THEN r.charges_out ELSE 0 END)
             FROM action_events x JOIN event_results r ON r.event_id = x.id AND r.disposed_on <= :to
             JOIN (SELECT id, upper(trim(coalesce(accounting_treatment, ''))) = 'FVOCI' AS is_fvoci FROM portfolios) a ON a.id = r.portfolio_id
             JOIN equities q ON q.id = r.equity_id
            WHERE :portfolioIds IS NULL OR r.portfolio_id = ANY (:portfolioIds)) f
    GROUP BY f.equity_id HAVING sum(f.amount) <> 0`,
)
// What is kept of the accounts by security, less what is posted on later days.
const INCOME = statement(
  'holdings.return-of-income',
  `SELECT l.equity_id, l.account_id AS account_id!, sum(l.amount)::numeric(24, 2) AS net!
     FROM (SELECT account_id, portfolio_id, nullif(equity_id, 0) AS equity_id, amount FROM income_sums WHERE account_id = ANY (:accountIds::bigint[])
           UNION ALL
           SELECT account_id, portfolio_id, equity_id, debit - credit FROM journal_lines
            WHERE account_id = ANY (:accountIds) AND entry_date > :to::date AND transaction_type <> :closing::text
              AND role IN ('dividend-income', 'withholding-tax', 'impairment', 'manual')) l
    WHERE :portfolioIds?::bigint[] IS NULL OR l.portfolio_id = ANY (:portfolioIds)
    GROUP BY l.equity_id, l.account_id`,
)

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
  const losses = new Set(idsOf('impairment'))
  const [sold, fractions, income] = await Promise.all([
    disposalsUntil(db, { portfolioIds, to: today }),
    db.query(FRACTIONS, { portfolioIds, to: today }),
    db.query(INCOME, {
      accountIds: [...idsOf('dividend-income'), ...taxes, ...losses],
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
  for (const [equityId, sums] of sold) {
    add(equityId, {
      ...NO_RETURN,
      realizedGain: capitalGainOf(sums),
      fees: sums.charges + sums.fees,
      financing: sums.financing,
    })
  }
  for (const { equity_id, gain } of fractions) add(equity_id, { ...NO_RETURN, fractions: cents(gain) })
  for (const { equity_id, account_id, net } of income) {
    const amount = cents(net)
    const part = taxes.has(account_id)
      ? { withheldTax: -amount }
      : losses.has(account_id)
        ? { writtenOff: -amount }
        : { dividends: amount }
    add(equity_id, { ...NO_RETURN, ...part })
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
    fractions: rupees(parts.fractions),
    unrealizedGain: rupees(parts.unrealizedGain),
    dividends: rupees(parts.dividends),
    fees: rupees(parts.fees),
    sellingFees: rupees(parts.sellingFees),
    withheldTax: rupees(parts.withheldTax),
    writtenOff: rupees(parts.writtenOff),
    financing: rupees(parts.financing),
    heldFinancing: rupees(parts.heldFinancing),
    total: rupees(totalReturn(parts)),
  }
}
