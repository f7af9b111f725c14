/** The facts of trades and opening lots as rows: the trade, its versions, its allocations. Versions are added, never changed. */
import type { BuyInput } from '@em/contract/books/trades'
import type { OpeningFigures } from '@em/core/trades/decide-opening'
import type { BuyFigures, SellFigures } from '@em/core/trades/figures'
import { cents, tenThousandths } from '../../../platform/database/copy.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { type Cell, type Column, Rows, tableOf } from '../../../platform/database/rows.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import type { TradeContext } from '../terms/context.queries.ts'

/** What a form says of a trade beside its figures; buys and sells share it. */
export type TradeDetails = Pick<
  BuyInput,
  | 'tradeDate'
  | 'settlementDate'
  | 'costOfFunds'
  | 'contractNumber'
  | 'description'
  | 'brokerName'
  | 'cashFlowOnSettlement'
  | 'generatePayment'
>

export interface Version {
  readonly details: TradeDetails
  readonly figures: BuyFigures | SellFigures
  readonly context: Pick<TradeContext, 'brokerId' | 'settlementAccount'>
  readonly reason: string | null
  /** Buys of which a cherry-picked sale takes shares. */
  readonly allocations: readonly { readonly buyTransactionId: number; readonly allocatedQuantity: bigint }[]
}

/** What a version of an opening lot says. */
export interface OpeningVersion {
  readonly openingDate: string
  readonly boughtOn: string
  readonly settlementDate: string
  readonly figures: OpeningFigures
  readonly costOfFundsRate: bigint | null
  readonly reference: string | null
  readonly brokerId: number | null
  readonly brokerName: string | null
  readonly reason: string | null
}

/** A trade that is new, under the identity of its event. */
export interface TradeFact {
  readonly id: number
  readonly chain: Pick<LockedChain, 'id' | 'place'>
  readonly side: 'buy' | 'sell' | 'opening'
  readonly dealNumber: string
  readonly batchId: number | null
  readonly recordedBy: number
}

/** A version of a trade: the first of a new one, or the next of one that is corrected. */
export interface VersionFact {
  readonly tradeId: number
  readonly version: number
  readonly recordedBy: number
  readonly says: Version | OpeningVersion
}

/** The columns that a form fills, and their types; those of openings alone, and the rest. */
const STATED = {
  trade_date: 'date',
  settlement_date: 'date',
  opening_date: 'date',
  quantity: 'bigint',
  price: 'numeric',
  gross: 'numeric',
  brokerage: 'numeric',
  cse_fees: 'numeric',
  cds_fees: 'numeric',
  clearing_fees: 'numeric',
  sec: 'numeric',
  stl: 'numeric',
  net: 'numeric',
  carried_charges: 'numeric',
  fee_source: 'text',
  schedule_fees: 'numeric[]',
  step_up: 'numeric',
  cost_of_funds: 'numeric',
  contract_number: 'text',
  description: 'text',
  broker_id: 'bigint',
  broker_name: 'text',
  settlement_account_id: 'bigint',
  account_name: 'text',
  account_number: 'text',
  bank_name: 'text',
  branch_name: 'text',
  payment_method: 'text',
  cash_flow_on_settlement: 'text',
  generate_payment: 'text',
  reason: 'text',
} as const
type VersionColumn = keyof typeof STATED
type VersionColumns = Readonly<Record<VersionColumn, Cell>>

interface VersionRow {
  readonly fact: VersionFact
  readonly columns: VersionColumns
}

const TRADES = tableOf<TradeFact>(
  'trades',
  [
    { name: 'id', type: 'bigint', of: ({ id }) => id },
    { name: 'chain_id', type: 'bigint', of: ({ chain }) => chain.id },
    { name: 'portfolio_id', type: 'bigint', of: ({ chain }) => chain.place.portfolioId },
    { name: 'equity_id', type: 'bigint', of: ({ chain }) => chain.place.equityId },
    { name: 'side', type: 'text', of: ({ side }) => side },
    { name: 'deal_number', type: 'text', of: ({ dealNumber }) => dealNumber },
    { name: 'batch_id', type: 'bigint', of: ({ batchId }) => batchId },
    { name: 'recorded_by', type: 'bigint', of: ({ recordedBy }) => recordedBy },
  ],
  { identity: true },
)

const VERSIONS = tableOf<VersionRow>('trade_versions', [
  { name: 'trade_id', type: 'bigint', of: ({ fact }) => fact.tradeId },
  { name: 'version', type: 'integer', of: ({ fact }) => fact.version },
  { name: 'recorded_by', type: 'bigint', of: ({ fact }) => fact.recordedBy },
  ...Object.entries(STATED).map(
    ([name, type]): Column<VersionRow> => ({
      name,
      type,
      of: ({ columns }) => columns[name as VersionColumn],
    }),
  ),
])

const ALLOCATIONS = tableOf<{ fact: VersionFact; part: Version['allocations'][number] }>(
  'trade_allocations',
  [
    { name: 'trade_id', type: 'bigint', of: ({ fact }) => fact.tradeId },
    { name: 'version', type: 'integer', of: ({ fact }) => fact.version },
    { name: 'buy_trade_id', type: 'bigint', of: ({ part }) => part.buyTransactionId },
    { name: 'quantity', type: 'bigint', of: ({ part }) => part.allocatedQuantity },
  ],
)

/** The rows of trades and versions, added one by one. */
export class TradeRows {
  readonly trades = new Rows(TRADES)
  readonly versions = new Rows(VERSIONS)
  readonly allocations = new Rows(ALLOCATIONS)

