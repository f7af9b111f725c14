/** Amended and cancelled contracts: their trades are corrected to what the document says, or deleted. */
import type { BuyChange } from '@em/contract/batches/batches'
import type { RecordDocumentBody } from '@em/contract/documents/trade-documents'
import { byField } from '@em/contract/fee-tariffs/fees'
import { corrections } from '@em/contract/trades/corrections'
import type { SellChange } from '@em/contract/trades/sells'
import type { Contract } from '@em/core/documents/contracts'
import type { Match } from '@em/core/documents/match'
import { formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { sendAudits } from '../../../platform/acts.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Transaction } from '../../../platform/database/database.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Faults } from '../../batches/rows/read-rows.ts'
import { correctTrade } from '../../trades/correct/corrections.commands.ts'
import { findBuy, findSell } from '../../trades/transactions/buys-and-sells.queries.ts'
import { auditOfChange } from '../../trades/transactions/trade-audit.queries.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'
import { nameOf } from '../facts/keep.commands.ts'

export interface Changes {
  readonly changed: number
  readonly deleted: number
}
export interface ChangeOrder extends RecordedBy {
  readonly document: StoredDocument
  readonly body: RecordDocumentBody
  readonly contracts: readonly Contract[]
  readonly matches: ReadonlyMap<string, Match>
  readonly mayCorrect: boolean
  readonly dryRun: boolean
}

/** A document may change so many trades at once: each walks its chain. */
const CHANGES_MAX = 500

/**
 * Corrects or deletes the trades of contracts that differ, inside the door's transaction. Refusals by the rules are reported by line.
 * @throws Refusal `document.changes` (403) where the person may not correct trades.
 */
export async function changeTrades(
  tx: Transaction,
  clock: Clock,
  order: ChangeOrder,
  faults: Faults,
): Promise<Changes> {
  const differing = order.contracts.flatMap((contract) => {
    const match = order.matches.get(contract.key)
    return match?.state === 'differs' ? [{ contract, match }] : []
  })
  if (differing.length === 0) return { changed: 0, deleted: 0 }
  if (!order.mayCorrect) throw new Refusal('document.changes')
  let [changed, deleted] = [0, 0]
  for (const [at, { contract, match }] of differing.entries()) {
    const line = contract.lines[0]?.line ?? 0
    const [trade, ...others] = match.trades
    if (trade === undefined) continue
    if (at >= CHANGES_MAX || (others.length > 0 && !contract.cancelled)) {
      const why =
        others.length > 0
          ? 'The contract is split over several trades. Correct them one by one.'
          : `At most ${CHANGES_MAX} trades are changed at once. Record the document again for the rest.`
      faults.add(line, 'contractNumber', why, contract.contractNumber)
      continue
    }
    try {
      if (contract.cancelled) {
        for (const one of match.trades) await change(tx, clock, order, one, null)
        deleted += match.trades.length
      } else {
        await change(tx, clock, order, trade, numbered(contract, match))
        changed += 1
      }
    } catch (error) {
      // Nothing of the document is saved with a correction that fails: half of one may be written.
      if (!(error instanceof Refusal) || !order.dryRun) throw withLine(error, line, trade.dealNumber)
      faults.add(line, 'contractNumber', error.message, contract.contractNumber)
      break
    }
  }
  return { changed, deleted }
}

function withLine(error: unknown, line: number, dealNumber: string): unknown {
  if (!(error instanceof Refusal)) return error
  const details = [{ field: `lines.${line}.contractNumber`, message: `${dealNumber}: ${error.message}` }]
  return new Refusal(error.code, error.facts, [...details, ...error.details])
}

async function change(
  tx: Transaction,
  clock: Clock,
  order: ChangeOrder,
  trade: Match['trades'][number],
  contract: Contract | null,
): Promise<void> {
  const reason = `${contract === null ? 'Cancelled' : 'Amended'} in ${nameOf(order.document)}`.slice(0, 500)
  const { id, side } = trade
  const input =
    contract === null
      ? null
      : side === 'buy'
        ? await boughtAs(tx, id, contract)
        : await soldAs(tx, id, contract)
  await correctTrade(tx, clock, {
    id,
    side,
    input,
    ...(contract !== null && { gross: contract.gross }),
    version: undefined,
    reason,
    ...recorder(order),
    dryRun: false,
  })
  // The audit row of the request itself is about the document.
  sendAudits(tx, [await auditOfChange(tx, contract === null ? 'delete' : 'correct', id, reason)])
}

/** A contract as its trade is changed to it: the number of the trade changes only where it had none. */
const numbered = (contract: Contract, { differences }: Match): Contract =>
  differences.some(({ field }) => field === 'contractNumber')
    ? contract
    : { ...contract, contractNumber: null }

/** The fields of a trade in a contract, by the names of its form. */
const saidBy = (contract: Contract) => ({
  ...(contract.contractNumber !== null && { contractNumber: contract.contractNumber }),
  quantity: String(contract.quantity),
  tradeDate: contract.tradeDate,
  ...(contract.tradeTime !== null && { tradeTime: contract.tradeTime }),
  ...(contract.settlementDate !== null && { settlementDate: contract.settlementDate }),
  feeSource: contract.feeSource,
  ...(contract.feeSource === 'contract' &&
    byField(({ component }) => formatDecimal(contract.fees[component], MONEY_SCALE))),
})

async function boughtAs(tx: Transaction, id: number, contract: Contract): Promise<BuyChange> {
  const { price: _, warnings: __, ...stored } = await findBuy(tx, id)
  return corrections.changeBuy.body.parse({
    ...blanksForNulls(stored),
    ...saidBy(contract),
    grossValue: formatDecimal(contract.gross, MONEY_SCALE),
  })
}

async function soldAs(tx: Transaction, id: number, contract: Contract): Promise<SellChange> {
  const { warnings: _, valuation_method: __, allocations, ...stored } = await findSell(tx, id)
  return corrections.changeSell.body.parse({
    ...blanksForNulls(stored),
    ...saidBy(contract),
    soldPrice: formatDecimal(contract.price, PRICE_SCALE),
    // Cherry-picked lots fit the quantity that was sold; another one has to be picked by a person.
    ...(allocations.length > 0 && { allocations }),
  })
}

const blanksForNulls = (record: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null))
