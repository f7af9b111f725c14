/** Auto Match, proposals, matches by hand, and taking matches apart. */
import { autoMatch } from '@em/core/reconciliation/auto-match'
import { AMOUNT_TOLERANCE, netOf, sumOf } from '@em/core/reconciliation/line'
import { movements } from '@em/core/reconciliation/movements'
import { type ProposableLine, type Proposed, proposalKey, propose } from '@em/core/reconciliation/propose'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Progress } from '../../../platform/http/writes.ts'
import { type RecordedBy, recorder } from '../../../platform/recorded-by.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { brokerOf } from '../../brokers/named.ts'
import { assumedOf } from '../../settlements/list/settlements.queries.ts'
import { cents } from '../lines/figures.ts'
import { idOf, keyOf, type LineKey } from '../lines/lines.queries.ts'
import { SOURCE_VALUES, sourceValues, withOpen } from '../lines/open-lines.queries.ts'
import {
  bump,
  type OpenLinesSource,
  openLinesSource,
  type Reconciliation,
} from '../lines/reconciliations.queries.ts'
import type { MatchToKeep } from './keep-matches.commands.ts'
import { confirmedByMatches, proposalRows } from './matches.queries.ts'
import {
  keepAndConfirm,
  NOTHING_PAID,
  type PaidSums,
  SETTLED_AT_ONCE,
  undoConfirmations,
} from './settling.commands.ts'

/** Lines of one side that a reconciliation can hold open: far above a month of a large house. */
export const OPEN_LINES_MAX = 200_000

interface OpenLine extends ProposableLine {
  readonly number: number
}
interface OpenLedger extends ProposableLine {
  readonly tradeId: number | null
  /** The bank's side of what a trade pays or receives. */
  readonly isSettlement: boolean
}

async function freeLedger(
  tx: Transaction,
  one: Reconciliation,
  source: OpenLinesSource,
): Promise<OpenLedger[]> {
  const rows = await tx.query<
    LineKey & {
      entry_date: string
      debit: string
      credit: string
      description: string | null
      reference: string | null
      reversal_of: number | null
      trade_id: number | null
      is_settlement: boolean
      is_taken_back: boolean
      party: string | null
    }
  >(
    `${withOpen(one)}
     SELECT l.entry_id, l.line_no, l.entry_date, l.debit, l.credit, coalesce(j.description, h.description) AS description,
            h.reference, h.reversal_of, h.trade_id,
            h.kind = 'settlement' AND h.reversal_of IS NULL AND j.role = 'cash' AS is_settlement,
            h.trade_id IS NOT NULL AND (h.reversal_of IS NOT NULL
              OR EXISTS (SELECT FROM journal_entries r WHERE r.reversal_of = h.id)) AS is_taken_back,
            CASE WHEN h.kind = 'settlement' AND h.reversal_of IS NULL
                 THEN coalesce(j.broker_id::text, known.broker_id::text, broker_key(v.broker_name)) || ' ' || coalesce(j.settlement_account_id, 0) END AS party
       FROM ledger l JOIN journal_lines j USING (entry_id, line_no) JOIN journal_entries h ON h.id = l.entry_id
       LEFT JOIN trades t ON t.id = h.trade_id AND h.kind = 'settlement' AND j.broker_id IS NULL
       LEFT JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ${brokerOf('v.broker_name')}
      WHERE l.matched_in IS NULL
      ORDER BY l.entry_date, l.entry_id, l.line_no LIMIT ${OPEN_LINES_MAX + 1}`,
    sourceValues(source),
  )
  refuseTooMany(rows.length)
  return rows.map((row) => ({
    id: idOf(row),
    date: row.entry_date,
    debit: cents(row.debit),
    credit: cents(row.credit),
    description: row.description ?? '',
    reference: row.reference ?? '',
    entry: String(row.entry_id),
    reversalOf: row.reversal_of === null ? null : String(row.reversal_of),
    party: row.party,
    tradeId: row.trade_id,
    isSettlement: row.is_settlement,
    isTakenBack: row.is_taken_back,
  }))
}

