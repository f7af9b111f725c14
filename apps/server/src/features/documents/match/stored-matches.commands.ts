/**
 * Stores the matches of a document, so that a page of its lines reads them by key, together with a fingerprint of the data that they were
 * computed from: one for the whole document, and one for the trades of each security. Where a fingerprint has changed, the document, or the
 * security, is matched again.
 *
 * Matches are computed from all portfolios, not from those in the reader's scope. Where the scope hides a portfolio of the document, the
 * reader gets no stored matches: see `trade_document_matched` in schema/scope.sql.
 */
import { RENAMING } from '@em/contract/corporate-actions/kinds'
import type { Contract } from '@em/core/documents/contracts'
import { AMENDED_WITHIN_DAYS, type FieldDifference, type Match } from '@em/core/documents/match'
import { rupees } from '@em/core/values/money'
import {
  type Database,
  type Queryable,
  type RowOf,
  sqlState,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import { forTheBooks, inScope } from '../../../platform/database/scope.ts'
import { sqlList } from '../../../platform/database/sql-list.ts'
import { manyRows } from '../../../platform/many-rows.ts'
import { rulesUntil } from '../../fee-tariffs/rules.queries.ts'
import { takeDocument } from '../facts/documents.queries.ts'
import { contractsIn } from '../facts/in-parts.ts'
import { linesOf } from '../facts/lines.ts'
import { knownClients } from './clients.ts'
import { type Covered, type FoundMatches, matchContractsOf, type NamedTrade } from './matched.ts'
import { renew } from './proofs.commands.ts'
import { firstLineOf } from './summary.ts'

// Reads the stored fingerprints and computes the present ones. A trade only gets further versions (a deletion adds one), so the number of
// versions within these days and the sum of the latest version numbers stay the same only while no trade changes. Every trade that can match
// the document has a version within these days, also each trade that was recorded from it.
const STANDING = statement(
  'documents.standing-of-matches',
  `SELECT d.header ->> 'brokerName' AS broker_name, coalesce(k.rules = ${rulesUntil('d.last_date')}, false) AS "proved!",
          m.basis, m.trades, m.symbols,
          md5(jsonb_build_array(
            (SELECT jsonb_build_array(count(*), max(s.valid_from)) FROM equity_symbols s),
            (SELECT jsonb_agg(jsonb_build_array(a.id, a.state, a.version, a.equity_id, a.ex_date,
                                                (SELECT max(w.id) FROM action_steps w WHERE w.action_id = a.id)) ORDER BY a.id)
               FROM corporate_actions a WHERE a.kind IN ${sqlList(RENAMING)}),
            (SELECT jsonb_agg(jsonb_build_array(b.id, b.name) ORDER BY b.id) FROM brokers b), (SELECT count(*) FROM broker_names),
            (SELECT jsonb_agg(jsonb_build_array(c.client_account, c.portfolio_id, c.broker_name) ORDER BY c.client_account)
               FROM trade_document_clients c
              WHERE c.client_account IN (SELECT o ->> 'clientAccount' FROM jsonb_array_elements(k.clients) AS o)),
            (SELECT max(b.batch_id) FROM trade_document_batches b WHERE b.document_id = d.id))::text) AS "basis_now!",
          (SELECT coalesce(jsonb_object_agg(w.equity_id, w.held), '{}')
             FROM (SELECT t.equity_id, count(*) || ', ' || sum(t.version) AS held
                     FROM trade_versions v JOIN trades t ON t.id = v.trade_id AND t.side <> 'opening'
                    WHERE v.trade_date BETWEEN d.first_date - :within::int AND d.last_date + :within::int
                    GROUP BY t.equity_id) AS w) AS "trades_now!"
     FROM trade_documents d LEFT JOIN trade_document_proved k ON k.document_id = d.id
     LEFT JOIN trade_document_matched m ON m.document_id = d.id
    WHERE d.id = :id AND d.replaced_at IS NULL`,
)
const COVERED = statement(
  'documents.covered',
  `SELECT DISTINCT client_account AS "clientAccount", trade_date AS "tradeDate" FROM trade_document_lines WHERE document_id = :id`,
)
const FORGET = statement(
  'documents.forget-matches',
  `WITH missing AS (DELETE FROM trade_document_missing WHERE document_id = :id), matched AS (DELETE FROM trade_document_matched WHERE document_id = :id)
   DELETE FROM trade_document_matches WHERE document_id = :id`,
)
// A row where the stored fingerprints are the ones that were read before matching. Otherwise another reader has stored newer matches meanwhile.
const UNCHANGED = statement(
  'documents.matches-unchanged',
  `SELECT d.id FROM trade_documents d LEFT JOIN trade_document_matched m ON m.document_id = d.id
    WHERE d.id = :id AND m.basis IS NOT DISTINCT FROM :basis?::text AND m.trades IS NOT DISTINCT FROM :trades?::jsonb`,
)
const FORGET_SECURITIES = statement(
  'documents.forget-matches-of-securities',
  `WITH missing AS (DELETE FROM trade_document_missing WHERE document_id = :id AND equity_id = ANY (:equities::bigint[]))
   DELETE FROM trade_document_matches WHERE document_id = :id AND equity_id = ANY (:equities::bigint[])`,
)
const RENEWED = statement(
  'documents.matches-renewed',
  `UPDATE trade_document_matched m SET trades = :tradesNow::jsonb,
          portfolios = ARRAY(SELECT unnest(m.portfolios) UNION SELECT unnest(:portfolios::bigint[]) ORDER BY 1)
    WHERE m.document_id = :id`,
)

interface StoredMatch extends Match<NamedTrade> {
  readonly documentId: number
  readonly contract: number
  readonly equityId: number | null
}
const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`
const MATCHES = tableOf<StoredMatch>('trade_document_matches', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'contract', type: 'integer', of: ({ contract }) => contract },
  { name: 'equity_id', type: 'bigint', of: ({ equityId }) => equityId },
  { name: 'state', type: 'text', of: ({ state }) => state },
  { name: 'trades', type: 'bigint[]', of: ({ trades }) => list(trades.map(({ id }) => id)) },
  { name: 'versions', type: 'integer[]', of: ({ trades }) => list(trades.map(({ version }) => version)) },
  {
    name: 'differences',
    type: 'jsonb',
    of: ({ differences }) => JSON.stringify(differences.map(differenceForAnswer)),
  },
])
interface StoredMissing {
  readonly documentId: number
  readonly trade: NamedTrade
}
const MISSING = tableOf<StoredMissing>('trade_document_missing', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'trade_id', type: 'bigint', of: ({ trade }) => trade.id },
  { name: 'version', type: 'integer', of: ({ trade }) => trade.version },
  { name: 'equity_id', type: 'bigint', of: ({ trade }) => trade.equityId },
])
interface StoredBasis {
  readonly documentId: number
  readonly basis: string
  readonly trades: string
  readonly symbols: string
  readonly portfolios: readonly number[]
}
const MATCHED = tableOf<StoredBasis>('trade_document_matched', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'basis', type: 'text', of: ({ basis }) => basis },
  { name: 'trades', type: 'jsonb', of: ({ trades }) => trades },
  { name: 'symbols', type: 'jsonb', of: ({ symbols }) => symbols },
  { name: 'portfolios', type: 'bigint[]', of: ({ portfolios }) => list(portfolios) },
])

export type Standing = RowOf<typeof STANDING>
type ByName<T> = Readonly<Record<string, T>>

/** The stored and the present fingerprints of a document; undefined where it was removed or replaced. */
export async function standingOf(db: Queryable, id: number): Promise<Standing | undefined> {
  const [row] = await db.query(STANDING, { id, within: AMENDED_WITHIN_DAYS })
  return row
}

/** The securities whose trades have changed since the matching; `'all'` where the fingerprint of the whole document has changed, null where nothing has. */
export function changedOf({
  basis,
  basis_now: now,
  ...standing
}: Standing): ReadonlySet<number> | 'all' | null {
  if (basis !== now) return 'all'
  const [then, since] = [standing.trades, standing.trades_now].map((trades) => trades as ByName<string>)
  const changed = Object.entries(since ?? {}).filter(([equity, held]) => then?.[equity] !== held)
  return changed.length === 0 ? null : new Set(changed.map(([equity]) => Number(equity)))
}

export interface Found extends FoundMatches {
  readonly symbols: ByName<readonly number[]>
  /** The ids of the portfolios of its client accounts and of the trades that were compared. */
  readonly portfolios: readonly number[]
}

/** Matches the whole document (`'all'`) or some of its securities. A caller that already has the contracts passes them as `known`. */
export async function findMatches(
  db: Queryable,
  id: number,
  { broker_name: brokerName, symbols }: Standing,
  changed: ReadonlySet<number> | 'all',
  known?: readonly Contract[],
): Promise<Found> {
  const equities = changed === 'all' ? null : changed
  const named =
    equities === null
      ? null
      : Object.entries(symbols as ByName<readonly number[]>).flatMap(([symbol, meant]) =>
          meant.some((equity) => equities.has(equity)) ? symbol : [],
        )
  const contracts = known ?? (await contractsIn(await linesOf(db, id, named)))
  const covered: readonly Covered[] = equities === null ? contracts : await db.query(COVERED, { id })
  const clients = await knownClients(
    db,
    covered.map(({ clientAccount }) => clientAccount),
  )
  const found = await matchContractsOf(db, {
    document: { id, brokerName },
    contracts,
    covered,
    clients,
    equities,
  })
  const means = new Map<string, Set<number>>()
  for (const [at, { equityId }] of found.called.entries()) {
    // Where all contracts are matched, `called` has the order of `contracts`.
    const symbol = contracts[at]?.symbol
    if (equities === null && equityId !== null && symbol !== undefined)
      means.set(symbol, (means.get(symbol) ?? new Set()).add(equityId))
  }
  const own = new Set(found.called.map(({ equityId }) => equityId))
  const portfolios = new Set([
    ...[...clients.values()].map(({ portfolio }) => portfolio.id),
    ...found.trades.filter(({ equityId }) => own.has(equityId)).map(({ portfolioId }) => portfolioId),
  ])
  return {
    ...found,
    symbols: Object.fromEntries([...means].map(([symbol, meant]) => [symbol, [...meant]])),
    portfolios: [...portfolios].toSorted((a, b) => a - b),
  }
}

/** Replaces the stored matches. False, with nothing written, where another reader has stored matches since `standing` was read. */
async function write(
  tx: Transaction,
  id: number,
  { basis, trades, basis_now: basisNow, trades_now: tradesNow }: Standing,
  changed: ReadonlySet<number> | 'all',
  found: Found,
): Promise<boolean> {
  if (!(await takeDocument(tx, id))) return true
  const was = { id, basis, trades: trades === null ? null : JSON.stringify(trades) }
  const now = { tradesNow: JSON.stringify(tradesNow) }
  if ((await tx.query(UNCHANGED, was)).length === 0) return false
  if (changed === 'all') await tx.query(FORGET, { id })
  else {
    await tx.query(RENEWED, { id, ...now, portfolios: found.portfolios })
    await tx.query(FORGET_SECURITIES, { id, equities: [...changed] })
  }
  const toStore = function* (): Iterable<StoredMatch> {
    for (const { contract, equityId } of found.called) {
      const match = found.matches.get(contract.key)
      if (match === undefined || match.state === 'new') continue
      yield { ...match, documentId: id, contract: firstLineOf(contract), equityId }
    }
  }
  const whole: StoredBasis = {
    documentId: id,
    basis: basisNow,
    trades: now.tradesNow,
    symbols: JSON.stringify(found.symbols),
    portfolios: found.portfolios,
  }
  await addRows(tx, [
    await manyRows(MATCHES, toStore()),
    new Rows(
      MISSING,
      found.missing.map((trade) => ({ documentId: id, trade })),
    ),
    new Rows(MATCHED, changed === 'all' ? [whole] : []),
  ])
  return true
}

/** Matches a document and stores the result in the transaction of an upload or a recording. The fee proofs must be stored before. */
export const keepMatches = (tx: Transaction, id: number, contracts: readonly Contract[]): Promise<void> =>
  forTheBooks(tx, async () => {
    // Locks the document first, so that no reader stores matches between this reading and this writing.
    if (!(await takeDocument(tx, id))) return
    const standing = await standingOf(tx, id)
    if (standing === undefined) return
    await write(tx, id, standing, 'all', await findMatches(tx, id, standing, 'all', contracts))
  })

/** How many times a document is matched again because other readers or writes interfere. */
const ATTEMPTS_MAX = 5

/**
 * Updates the stored matches and fee proofs of a document before they are read. False where they cannot be stored: the database refuses writes,
 * or the books change again during each attempt. The caller then computes the answer without storing it.
 */
export const updateMatches = (database: Database, id: number): Promise<boolean> =>
  inScope('all', 0, async () => {
    // Matching reads on its own connection; a connection for writing is taken afterwards, for a short time.
    const reads = database.reading('report')
    try {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const standing = await standingOf(reads, id)
        if (standing === undefined) return false
        if (!standing.proved) {
          await database.transaction((tx) => renew(tx, id), 'documents.renew-proofs')
          continue
        }
        const changed = changedOf(standing)
        if (changed === null) return true
        const found = await findMatches(reads, id, standing, changed)
        await database.transaction((tx) => write(tx, id, standing, changed, found), 'documents.keep-matches')
      }
    } catch (error) {
      if (!NO_WRITES.has(sqlState(error))) throw error
    }
    return false
  })

/** SQL states: the database is read-only; the disk is full; another transaction holds the lock of the document for too long. */
const NO_WRITES: ReadonlySet<string> = new Set(['25006', '53100', '55P03'])

/** A difference as it is stored and answered: amounts in rupees. */
export function differenceForAnswer({ field, document, books }: FieldDifference) {
  const say = (value: string | bigint) =>
    typeof value === 'string' ? value : field === 'quantity' ? Number(value) : rupees(value)
  return { field, document: say(document), books: say(books) }
}
