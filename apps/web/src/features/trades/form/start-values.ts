/** What a trade's form starts from: the values of the person's newest trade, in groups that come and go together. */
import type { StartValues } from '@em/contract/books/trades'
import type { Kept } from '../../../ui/form/FormContext.tsx'
import { accountChosen, EMPTY_TRADE, type TradeValues } from './trade-values.ts'

export type Start = Partial<TradeValues>

/** The field that a group is shown under, with everything that belongs to it. */
const GROUPS = {
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
type Group = keyof typeof GROUPS
const NAMES = Object.keys(GROUPS) as Group[]

const part = (values: Partial<TradeValues>, group: Group): Start =>
  Object.fromEntries(GROUPS[group].map((name) => [name, values[name]]))
const has = (start: Start, group: Group) => GROUPS[group].some((name) => Boolean(start[name]))
const isAs = (values: TradeValues, start: Start, group: Group) =>
  GROUPS[group].every((name) => values[name] === (start[name] ?? EMPTY_TRADE[name]))

/** As the server answers. */
export function startOf(found: StartValues): Start {
  const { portfolio, broker_name, account, cost_of_funds, trade_date, settlement_date } = found
  return {
    ...portfolio,
    ...(broker_name !== null && { brokerName: broker_name }),
    ...(account !== null &&
      part(
        accountChosen({ ...EMPTY_TRADE, paymentMethod: account.payment_method }, account),
        'settlementAccount',
      )),
    ...(cost_of_funds !== null && { costOfFunds: String(cost_of_funds), costOfFundsTyped: true }),
    ...(trade_date !== null && { tradeDate: trade_date }),
    ...(settlement_date !== null && { settlementDate: settlement_date, settlementTyped: true }),
  }
}

/** After a save: what was recorded is the newest trade. A rate and a settlement date only where they were set by hand. */
export function startFrom(recorded: TradeValues): Start {
  const { costOfFunds, costOfFundsTyped, settlementTyped } = recorded
  const groups = NAMES.filter(
    (group) =>
      (group !== 'costOfFunds' || (costOfFundsTyped && costOfFunds !== '')) &&
      (group !== 'settlementDate' || settlementTyped),
  )
  return Object.assign({}, ...groups.map((group) => part(recorded, group))) as Start
}

interface Taking {
  readonly before: Start
  readonly next: Start
  /** The trade date that the form proposed. */
  readonly proposedDate: string
}

/** The values with the new start in place of the old one; what the user has set or emptied meanwhile stays. */
export function startTaken<V extends TradeValues>(values: V, { before, next, proposedDate }: Taking): V {
  const isUntouched = (group: Group) => {
    if (isAs(values, before, group)) return true
    if (group === 'tradeDate') return values.tradeDate === proposedDate
    if (group === 'settlementDate') return !values.settlementTyped
    return group === 'costOfFunds' && !values.costOfFundsTyped
  }
  const groups = NAMES.filter((group) => has(next, group) && isUntouched(group))
  return Object.assign({ ...values }, ...groups.map((group) => part(next, group))) as V
}

/** The fields that still have what the form started with, with the words for it. */
export function keptOf(values: TradeValues, start: Start, fromLastTrade: boolean): Kept {
  const groups = NAMES.filter((group) => has(start, group) && isAs(values, start, group))
  return Object.fromEntries(
    groups.map((group) => [group, fromLastTrade ? LAST_TRADE : (ONLY[group] ?? LAST_TRADE)]),
  )
}

const LAST_TRADE = 'As in your last trade'
const ONLY: Partial<Record<Group, string>> = {
  portfolio: 'The only active portfolio',
  settlementAccount: 'The only settlement account',
}