async function freeExternal(
  tx: Transaction,
  one: Reconciliation,
  source: OpenLinesSource,
): Promise<OpenLine[]> {
  const rows = await tx.query<{
    id: number
    line_date: string
    debit: string
    credit: string
    description: string | null
    reference: string | null
  }>(
    `${withOpen(one)}
     SELECT id, line_date, debit, credit, description, reference FROM external
      WHERE matched_in IS NULL ORDER BY line_date, id LIMIT ${OPEN_LINES_MAX + 1}`,
    sourceValues(source),
  )
  refuseTooMany(rows.length)
  return rows.map((row) => ({
    id: String(row.id),
    number: row.id,
    date: row.line_date,
    debit: cents(row.debit),
    credit: cents(row.credit),
    description: row.description ?? '',
    reference: row.reference ?? '',
  }))
}

function refuseTooMany(lines: number): void {
  if (lines > OPEN_LINES_MAX) {
    throw new Refusal('reconciliation.too-many', {
      limit: `${OPEN_LINES_MAX.toLocaleString('en')} open lines`,
    })
  }
}

const DROP_PROPOSALS = statement(
  'reconciliation.drop-proposals',
  'DELETE FROM reconciliation_proposals WHERE reconciliation_id = :reconciliationId AND NOT rejected',
)
const KEEP_PROPOSALS = statement(
  'reconciliation.keep-proposals',
  `INSERT INTO reconciliation_proposals (reconciliation_id, key, reason, ledger, external)
   SELECT :reconciliationId, p.key, p.reason, string_to_array(p.ledger, ','), string_to_array(p.external, ',')::bigint[]
     FROM unnest(:keys::text[], :reasons::text[], :ledger::text[], :external::text[]) AS p (key, reason, ledger, external)`,
)

export interface AutoMatched {
  readonly matched: number
  readonly proposed: number
  /** Settlements confirmed by the pairs. */
  readonly confirmed: number
  /** Pairs that wait for the next call: so many settlements are confirmed at once. */
  readonly left: number
}

/** Of some trades those that are to be confirmed. */
export type ChooseTrades = (tradeIds: readonly number[]) => Promise<ReadonlySet<number>>

export interface AutoMatchOrder extends RecordedBy {
  readonly progress: Progress
  /** Pairs only the settlement lines of the trades that it leaves of those that some line could pay, and proposes nothing. */
  readonly choose?: ChooseTrades
}

/**
 * Pairs by the specified rule, keeps the pairs, confirms the settlements in them, and proposes what is left. A pair whose
 * settlement cannot be confirmed (the bank's day lies before the trade) is none. The caller has locked the reconciliation.
 */
export async function autoMatchAll(
  tx: Transaction,
  one: Reconciliation,
  clock: Clock,
  asked: AutoMatchOrder,
): Promise<AutoMatched & { readonly sums: PaidSums }> {
  const { progress, choose } = asked
  progress(0, 0, 'Reading the open lines')
  const source = await openLinesSource(tx, one, clock.today())
  const [open, external, rejected] = await Promise.all([
    freeLedger(tx, one, source),
    freeExternal(tx, one, source),
    proposalRows(tx, one.id, true),
  ])
  const lines = open.length + external.length
  progress(0, lines, 'Pairing the lines')
  const ours = new Map(open.map((line) => [line.id, line]))
  const theirs = new Map(external.map((line) => [line.id, line]))
  let settlements = 0
  // What is taken back is left out before the trades are chosen: a reversal is no trade's line, and the entry that it reverses
  // confirms nothing any more. Of trades also where the other of the two is matched, or lies beyond the days here.
  const moving = movements(open)
  const all = autoMatch(choose === undefined ? moving : await chosenOf(moving, external, choose), external)
  if (choose !== undefined && all.length === 0) {
    return { matched: 0, proposed: 0, confirmed: 0, left: 0, sums: NOTHING_PAID }
  }
  const pairs = all.filter((pair) => {
    if (ours.get(pair.ledger)?.isSettlement) settlements += 1
    return settlements <= SETTLED_AT_ONCE || ours.get(pair.ledger)?.isSettlement === false
  })
  const matches = pairs.map((pair): MatchToKeep => {
    const [line, other] = [ours.get(pair.ledger), theirs.get(pair.external)] as [OpenLedger, OpenLine]
    return {
      matchType: 'auto',
      difference: sumOf([line]) - sumOf([other]),
      explanation: null,
      ledger: [keyOf(pair.ledger)],
      external: [other.number],
    }
  })
  const order = { ...recorder(asked), reconciliationId: one.id, source, lenient: true }
  if (choose === undefined) tx.send(DROP_PROPOSALS, { reconciliationId: one.id })
  progress(2 * pairs.length, lines, 'Keeping the matches')
  const { ids, confirmed, sums } = await keepAndConfirm(tx, clock, matches, order)
  for (const [index, pair] of pairs.entries()) {
    if (ids[index] === null) continue
    ours.delete(pair.ledger)
    theirs.delete(pair.external)
  }
  const left = all.length - pairs.length
  const rejectedKeys = new Set(rejected.map((row) => row.key))
  // Pairs that wait are no proposals.
  const proposals =
    choose === undefined && left === 0 ? propose([...ours.values()], [...theirs.values()], rejectedKeys) : []
  keepProposals(tx, one.id, proposals)
  bump(tx, one.id)
  const matched = ids.filter((id) => id !== null).length
  return { matched, proposed: proposals.length, confirmed, left, sums }
}

