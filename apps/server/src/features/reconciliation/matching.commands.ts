/** Auto Match, proposals, matches by hand, and taking matches apart. */
import { autoMatch } from '@em/core/reconciliation/auto-match'
import { sumOf } from '@em/core/reconciliation/line'
import { type ProposableLine, type Proposed, proposalKey, propose } from '@em/core/reconciliation/propose'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { cents } from './figures.ts'
import { idOf, keyOf, type LineKey } from './lines.queries.ts'
import { proposalRows } from './matches.queries.ts'
import { keepMatches, type MatchToKeep } from './matches.store.ts'
import { PLACE_VALUES, placeValues, withOpen } from './open-lines.queries.ts'
import { bump, type Place, placeOf, type Reconciliation } from './reconciliation.state.ts'

/** Lines of one side that a reconciliation can hold open: far above a month of a large house. */
export const OPEN_LINES_MAX = 200_000

interface OpenLine extends ProposableLine {
  readonly number: number
}

async function freeLedger(tx: Transaction, one: Reconciliation, place: Place): Promise<ProposableLine[]> {
  const rows = await tx.query<
    LineKey & {
      entry_date: string
      debit: string
      credit: string
      description: string | null
      reference: string | null
      reversal_of: number | null
    }
  >(
    `${withOpen(one)}
     SELECT l.entry_id, l.line_no, l.entry_date, l.debit, l.credit, coalesce(j.description, h.description) AS description,
            h.reference, h.reversal_of
       FROM ledger l JOIN journal_lines j USING (entry_id, line_no) JOIN journal_entries h ON h.id = l.entry_id
      WHERE l.matched_in IS NULL
      ORDER BY l.entry_date, l.entry_id, l.line_no LIMIT ${OPEN_LINES_MAX + 1}`,
    placeValues(place),
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
  }))
}

async function freeExternal(tx: Transaction, one: Reconciliation, place: Place): Promise<OpenLine[]> {
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
    placeValues(place),
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
  'DELETE FROM reconciliation_proposals WHERE reconciliation_id = $1 AND NOT rejected',
)
const KEEP_PROPOSALS = statement(
  'reconciliation.keep-proposals',
  `INSERT INTO reconciliation_proposals (reconciliation_id, key, reason, ledger, external)
   SELECT $1, p.key, p.reason, string_to_array(p.ledger, ','), string_to_array(p.external, ',')::bigint[]
     FROM unnest($2::text[], $3::text[], $4::text[], $5::text[]) AS p (key, reason, ledger, external)`,
)

/** Pairs by the specified rule, keeps the pairs, and proposes what is left. The reconciliation is locked by the caller. */
export async function autoMatchAll(
  tx: Transaction,
  one: Reconciliation,
  today: string,
  userId: number,
): Promise<{ matched: number; proposed: number }> {
  const place = await placeOf(tx, one, today)
  const [ledger, external, rejected] = await Promise.all([
    freeLedger(tx, one, place),
    freeExternal(tx, one, place),
    proposalRows(tx, one.id, true),
  ])
  const pairs = autoMatch(ledger, external)
  const ours = new Map(ledger.map((line) => [line.id, line]))
  const theirs = new Map(external.map((line) => [line.id, line]))
  const matches = pairs.map((pair): MatchToKeep => {
    const [line, other] = [ours.get(pair.ledger), theirs.get(pair.external)] as [ProposableLine, OpenLine]
    ours.delete(pair.ledger)
    theirs.delete(pair.external)
    return {
      matchType: 'auto',
      difference: sumOf([line]) - sumOf([other]),
      explanation: null,
      ledger: [keyOf(pair.ledger)],
      external: [other.number],
    }
  })
  const turnedDown = new Set(rejected.map((row) => row.key))
  const proposals = propose([...ours.values()], [...theirs.values()], turnedDown)
  tx.send(DROP_PROPOSALS, [one.id])
  await keepMatches(tx, one.id, matches, userId)
  keepProposals(tx, one.id, proposals)
  bump(tx, one.id)
  return { matched: matches.length, proposed: proposals.length }
}

function keepProposals(tx: Transaction, id: number, proposals: readonly Proposed[]): void {
  if (proposals.length === 0) return
  tx.send(KEEP_PROPOSALS, [
    id,
    proposals.map(proposalKey),
    proposals.map((proposal) => proposal.reason),
    proposals.map((proposal) => proposal.ledger.join(',')),
    proposals.map((proposal) => proposal.external.join(',')),
  ])
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
  place: Place,
  ledgerIds: readonly string[],
  externalIds: readonly number[],
): Promise<Chosen> {
  const ledger = [...new Set(ledgerIds)].map(keyOf)
  const external = [...new Set(externalIds)]
  const [a, b] = [1, 2].map((n) => `$${PLACE_VALUES + n}`)
  const [ours, theirs] = await Promise.all([
    ledger.length === 0
      ? []
      : tx.query<LineKey & { debit: string; credit: string }>(
          `${withOpen(one)}
           SELECT l.entry_id, l.line_no, l.debit, l.credit FROM ledger l
             JOIN unnest(${a}::bigint[], ${b}::smallint[]) AS k (entry_id, line_no) USING (entry_id, line_no)
            WHERE l.matched_in IS NULL`,
          [...placeValues(place), ledger.map((key) => key.entry_id), ledger.map((key) => key.line_no)],
        ),
    external.length === 0
      ? []
      : tx.query<{ id: number; debit: string; credit: string }>(
          `${withOpen(one)} SELECT id, debit, credit FROM external WHERE matched_in IS NULL AND id = ANY (${a}::bigint[])`,
          [...placeValues(place), external],
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

/** @throws Refusal `reconciliation.sums-differ` (422) when the sums differ and nobody says why. */
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
  today: string,
  decision: { readonly accept: readonly number[]; readonly reject: readonly number[] },
  userId: number,
): Promise<{ accepted: number; rejected: number }> {
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
    const place = await placeOf(tx, one, today)
    // All lines at once: whatever is gone is named.
    await chooseLines(
      tx,
      one,
      place,
      accepted.flatMap((row) => row.ledger),
      accepted.flatMap((row) => row.external),
    )
    await keepMatches(
      tx,
      one.id,
      accepted.map((row) => ({
        matchType: 'proposed',
        difference: 0n,
        explanation: row.reason,
        ledger: row.ledger.map(keyOf),
        external: row.external,
      })),
      userId,
    )
  }
  tx.send('UPDATE reconciliation_proposals SET rejected = true WHERE id = ANY ($1::bigint[])', [
    [...rejecting],
  ])
  bump(tx, one.id)
  return { accepted: accepted.length, rejected: rejecting.size }
}

/** Takes matches apart; answers how many. @throws Refusal 404 naming one that is not there. */
export async function unmatch(
  tx: Transaction,
  one: Reconciliation,
  which: readonly number[] | 'all' | 'auto' | 'manual' | 'proposed',
): Promise<number> {
  const ids = typeof which === 'string' ? null : [...new Set(which)]
  const gone = await tx.query(
    `DELETE FROM reconciliation_matches
      WHERE reconciliation_id = $1 AND ($2::bigint[] IS NULL OR id = ANY ($2)) AND ($3::text IS NULL OR match_type = $3)
      RETURNING id`,
    [one.id, ids, typeof which === 'string' && which !== 'all' ? which : null],
  )
  if (ids !== null && gone.length < ids.length) throw new Refusal('record.missing', { what: 'The match' })
  bump(tx, one.id)
  return gone.length
}
