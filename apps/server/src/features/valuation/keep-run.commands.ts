/** Keeps a run: its facts, the entries of what is new, and the reversals of what it replaces. */
import { formatDecimal, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Progress } from '../../platform/http/writes.ts'
import type { RecordedBy } from '../../platform/recorded-by.ts'
import { moveReversalAlong } from '../gl-mappings/moved-lines.commands.ts'
import { loadAccounts } from '../ledger/posting/accounts-of-roles.queries.ts'
import {
  drawEntryIds,
  EntryRows,
  type EntryToPost,
  sayReconciled,
} from '../ledger/posting/post-entries.commands.ts'
import { reverseEntries } from '../ledger/posting/reversals.commands.ts'
import type { ValuedHolding, ValuedPortfolio } from './decide-run.ts'

const ADD_RUN = statement(
  'valuations.add-run',
  `INSERT INTO em.valuation_runs (valuation_date, portfolio_id, recorded_by) VALUES (:date::date, :portfolioId?, :recordedBy) RETURNING id`,
)
const DRAW = statement(
  'valuations.draw-ids',
  "SELECT array_agg(nextval('em.valuations_id_seq')) AS ids FROM generate_series(1, :count)",
)

interface ValuationRow {
  readonly id: number
  readonly runId: number
  readonly version: number
  readonly entryId: number | null
  readonly reversalId: number | null
  readonly date: string
  readonly recordedBy: number
  readonly of: ValuedPortfolio
}

const money = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

const VALUATIONS = tableOf<ValuationRow>(
  'valuations',
  [
    { name: 'id', type: 'bigint', of: ({ id }) => id },
    { name: 'run_id', type: 'bigint', of: ({ runId }) => runId },
    { name: 'portfolio_id', type: 'bigint', of: ({ of }) => of.portfolio.id },
    { name: 'valuation_date', type: 'date', of: ({ date }) => date },
    { name: 'version', type: 'integer', of: ({ version }) => version },
    { name: 'treatment', type: 'text', of: ({ of }) => of.treatment },
    { name: 'price_basis', type: 'text', of: ({ of }) => of.basis },
    { name: 'entry_id', type: 'bigint', of: ({ entryId }) => entryId },
    { name: 'reversal_entry_id', type: 'bigint', of: ({ reversalId }) => reversalId },
    { name: 'holdings', type: 'integer', of: ({ of }) => of.holdings.length },
    { name: 'exceptions', type: 'integer', of: ({ of }) => of.exceptions },
    { name: 'carrying', type: 'numeric', of: ({ of }) => money(of.carrying) },
    { name: 'fair_value', type: 'numeric', of: ({ of }) => money(of.fairValue) },
    { name: 'posted', type: 'numeric', of: ({ of }) => money(of.posted) },
    { name: 'recorded_by', type: 'bigint', of: ({ recordedBy }) => recordedBy },
  ],
  { identity: true },
)

interface LineRow {
  readonly valuationId: number
  readonly of: ValuedHolding
}

const LINES = tableOf<LineRow>('valuation_lines', [
  { name: 'valuation_id', type: 'bigint', of: ({ valuationId }) => valuationId },
  { name: 'equity_id', type: 'bigint', of: ({ of }) => of.equityId },
  { name: 'quantity', type: 'bigint', of: ({ of }) => of.quantity },
  { name: 'cost', type: 'numeric', of: ({ of }) => money(of.cost) },
  { name: 'capitalised', type: 'numeric', of: ({ of }) => money(of.capitalised) },
  {
    name: 'price',
    type: 'numeric',
    of: ({ of }) => (of.price === null ? null : formatDecimal(of.price.price, PRICE_SCALE)),
  },
  { name: 'price_date', type: 'date', of: ({ of }) => of.price?.date ?? null },
  { name: 'price_kind', type: 'text', of: ({ of }) => of.price?.kind ?? null },
  { name: 'price_source', type: 'text', of: ({ of }) => of.price?.source ?? null },
  { name: 'price_age', type: 'integer', of: ({ of }) => of.price?.age ?? null },
  { name: 'level', type: 'smallint', of: ({ of }) => of.level },
  { name: 'fair_value', type: 'numeric', of: ({ of }) => money(of.fairValue) },
  { name: 'difference', type: 'numeric', of: ({ of }) => money(of.difference) },
  { name: 'posted', type: 'numeric', of: ({ of }) => money(of.posted) },
  { name: 'exceptions', type: 'text', of: ({ of }) => of.exceptions.join(' ') || null },
])

interface MemberRow {
  readonly runId: number
  readonly portfolioId: number
  readonly valuationId: number
}

const MEMBERS = tableOf<MemberRow>('valuation_run_portfolios', [
  { name: 'run_id', type: 'bigint', of: ({ runId }) => runId },
  { name: 'portfolio_id', type: 'bigint', of: ({ portfolioId }) => portfolioId },
  { name: 'valuation_id', type: 'bigint', of: ({ valuationId }) => valuationId },
])

export interface RunToKeep {
  readonly date: string
  /** The portfolio that was asked for; null: several. */
  readonly portfolioId: number | null
  readonly decided: readonly ValuedPortfolio[]
  /** The last version that each portfolio has of the day. */
  readonly versions: ReadonlyMap<number, number>
  readonly by: RecordedBy
  readonly progress: Progress
}

/** A portfolio of a stored run, with the valuation that counts of it now. */
export interface StoredPortfolio {
  readonly of: ValuedPortfolio
  readonly valuationId: number
}

export interface StoredRun {
  readonly id: number
  readonly portfolios: readonly StoredPortfolio[]
}

