/** The trade file governs what is booked: where it is there and says otherwise, nothing is formed of a drop copy. */
import type { Contract } from '@em/core/documents/contracts'
import type { ComparedFill } from '@em/core/documents/day-comparison'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { forTheBooks, scopeNow } from '../../../platform/database/scope.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'
import {
  compareWithTradeFile,
  differenceInWords,
  type FoundComparison,
} from '../match/trade-file-comparison.queries.ts'

/** Differences that are listed. */
const LISTED_MAX = 100

/**
 * Refuses to form contracts of a drop copy whose fills differ from the trade file of their day. What the trade file has of their clients in other
 * securities is nothing of theirs.
 * @throws Refusal `document.trade-file-differs` (409), `rights.scope` (403) for a person who has some portfolios.
 */
export async function refuseOtherThanTradeFile(
  tx: Transaction,
  { id }: Pick<StoredDocument, 'id'>,
  contracts: readonly Contract[],
): Promise<void> {
  // The differences are shown of all clients.
  if ((scopeNow()?.portfolios ?? 'all') !== 'all') throw new Refusal('rights.scope')
  const found = await forTheBooks(tx, () => compareWithTradeFile(tx, id))
  refuseDifferences(found, askedOf(contracts))
}

/**
 * Whether there is a trade file of the days of a drop copy. All that the drop copy says must agree with it.
 * @throws Refusal `document.trade-file-differs` (409).
 */
export async function agreesWithTradeFile(db: Queryable, id: number): Promise<boolean> {
  const found = await compareWithTradeFile(db, id)
  const keys = new Set(found.here.map(keyOf))
  refuseDifferences(found, ({ here, there }) => here !== null || (there !== null && keys.has(keyOf(there))))
  return found.documents.length > 0
}

function refuseDifferences(
  { documents, fills }: FoundComparison,
  isAsked: (fill: ComparedFill) => boolean,
): void {
  const apart = fills.filter((fill) => fill.state !== 'equal' && isAsked(fill))
  const [first] = apart
  if (first === undefined) return
  const file = documents.map((one) => one.fileName || `document ${one.id}`).join(', ')
  const facts = { count: apart.length, first: differenceInWords(first), file }
  throw new Refusal(
    'document.trade-file-differs',
    facts,
    apart.slice(0, LISTED_MAX).map((fill) => ({
      field: fill.here === null ? 'tradeFile' : `lines.${fill.here.line}.${fill.fields[0] ?? 'tradeFile'}`,
      message: `${differenceInWords(fill)}.`,
    })),
  )
}

/** Whether a fill is one of the contracts, or would be: the trade file has it of their client, security, side and day. */
function askedOf(contracts: readonly Contract[]): (fill: ComparedFill) => boolean {
  const lines = new Set(contracts.flatMap((contract) => contract.lines.map(({ line }) => line)))
  const keys = new Set(contracts.map(keyOf))
  return ({ here, there }) =>
    here === null ? there !== null && keys.has(keyOf(there)) : lines.has(here.line)
}

const keyOf = (of: Pick<Contract, 'clientAccount' | 'symbol' | 'side' | 'tradeDate'>) =>
  [of.clientAccount ?? '', of.symbol, of.side, of.tradeDate].join('\n')
