/** The facts of trades and opening lots as rows: the trade, its versions, its allocations. Versions are added, never changed. */
import { FEES } from '@em/contract/fee-tariffs/fees'
import type { BuyInput } from '@em/contract/trades/trades'
import {
  type RuleValues,
  VERSION_FIELDS,
  type VersionField,
  type VersionKind,
  type VersionValues,
} from '@em/contract/trades/version-fields'
import { NO_FEES } from '@em/core/fee-tariffs/charge'
import type { OpenTradeFigures } from '@em/core/trades/decide-open-trade'
import type { OpeningFigures } from '@em/core/trades/decide-opening'
import type { BuyFigures, SellFigures } from '@em/core/trades/figures'
import { cents, tenThousandths } from '../../../platform/database/copy.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { actOf, type Cell, type Column, Rows, tableOf } from '../../../platform/database/rows.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import { columnsOfFees } from '../../fee-tariffs/fee-columns.ts'
import type { TradeContext } from '../terms/context.queries.ts'

/** The fields of a trade's form that are no figures; buys and sells share them. */
export type TradeDetails = Pick<
  BuyInput,
  | 'tradeDate'
  | 'tradeTime'
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

/** The columns of an opening lot's version. */
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

/** The version of a trade that is an open item of the opening. */
export interface OpenTradeVersion {
  readonly openingDate: string
  readonly tradeDate: string
  readonly settlementDate: string
  readonly open: OpenTradeFigures
  readonly contractNumber: string | null
  readonly brokerId: number | null
  readonly brokerName: string | null
  readonly account: TradeContext['settlementAccount']
  readonly generatePayment: 'Yes' | 'No'
}

/** A trade that is new, under the identity of its event. */
export interface TradeFact {
  readonly id: number
  readonly chain: Pick<LockedChain, 'id' | 'position'>
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
  readonly says: Version | OpeningVersion | OpenTradeVersion
}

/** A kind of value in the database: its type, and how a row gives it. Amounts are exact decimal texts. */
const STORED: {
  readonly [K in VersionKind]: { readonly type: string; readonly cell: (value: RuleValues[K]) => Cell }
} = {
  date: { type: 'date', cell: (day) => day },
  shares: { type: 'bigint', cell: (shares) => shares },
  price: { type: 'numeric', cell: tenThousandths },
  money: { type: 'numeric', cell: cents },
  percent: { type: 'numeric', cell: tenThousandths },
  text: { type: 'text', cell: (text) => text },
  id: { type: 'bigint', cell: (id) => id },
  fees: { type: 'numeric[]', cell: (fees) => `{${fees.map(cents).join(',')}}` },
}

interface VersionRow {
  /** The index of its writer. */
  readonly by: number
  readonly fact: VersionFact
  readonly values: VersionValues
}

function columnOf({ column, kind }: VersionField): Column<VersionRow> {
  const { type, cell } = STORED[kind] as { type: string; cell: (value: unknown) => Cell }
  return {
    name: column,
    type,
    of: ({ values }) => {
      const value = values[column]
      return value === null ? null : cell(value)
    },
  }
}

