/** Confirms the settlements that lines of a file propose: each line once, by the command that people use. */
import type { CustodianLine } from '@em/contract/custodian/custodian'
import type { SettlementsActed } from '@em/contract/settlements/settlements'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { Clock } from '../../platform/clock.ts'
import type { Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { proposeMatches } from '../reconciliation/match/settlement-matches.commands.ts'
import {
  type ActOnTrade,
  type ActOrder,
  actOnSettlements,
} from '../settlements/confirm/settlements.commands.ts'
import { ALONE } from './accounts.ts'
import { confirmationsOf } from './confirmations.queries.ts'
import { factsOf } from './facts.queries.ts'
import { fileById } from './files.queries.ts'

interface Accepted {
  readonly fileId: number
  readonly line: number
  readonly tradeId: number
  readonly amount: bigint
  readonly recordedBy: number
}
const ACCEPTANCES = tableOf<Accepted>('custodian_acceptances', [
  { name: 'file_id', type: 'bigint', of: ({ fileId }) => fileId },
  { name: 'line', type: 'integer', of: ({ line }) => line },
  { name: 'trade_id', type: 'bigint', of: ({ tradeId }) => tradeId },
  { name: 'amount', type: 'numeric', of: ({ amount }) => formatDecimal(amount, MONEY_SCALE) },
  { name: 'recorded_by', type: 'bigint', of: ({ recordedBy }) => recordedBy },
])

/** The proposal of a line as the person saw it. */
export interface SeenProposal {
  readonly line: number
  readonly trade: number
  readonly amount: bigint
}
export interface AcceptOrder extends ActOrder {
  readonly id: number
  readonly lines: readonly number[]
  readonly seen: readonly SeenProposal[]
}

/**
 * @throws Refusal `record.missing` (404), `custodian.accepted` (409), `custodian.no-proposal` (422), `custodian.changed` (409), and what
 *   the confirmation of a settlement is refused for.
 */
export async function acceptLines(
  tx: Transaction,
  clock: Clock,
  order: AcceptOrder,
): Promise<Outcome<SettlementsActed>> {
  await tx.query(ALONE)
  const file = await fileById(tx, order.id)
  const results: SettlementsActed['results'] = []
  const postings: SettlementsActed['postings'] = []
  // Parts of one trade follow each other: what the second proposes rests on what the first left.
  let waiting = [...order.lines].toSorted((a, b) => a - b)
  let isFirst = true
  while (waiting.length > 0) {
    const found = new Map(
      (await confirmationsOf(tx, await factsOf(tx, order.id))).map((one) => [one.line, one]),
    )
    const chosen = waiting.map((line) => proposedBy(line, found.get(line)))
    if (isFirst) refuseChanged(chosen, order.seen)
    isFirst = false
    const trades = new Set<number>()
    const now = chosen.filter(({ proposal: { trade_id } }) => !trades.has(trade_id) && trades.add(trade_id))
    const acted = await actOnSettlements(tx, clock, now.map(actOf), order)
    results.push(...acted.results)
    postings.push(...acted.postings)
    await addRows(tx, [
      new Rows(
        ACCEPTANCES,
        now.map((one) => acceptance(one, order)),
      ),
    ])
    const done = new Set(now.map(({ line }) => line))
    waiting = waiting.filter((line) => !done.has(line))
  }
  proposeMatches(tx, [...new Set(results.map(({ trade_id }) => trade_id))])
  return {
    answer: { dryRun: order.dryRun, results, postings },
    audit: {
      action: 'custodian-messages.accept',
      entity: 'settlement',
      entityId: results.length === 1 ? (results[0]?.trade_id ?? '') : `${results.length} trades`,
      after: results.map((one) => ({ ...one, file_name: file.file_name })),
    },
  }
}

type Proposed = CustodianLine & {
  readonly line: number
  readonly proposal: NonNullable<CustodianLine['proposal']>
}

function proposedBy(line: number, found: CustodianLine | undefined): Proposed {
  if (found === undefined) throw new Refusal('record.missing', { what: `Line ${line}` })
  const { accepted, proposal } = found
  if (accepted !== null) throw new Refusal('custodian.accepted', { line, deal: accepted.deal_number })
  if (proposal === null) throw new Refusal('custodian.no-proposal', { line })
  return { ...found, line, proposal }
}

const cents = (amount: number) => BigInt(Math.round(amount * 100))

function refuseChanged(chosen: readonly Proposed[], seen: readonly SeenProposal[]): void {
  const shown = new Map(seen.map((one) => [one.line, one]))
  for (const { line, proposal } of chosen) {
    const one = shown.get(line)
    if (one === undefined) continue
    if (one.trade !== proposal.trade_id || one.amount !== cents(proposal.amount))
      throw new Refusal('custodian.changed', { line })
  }
}

const actOf = ({ proposal, reference, type, account }: Proposed): ActOnTrade => ({
  tradeId: proposal.trade_id,
  act: { kind: 'confirm', date: proposal.date, amount: cents(proposal.amount), nextDate: null },
  reference,
  note: `${type} of ${account}`,
  seen: cents(proposal.outstanding),
})

const acceptance = ({ line, proposal }: Proposed, { id, recordedBy }: AcceptOrder): Accepted => ({
  fileId: id,
  line,
  tradeId: proposal.trade_id,
  amount: cents(proposal.amount),
  recordedBy,
})
