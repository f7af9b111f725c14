import { type CostOfFundsDefinition, costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { trades } from '@em/contract/trades/trades'
import { useEffect } from 'react'
import { ApiFailure } from '../../../lib/api.ts'
import { isDate } from '../../../lib/dates.ts'
import { formatNumber } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import {
  type ChangeTrade,
  costOfFundsProposed,
  settlementProposed,
  type TradeValues,
} from './trade-values.ts'

export interface Proposals {
  /** Why no trade can have the trade date: the server's sentence. */
  tradeDateProblem: string | undefined
  /** The settlement date that follows from the trade date, once known. */
  settlementDate: string | undefined
}

/** Proposals by the trade date: settlement date and the cost of funds in force. Filled in unless typed over. */
export function useProposals(
  { tradeDate }: Pick<TradeValues, 'tradeDate'>,
  change: ChangeTrade,
  /** Another one for every filling of the form: a fresh form takes the same proposals again. */
  filling: string,
): Proposals {
  const enabled = isDate(tradeDate)
  const settled = useRoute(trades.settlementDate, { query: { tradeDate } }, { enabled, staleTime: 60_000 })
  const funds = useRoute(costOfFunds.list, { query: { asOf: tradeDate } }, { enabled, staleTime: 60_000 })
  const settlementDate = settled.data?.settlement_date
  useEffect(() => {
    if (settlementDate !== undefined) change((values) => settlementProposed(values, settlementDate))
  }, [settlementDate, tradeDate, filling, change])
  const rate = funds.isError ? '' : funds.data && rateIn(funds.data)
  useEffect(() => {
    if (rate !== undefined) change((values) => costOfFundsProposed(values, rate))
  }, [rate, tradeDate, filling, change])
  const refused = settled.error instanceof ApiFailure && settled.error.status === 422
  return {
    tradeDateProblem: enabled && refused ? settled.error?.message : undefined,
    settlementDate: enabled ? settlementDate : undefined,
  }
}

/** The rate of the definition in force as the field holds it; '' where there is none. */
function rateIn([found]: readonly CostOfFundsDefinition[]): string {
  return found === undefined
    ? ''
    : formatNumber(found.after_tax_cost_of_funds, { decimals: 2 }).replaceAll(',', '')
}