const TRADES = tableOf<TradeFact>(
  'trades',
  [
    { name: 'id', type: 'bigint', of: ({ id }) => id },
    { name: 'chain_id', type: 'bigint', of: ({ chain }) => chain.id },
    { name: 'portfolio_id', type: 'bigint', of: ({ chain }) => chain.position.portfolioId },
    { name: 'equity_id', type: 'bigint', of: ({ chain }) => chain.position.equityId },
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
  actOf(({ by }) => by),
  ...VERSION_FIELDS.map(columnOf),
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

  add(by: number, trade: TradeFact | undefined, fact: VersionFact): void {
    const { says } = fact
    if (trade !== undefined) this.trades.add(trade)
    this.versions.add({ by, fact, values: valuesSaid(says) })
    if ('details' in says) for (const part of says.allocations) this.allocations.add({ fact, part })
  }
}

const valuesSaid = (says: VersionFact['says']): VersionValues =>
  'details' in says ? valuesOf(says) : 'open' in says ? valuesOfOpenTrade(says) : valuesOfOpening(says)

/** The fields of a buy's or sale's version, by column. */
export function valuesOf({ details, figures, context, reason }: Version): VersionValues {
  const { fees, computedFees, stepUp } = figures
  const account = context.settlementAccount
  return {
    trade_date: details.tradeDate,
    trade_time: details.tradeTime,
    settlement_date: details.settlementDate,
    opening_date: null,
    quantity: figures.quantity,
    price: figures.price,
    gross: figures.gross,
    ...columnsOfFees(fees),
    net: figures.net,
    carried_charges: null,
    fair_value: null,
    fee_source: figures.feeSource,
    schedule_fees:
      figures.feeSource === 'schedule' || computedFees === null
        ? null
        : FEES.map(({ component }) => computedFees[component]),
    step_up: stepUp === null ? null : stepUp.totalStepUpFees,
    cost_of_funds: details.costOfFunds,
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

/** The charges are carried, not posted as fees: the six fees are nothing and net is gross. */
function valuesOfOpening(says: OpeningVersion): VersionValues {
  const { figures } = says
  return {
    trade_date: says.boughtOn,
    trade_time: null,
    settlement_date: says.settlementDate,
    opening_date: says.openingDate,
    quantity: figures.quantity,
    price: figures.price,
    gross: figures.cost,
    ...columnsOfFees(NO_FEES),
    net: figures.cost,
    carried_charges: figures.charges,
    fair_value: figures.fairValue,
    fee_source: 'manual',
    schedule_fees: null,
    step_up: null,
    cost_of_funds: says.costOfFundsRate,
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

/** The fees were charged before the books began: they are carried, the six are nothing, and net is what is to be settled. */
function valuesOfOpenTrade(says: OpenTradeVersion): VersionValues {
  const { open, account } = says
  return {
    trade_date: says.tradeDate,
    trade_time: null,
    settlement_date: says.settlementDate,
    opening_date: says.openingDate,
    quantity: open.quantity,
    price: open.price,
    gross: open.gross,
    ...columnsOfFees(NO_FEES),
    net: open.net,
    carried_charges: open.fees,
    fair_value: null,
    fee_source: 'manual',
    schedule_fees: null,
    step_up: null,
    cost_of_funds: null,
    contract_number: says.contractNumber,
    description: null,
    broker_id: says.brokerId,
    broker_name: says.brokerName,
    settlement_account_id: account.id,
    account_name: account.accountName,
    account_number: account.accountNumber,
    bank_name: account.bankName,
    branch_name: account.branchName,
    payment_method: account.paymentMethod,
    cash_flow_on_settlement: null,
    generate_payment: says.generatePayment,
    reason: null,
  }
}

const NEXT_VERSION = statement(
  'trades.next-version',
  `UPDATE trades t SET version = u.version FROM unnest(:tradeIds::bigint[], :versions::integer[]) AS u (id, version) WHERE t.id = u.id`,
)

/** Makes later versions those in force. To be sent before their rows. */
export function sendNextVersions(tx: Transaction, next: readonly VersionFact[]): void {
  if (next.length === 0) return
  tx.send(NEXT_VERSION, {
    tradeIds: next.map(({ tradeId }) => tradeId),
    versions: next.map(({ version }) => version),
  })
}

const COPIED = VERSION_FIELDS.map(({ column }) => column)
  .filter((column) => column !== 'reason')
  .join(', ')
const REMOVE = statement(
  'trades.remove',
  `WITH t AS (UPDATE trades SET version = version + 1, is_deleted = true
               WHERE id = ANY (:tradeIds::bigint[]) AND NOT is_deleted RETURNING id, version),
   d AS (
     INSERT INTO trade_versions (trade_id, version, is_deleted, recorded_by, reason, ${COPIED})
     SELECT t.id, t.version, true, :recordedBy::bigint, :reason?::text, ${COPIED}
       FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1)
   SELECT record_acts(ARRAY[1], array_agg('trades.delete'::text), array_agg('trade'::text), array_agg(t.id::text),
            array_agg(json_strip_nulls(json_build_object('trade_date', o.trade_date, 'settlement_date', o.settlement_date,
              'quantity', o.quantity, 'price', o.price, 'net_value', o.net, 'contract_number', o.contract_number,
              'broker_name', o.broker_name, 'account_name', o.account_name))::text),
            array_agg(json_build_object('reason', :reason::text)::text), NULL)
     FROM t JOIN trade_versions o ON o.trade_id = t.id AND o.version = t.version - 1 WHERE :audited HAVING count(*) > 0`,
)

/** Trades that are deleted, each by a version that says so. */
export interface Removal {
  readonly tradeIds: readonly number[]
  readonly recordedBy: number
  readonly reason: string | null
  /** Whether each leaves an audit row of its own; false where the request's row covers many. */
  readonly audited: boolean
}

/** Marks trades of locked chains as deleted. */
export function sendRemoval(tx: Transaction, { tradeIds, recordedBy, reason, audited }: Removal): void {
  tx.send(REMOVE, { tradeIds, recordedBy, reason, audited })
}