  add(trade: TradeFact | undefined, fact: VersionFact): void {
    const { says } = fact
    if (trade !== undefined) this.trades.add(trade)
    const isTrade = 'details' in says
    this.versions.add({ fact, columns: isTrade ? columnsOf(says) : columnsOfOpening(says) })
    if (isTrade) for (const part of says.allocations) this.allocations.add({ fact, part })
  }
}

function columnsOf({ details, figures, context, reason }: Version): VersionColumns {
  const { fees, computedFees, stepUp } = figures
  const account = context.settlementAccount
  return {
    trade_date: details.tradeDate,
    settlement_date: details.settlementDate,
    opening_date: null,
    quantity: figures.quantity,
    price: tenThousandths(figures.price),
    gross: cents(figures.gross),
    brokerage: cents(fees.brokerage),
    cse_fees: cents(fees.cse),
    cds_fees: cents(fees.cds),
    clearing_fees: cents(fees.clearing),
    sec: cents(fees.sec),
    stl: cents(fees.stl),
    net: cents(figures.net),
    carried_charges: null,
    fee_source: figures.feeSource,
    schedule_fees:
      figures.feeSource === 'schedule' || computedFees === null
        ? null
        : `{${(['brokerage', 'cse', 'cds', 'clearing', 'sec', 'stl'] as const).map((fee) => cents(computedFees[fee])).join(',')}}`,
    step_up: stepUp === null ? null : cents(stepUp.totalStepUpFees),
    cost_of_funds: details.costOfFunds === null ? null : tenThousandths(details.costOfFunds),
    // Bulk sales and rows of a sheet may name neither contract nor broker.
    contract_number: details.contractNumber || null,
    description: details.description,
    broker_id: context.brokerId,
    broker_name: details.brokerName || null,
    settlement_account_id: account.id,
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_name: account.bankName,
    branch_name: account.branchName,
    payment_method: account.paymentMethod,
    cash_flow_on_settlement: details.cashFlowOnSettlement,
    generate_payment: details.generatePayment ?? 'No',
    reason,
  }
}

const NOTHING = cents(0n)

/** The charges are carried, not posted as fees: the six fees are nothing and net is gross. */
function columnsOfOpening(says: OpeningVersion): VersionColumns {
  const { figures, costOfFundsRate } = says
  return {
    trade_date: says.boughtOn,
    settlement_date: says.settlementDate,
    opening_date: says.openingDate,
    quantity: figures.quantity,
    price: tenThousandths(figures.price),
    gross: cents(figures.cost),
    brokerage: NOTHING,
    cse_fees: NOTHING,
    cds_fees: NOTHING,
    clearing_fees: NOTHING,
    sec: NOTHING,
    stl: NOTHING,
    net: cents(figures.cost),
    carried_charges: cents(figures.charges),
    fee_source: 'manual',
    schedule_fees: null,
    step_up: null,
    cost_of_funds: costOfFundsRate === null ? null : tenThousandths(costOfFundsRate),
    contract_number: says.reference,
    description: null,
    broker_id: says.brokerId,
    broker_name: says.brokerName,
    settlement_account_id: null,
    account_name: null,
    account_number: null,
    bank_name: null,
    branch_name: null,
    payment_method: null,
    cash_flow_on_settlement: null,
    generate_payment: 'No',
    reason: says.reason,
  }
}

const NEXT_VERSION = statement(
  'trades.next-version',
  `UPDATE trades t SET version = u.version FROM unnest($1::bigint[], $2::integer[]) AS u (id, version) WHERE t.id = u.id`,
)

/** Makes later versions those in force. To be sent before their rows. */
export function sendNextVersions(tx: Transaction, next: readonly VersionFact[]): void {
  if (next.length === 0) return
  tx.send(NEXT_VERSION, [next.map(({ tradeId }) => tradeId), next.map(({ version }) => version)])
}

const COPIED = Object.keys(STATED)
  .filter((column) => column !== 'reason')
  .join(', ')
const REMOVE = statement(
  'trades.remove',
  `WITH t AS (UPDATE trades SET version = version + 1, is_deleted = true
               WHERE id = ANY ($1::bigint[]) AND NOT is_deleted RETURNING id, version),
   d AS (
     INSERT INTO audit (user_id, action, entity, entity_id, before, after)
     SELECT $2::bigint, 'trades.delete', 'trade', t.id::text,
            json_strip_nulls(json_build_object('trade_date', o.trade_date, 'settlement_date', o.settlement_date,
              'quantity', o.quantity, 'price', o.price, 'net_value', o.net, 'contract_number', o.contract_number,
              'broker_name', o.broker_name, 'account_name', o.account_name)),
            json_build_object('reason', $3::text)
       FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1 WHERE $4)
   INSERT INTO trade_versions (trade_id, version, is_deleted, recorded_by, reason, ${COPIED})
   SELECT t.id, t.version, true, $2::bigint, $3::text, ${COPIED}
     FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1`,
)

/** Trades that are deleted, each by a version that says so. */
export interface Removal {
  readonly tradeIds: readonly number[]
  readonly recordedBy: number
  readonly reason: string | null
  /** Whether each leaves an audit row of its own: where the door's row tells of many. */
  readonly audited: boolean
}

/** Marks trades of locked chains as deleted. */
export function sendRemoval(tx: Transaction, { tradeIds, recordedBy, reason, audited }: Removal): void {
  tx.send(REMOVE, [tradeIds, recordedBy, reason, audited])
}
