import { formatDate } from '../../lib/dates.ts'
import { formatNumber } from '../../lib/numerals.ts'
import type { TradeVersion } from './trade.ts'

export interface Difference {
  readonly label: string
  readonly before: string
  readonly after: string
}

const money = (value: number | null) => (value === null ? '' : formatNumber(value, { decimals: 2 }))
const shares = (value: number) => formatNumber(value, { decimals: 0 })
const account = (version: TradeVersion) =>
  [version.account_name, version.account_number].filter((part) => part !== null).join(' ')

/** What a version says, as people read it. */
const TELLS: readonly (readonly [label: string, tell: (version: TradeVersion) => string])[] = [
  ['Trade date', (one) => formatDate(one.trade_date)],
  ['Settlement date', (one) => formatDate(one.settlement_date)],
  ['Quantity', (one) => shares(one.quantity)],
  ['Price', (one) => formatNumber(one.price, { decimals: 4 })],
  ['Total fees', (one) => money(one.total_fees)],
  ['Net value', (one) => money(one.net_value)],
  ['Lots taken', (one) => one.allocations ?? ''],
  ['Contract number', (one) => one.contract_number ?? ''],
  ['Broker', (one) => one.broker_name ?? ''],
  ['Cost of funds (%)', (one) => money(one.cost_of_funds)],
  ['Settlement account', account],
  ['Cash flow on settlement', (one) => one.cash_flow_on_settlement ?? ''],
  ['Generate payment', (one) => one.generate_payment],
  ['Description', (one) => one.description ?? ''],
]

/** What a version says otherwise than the one before it. */
export function differences(before: TradeVersion, after: TradeVersion): Difference[] {
  return TELLS.flatMap(([label, tell]) => {
    const [was, is] = [tell(before), tell(after)]
    return was === is ? [] : [{ label, before: was, after: is }]
  })
}

export interface VersionStep {
  readonly version: TradeVersion
  readonly deed: 'Recorded' | 'Corrected' | 'Deleted'
  readonly changed: readonly Difference[]
}

/** The versions, newest first, each with what it changed. */
export function stepsOf(versions: readonly TradeVersion[]): VersionStep[] {
  return versions
    .map((version, index): VersionStep => {
      const before = versions[index - 1]
      if (before === undefined) return { version, deed: 'Recorded', changed: [] }
      if (version.is_deleted) return { version, deed: 'Deleted', changed: [] }
      return { version, deed: 'Corrected', changed: differences(before, version) }
    })
    .toReversed()
}
