/** The values that a trade's form starts from: those of the user's newest trade, in groups that come and go together. */
import type { StartValues } from '@em/contract/trades/trades'
import { partOf, type Start } from '../../../ui/form/start.ts'
import { accountChosen, EMPTY_TRADE, type TradeValues } from './trade-values.ts'

/** The field that a group is shown under, with everything that belongs to it. */
export const TRADE_GROUPS = {
  portfolio: ['portfolio', 'portfolioId'],
  brokerName: ['brokerName'],
  settlementAccount: [
    'paymentMethod',
    'settlementAccount',
    'accountName',
    'accountNumber',
    'bankName',
    'branchName',
    'swiftCode',
    'iban',
  ],
  costOfFunds: ['costOfFunds', 'costOfFundsTyped'],
  tradeDate: ['tradeDate'],
  settlementDate: ['settlementDate', 'settlementTyped'],
} as const satisfies Record<string, readonly (keyof TradeValues)[]>
type Group = keyof typeof TRADE_GROUPS
const NAMES = Object.keys(TRADE_GROUPS) as Group[]

/** As the server answers. */
export function startOf(found: StartValues): Start {
  const { portfolio, broker_name, account, cost_of_funds, trade_date, settlement_date } = found
  return {
    ...portfolio,
    ...(broker_name !== null && { brokerName: broker_name }),
    ...(account !== null &&
      partOf(
        accountChosen({ ...EMPTY_TRADE, paymentMethod: account.payment_method }, account),
        TRADE_GROUPS.settlementAccount,
      )),
    ...(cost_of_funds !== null && { costOfFunds: String(cost_of_funds), costOfFundsTyped: true }),
    ...(trade_date !== null && { tradeDate: trade_date }),
    ...(settlement_date !== null && { settlementDate: settlement_date, settlementTyped: true }),
  }
}

/** After a save: what was recorded is the newest trade. A rate and a settlement date only where they were typed. */
export function startFrom(recorded: TradeValues): Start {
  const { costOfFunds, costOfFundsTyped, settlementTyped } = recorded
  const groups = NAMES.filter(
    (group) =>
      (group !== 'costOfFunds' || (costOfFundsTyped && costOfFunds !== '')) &&
      (group !== 'settlementDate' || settlementTyped),
  )
  return Object.assign({}, ...groups.map((group) => partOf(recorded, TRADE_GROUPS[group]))) as Start
}

/** A group that the form has proposed, and the user has not set: another proposal replaces it. */
export function isProposed(values: TradeValues, group: string, proposedDate: string): boolean {
  if (group === 'tradeDate') return values.tradeDate === proposedDate
  if (group === 'settlementDate') return !values.settlementTyped
  return group === 'costOfFunds' && !values.costOfFundsTyped
}

const LAST_TRADE = 'As in your last trade'
const ONLY: Readonly<Record<string, string>> = {
  portfolio: 'The only active portfolio',
  settlementAccount: 'The only settlement account',
}
export const rememberedText = (group: string, isOfLast: boolean): string =>
  isOfLast ? LAST_TRADE : (ONLY[group] ?? LAST_TRADE)