/** The settlement lines of trades that are chosen; only those are asked about whose amount some statement line has. */
async function chosenOf(
  ledger: readonly OpenLedger[],
  external: readonly OpenLine[],
  choose: ChooseTrades,
): Promise<OpenLedger[]> {
  const amounts = new Set(
    external.map(netOf).flatMap((net) => [net - AMOUNT_TOLERANCE, net, net + AMOUNT_TOLERANCE]),
  )
  const possible = ledger.flatMap((line) =>
    line.isSettlement && line.tradeId !== null && amounts.has(netOf(line))
      ? [{ line, tradeId: line.tradeId }]
      : [],
  )
  if (possible.length === 0) return []
  const chosen = await choose([...new Set(possible.map(({ tradeId }) => tradeId))])
  return possible.flatMap(({ line, tradeId }) => (chosen.has(tradeId) ? [line] : []))
}

function keepProposals(tx: Transaction, id: number, proposals: readonly Proposed[]): void {
  if (proposals.length === 0) return
  tx.send(KEEP_PROPOSALS, {
    reconciliationId: id,
    keys: proposals.map(proposalKey),
    reasons: proposals.map((proposal) => proposal.reason),
    ledger: proposals.map((proposal) => proposal.ledger.join(',')),
    external: proposals.map((proposal) => proposal.external.join(',')),
  })
}

interface Chosen {
  readonly ledger: readonly LineKey[]
  readonly external: readonly number[]
  /** Debits less credits, in cents. */
  readonly ledgerSum: bigint
  readonly externalSum: bigint
}

/**
 * The lines asked for, which must be open here.
 * @throws Refusal `reconciliation.line-taken` (409) naming the first that is matched, skipped or not there.
 */
export async function chooseLines(
  tx: Transaction,
  one: Reconciliation,
  source: OpenLinesSource,
  ledgerIds: readonly string[],
  externalIds: readonly number[],
): Promise<Chosen> {
  const ledger = [...new Set(ledgerIds)].map(keyOf)
  const external = [...new Set(externalIds)]
  const [a, b] = [1, 2].map((n) => `$${SOURCE_VALUES + n}`)
  const [ours, theirs] = await Promise.all([
    ledger.length === 0
      ? []
      : tx.query<LineKey & { debit: string; credit: string }>(
          `${withOpen(one)}
           SELECT l.entry_id, l.line_no, l.debit, l.credit FROM ledger l
             JOIN unnest(${a}::bigint[], ${b}::smallint[]) AS k (entry_id, line_no) USING (entry_id, line_no)
            WHERE l.matched_in IS NULL`,
          [...sourceValues(source), ledger.map((key) => key.entry_id), ledger.map((key) => key.line_no)],
        ),
    external.length === 0
      ? []
      : tx.query<{ id: number; debit: string; credit: string }>(
          `${withOpen(one)} SELECT id, debit, credit FROM external WHERE matched_in IS NULL AND id = ANY (${a}::bigint[])`,
          [...sourceValues(source), external],
        ),
  ])
  const missing = ledger.length - ours.length + (external.length - theirs.length)
  if (missing > 0) {
    const foundOurs = new Set(ours.map(idOf))
    const foundTheirs = new Set(theirs.map((line) => line.id))
    const gone = ledger.find((key) => !foundOurs.has(idOf(key)))
    const line =
      gone === undefined
        ? `statement line ${external.find((id) => !foundTheirs.has(id))}`
        : `ledger line ${idOf(gone)}`
    throw new Refusal('reconciliation.line-taken', { count: missing, line })
  }
  const sum = (lines: readonly { debit: string; credit: string }[]) =>
    sumOf(lines.map((line) => ({ debit: cents(line.debit), credit: cents(line.credit) })))
  return { ledger, external, ledgerSum: sum(ours), externalSum: sum(theirs) }
}