/** Lines that are posted in one statement, about. */
const LINES_AT_ONCE = 40_000

/** Adds the facts of a run and posts its entries. What comes into force by it, `putIntoForce` says. */
export async function keepRun(tx: Transaction, run: RunToKeep): Promise<StoredRun> {
  const { date, decided, progress } = run
  const fresh = decided.filter(({ change }) => change !== 'same')
  const [[added], ids] = await Promise.all([
    tx.query(ADD_RUN, { date, portfolioId: run.portfolioId, recordedBy: run.by.recordedBy }),
    drawIds(tx, fresh.length),
  ])
  const runId = (added as { id: number }).id
  const valuationOf = new Map(fresh.map(({ portfolio }, index) => [portfolio.id, ids[index] as number]))
  const stored = decided.map((of): StoredPortfolio => {
    const id = valuationOf.get(of.portfolio.id) ?? of.live?.id
    if (id === undefined) throw new Error('a portfolio of a run has no valuation')
    return { of, valuationId: id }
  })
  let done = 0
  const all = fresh.reduce((sum, { holdings }) => sum + holdings.length, 0)
  for (const chunk of chunksOf(fresh)) {
    progress(done, all, POSTING)
    await keepSome(tx, chunk, { run, runId, valuationOf })
    done += chunk.reduce((sum, { holdings }) => sum + holdings.length, 0)
  }
  progress(done, all, POSTING)
  await addRows(tx, [
    new Rows(
      MEMBERS,
      stored.map(({ of, valuationId }) => ({ runId, portfolioId: of.portfolio.id, valuationId })),
    ),
  ])
  return { id: runId, portfolios: stored }
}

const POSTING = 'Posting the differences'

async function drawIds(tx: Transaction, count: number): Promise<readonly number[]> {
  if (count === 0) return []
  const [row] = await tx.query(DRAW, { count })
  return row?.ids ?? []
}

interface Keeping {
  readonly run: RunToKeep
  readonly runId: number
  readonly valuationOf: ReadonlyMap<number, number>
}

/** The facts first: the entries name them as their cause. */
async function keepSome(
  tx: Transaction,
  chunk: readonly ValuedPortfolio[],
  { run, runId, valuationOf }: Keeping,
): Promise<void> {
  const { date, by } = run
  const { recordedBy } = by
  const idOf = ({ portfolio }: ValuedPortfolio) => valuationOf.get(portfolio.id) as number
  const posting = chunk.flatMap((of) => (of.entries === null ? [] : [{ of, entries: of.entries }]))
  const [entryIds, accountOf] = await Promise.all([drawEntryIds(tx, 2 * posting.length), loadAccounts(tx)])
  const indexOf = new Map(posting.map(({ of }, index) => [of, index]))
  const entryOf = (of: ValuedPortfolio, second: 0 | 1) => {
    const index = indexOf.get(of)
    return index === undefined ? null : (entryIds[2 * index + second] as number)
  }
  const valuations = new Rows(
    VALUATIONS,
    chunk.map((of) => ({
      id: idOf(of),
      runId,
      version: (run.versions.get(of.portfolio.id) ?? 0) + 1,
      entryId: entryOf(of, 0),
      reversalId: entryOf(of, 1),
      date,
      recordedBy,
      of,
    })),
  )
  const lines = new Rows(LINES)
  for (const of of chunk) for (const one of of.holdings) lines.add({ valuationId: idOf(of), of: one })
  await addRows(tx, [valuations, lines])
  const entries = new EntryRows()
  // What is taken back the next day is taken off the accounts of the day, also where a mapping changes in between.
  const onTheDay: typeof accountOf = (role, portfolio, bank) => accountOf(role, portfolio, bank, date)
  for (const { of, entries: two } of posting) {
    const cause = { kind: 'valuation', id: idOf(of) } as const
    const order = { by: tx.place, cause, recordedBy, accountOf }
    entries.add(entryOf(of, 0) as number, toPost(two.run, date), order)
    entries.add(entryOf(of, 1) as number, toPost(two.reversal, date), { ...order, accountOf: onTheDay })
  }
  sayReconciled(tx, by, true)
  await addRows(tx, [entries.heads, entries.lines])
  sayReconciled(tx, by, false)
  const reversed: number[] = []
  for (const of of chunk) reversed.push(...(await takeBack(tx, of, idOf(of), by)))
  await moveReversalAlong(tx, [...entryIds, ...reversed], by)
}

/** One reference for all entries of a valuation day: the ledger shows them together. */
const toPost = (entry: Omit<EntryToPost, 'reference'>, date: string): EntryToPost => ({
  ...entry,
  reference: `MTM-${date}`,
})

/** Reverses the entries of what is replaced, each on its own date. */
function takeBack(
  tx: Transaction,
  { live }: ValuedPortfolio,
  valuationId: number,
  by: RecordedBy,
): Promise<number[]> | number[] {
  if (live === undefined || live.entryIds.length === 0) return []
  return reverseEntries(tx, live.entryIds, {
    kind: 'valuation',
    cause: { kind: 'valuation', id: valuationId },
    ...by,
  })
}

function* chunksOf(all: readonly ValuedPortfolio[]): Generator<ValuedPortfolio[]> {
  let chunk: ValuedPortfolio[] = []
  let lines = 0
  for (const one of all) {
    chunk.push(one)
    lines += 4 * one.holdings.length
    if (lines < LINES_AT_ONCE) continue
    yield chunk
    chunk = []
    lines = 0
  }
  if (chunk.length > 0) yield chunk
}
