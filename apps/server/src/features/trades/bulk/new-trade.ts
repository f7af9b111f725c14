/** The trades of a submission: as they were resolved, as they are decided, and what is asked of their recording. */
import type { ChainEvent } from '@em/core/chains/chain-event'
import type { ChainChange } from '@em/core/chains/change'
import type { BuyTerms } from '@em/core/trades/decide-buy'
import type { SellDecision, SellRequest } from '@em/core/trades/decide-sell'
import type { RecordedBy } from '../../../platform/recorded-by.ts'
import type { LockedChain } from '../../chains/lock.queries.ts'
import type { TradeDetails, Version } from '../keep/trade-rows.ts'
import type { TradeContext } from '../terms/context.queries.ts'

/** One checked row: its names are resolved, its figures are not decided yet. */
export interface NewTrade {
  /** Its index in the submission, for the report. */
  readonly row: number
  readonly side: 'buy' | 'sell'
  readonly details: TradeDetails
  readonly amounts: Pick<SellRequest, 'quantity' | 'price' | 'gross' | 'feesAsCharged'>
  readonly context: Pick<TradeContext, 'portfolio' | 'equity' | 'settlementAccount' | 'brokerId' | 'tariff'>
  /** Contract or deal number of the buy that a cherry-picked sale takes from. */
  readonly buyContract: string | null
  /** Of a trade that other books recorded before: its own number, and the lots that a cherry-picked sale takes. */
  readonly known?: KnownTrade
}

/** The known facts of a trade before it is recorded. */
export interface KnownTrade {
  readonly dealNumber: string
  /** A lot by its identity, or by the trade of the same submission that opens it. */
  readonly takes: readonly { readonly lot: number | NewTrade; readonly quantity: bigint }[]
}

export interface BulkOrder extends RecordedBy {
  /** The chains of the trades, locked by `lockChainsOf`; more of them do no harm. */
  readonly chains: ReadonlyMap<string, LockedChain>
  /** Null for a preview: everything is decided and nothing is written. */
  readonly batchId: number | null
  readonly world: Pick<TradeContext, 'today' | 'calendar'>
  onFault(row: number, field: string, message: string): void
  onProgress(done: number): void
  /** Called with each trade that is written, with its identity; several may be of one row. */
  onRecorded?(trade: NewTrade, id: number): void
}

/** A row with its figures, as an event of its chain. */
export interface Decided {
  readonly trade: NewTrade
  readonly id: number
  readonly decision: BuyTerms | SellDecision
  readonly event: ChainEvent
  readonly allocations: Version['allocations']
}

/** A chain walked with its new rows. */
export interface Walked {
  readonly decided: readonly Decided[]
  readonly change: ChainChange
}