/** @throws Refusal `reconciliation.sums-differ` (422) when the sums differ without an explanation. */
export function refuseUnexplained(chosen: Chosen, explanation: string | null): void {
  const difference = chosen.ledgerSum - chosen.externalSum
  if (difference === 0n || explanation !== null) return
  const shown = (amount: bigint) => formatDecimal(amount, MONEY_SCALE, { grouping: true })
  throw new Refusal('reconciliation.sums-differ', {
    ledger: shown(chosen.ledgerSum),
    external: shown(chosen.externalSum),
    difference: shown(difference < 0n ? -difference : difference),
  })
}

/** Accepts and rejects proposals. One whose lines were matched in the meantime is gone and cannot be accepted. */
export async function decideProposals(
  tx: Transaction,
  one: Reconciliation,
  clock: Clock,
  decision: { readonly accept: readonly number[]; readonly reject: readonly number[] },
  by: RecordedBy,
): Promise<{ accepted: number; rejected: number; confirmed: number }> {
  let confirmed = 0
  const rows = new Map((await proposalRows(tx, one.id, false)).map((row) => [row.id, row]))
  const unknown = [...decision.accept, ...decision.reject].find((id) => !rows.has(id))
  if (unknown !== undefined) throw new Refusal('record.missing', { what: 'The proposal' })
  const rejecting = new Set(decision.reject)
  if (decision.accept.some((id) => rejecting.has(id))) {
    throw new Refusal('request.invalid', {}, [
      { field: 'reject', message: 'A proposal is either accepted or rejected.' },
    ])
  }
  const accepted = [...new Set(decision.accept)].flatMap((id) => rows.get(id) ?? [])
  if (accepted.length > 0) {
    const source = await openLinesSource(tx, one, clock.today())
    // All lines at once: whatever is gone is named.
    await chooseLines(
      tx,
      one,
      source,
      accepted.flatMap((row) => row.ledger),
      accepted.flatMap((row) => row.external),
    )
    const matches = accepted.map(
      (row): MatchToKeep => ({
        matchType: 'proposed',
        difference: 0n,
        explanation: row.reason,
        ledger: row.ledger.map(keyOf),
        external: row.external,
      }),
    )
    const order = { ...by, reconciliationId: one.id, source }
    confirmed = (await keepAndConfirm(tx, clock, matches, order)).confirmed
  }
  tx.send('UPDATE reconciliation_proposals SET rejected = true WHERE id = ANY ($1::bigint[])', [
    [...rejecting],
  ])
  bump(tx, one.id)
  return { accepted: accepted.length, rejected: rejecting.size, confirmed }
}

const CHOSEN_MATCHES = statement(
  'reconciliation.chosen-matches',
  `SELECT id FROM reconciliation_matches
    WHERE reconciliation_id = :reconciliationId AND (:ids?::bigint[] IS NULL OR id = ANY (:ids)) AND (:type?::text IS NULL OR match_type = :type)`,
)

/**
 * Takes matches apart; answers how many, and how many settlements that they had confirmed were taken back with them
 * (`confirmations`: undo). @throws Refusal 404 naming one that is not there; those of `undoConfirmations`.
 */
export async function unmatch(
  tx: Transaction,
  one: Reconciliation,
  clock: Clock,
  which: readonly number[] | 'all' | 'auto' | 'manual' | 'proposed',
  confirmations: 'keep' | 'undo',
  by: RecordedBy,
): Promise<{ unmatched: number; undone: number; assumed: number }> {
  const ids = typeof which === 'string' ? null : [...new Set(which)]
  const type = typeof which === 'string' && which !== 'all' ? which : null
  const chosen = (await tx.query(CHOSEN_MATCHES, { reconciliationId: one.id, ids, type })).map(({ id }) => id)
  if (ids !== null && chosen.length < ids.length) throw new Refusal('record.missing', { what: 'The match' })
  const made = confirmations === 'undo' ? await confirmedByMatches(tx, chosen) : new Map<number, number[]>()
  await tx.query('DELETE FROM reconciliation_matches WHERE id = ANY ($1::bigint[])', [chosen])
  const tradeIds = [...new Set([...made.values()].flat())]
  const undone = await undoConfirmations(tx, clock, tradeIds, by)
  const assumed = undone === 0 ? 0 : (await assumedOf(tx, tradeIds, clock.today())).size
  bump(tx, one.id)
  return { unmatched: chosen.length, undone, assumed }
}
