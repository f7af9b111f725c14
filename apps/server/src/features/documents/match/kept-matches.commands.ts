/**
 * Keeps what the books say of the contracts of a document, and by which books, so that pages of its lines read it by key. What changed since
 * is seen by what the matches follow: of the whole document in one text, of each security by its trades. Only what changed is matched again.
 *
 * It is computed from all portfolios, not from those that the reader sees. A document that concerns portfolios out of a reader's sight is not read from here: see
 * `trade_document_matched` in schema/scope.sql.
 */
import type { Contract } from '@em/core/documents/contracts'
import { AMENDED_WITHIN_DAYS, type Match } from '@em/core/documents/match'
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
import { manyRows } from '../../../platform/many-rows.ts'
import { rulesUntil } from '../../fee-tariffs/rules.queries.ts'
import { takeDocument } from '../facts/documents.queries.ts'
import { contractsIn } from '../facts/in-parts.ts'
import { linesOf } from '../facts/lines.ts'
import { differenceForAnswer } from './answers.ts'
import { knownClients } from './clients.ts'
import { type Covered, type FoundMatches, matchContractsOf, type NamedTrade } from './matched.ts'
import { renew } from './proofs.commands.ts'
import { firstLineOf } from './summary.ts'

// What the matches were made by, and what they would be made by now. Trades only get further versions (a deletion is one), so that the
// number of versions in these days and the sum of the latest of each are the same only while nothing has changed. Whatever may bear on the
// document had a version in these days: what was recorded from it, too.
const STANDING = statement(
  'documents.standing-of-matches',
  `SELECT d.header ->> 'brokerName' AS broker_name, coalesce(k.rules = ${rulesUntil('d.last_date')}, false) AS "proved!",
          m.basis, m.trades, m.symbols,
          md5(jsonb_build_array(
            (SELECT jsonb_build_array(count(*), max(s.valid_from)) FROM equity_symbols s),
            (SELECT jsonb_agg(jsonb_build_array(a.id, a.state, a.version, a.equity_id, a.ex_date,
                                                (SELECT max(w.id) FROM action_steps w WHERE w.action_id = a.id)) ORDER BY a.id)
               FROM corporate_actions a WHERE a.kind = 'identity'),
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
// As they were when they were looked at: nobody has written other matches meanwhile, which may follow newer books.
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

interface KeptMatch extends Match<NamedTrade> {
  readonly documentId: number
  readonly contract: number
  readonly equityId: number | null
}
const list = (numbers: readonly number[]) => `{${numbers.join(',')}}`
const MATCHES = tableOf<KeptMatch>('trade_document_matches', [
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
interface KeptMissing {
  readonly documentId: number
  readonly trade: NamedTrade
}
const MISSING = tableOf<KeptMissing>('trade_document_missing', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'trade_id', type: 'bigint', of: ({ trade }) => trade.id },
  { name: 'version', type: 'integer', of: ({ trade }) => trade.version },
  { name: 'equity_id', type: 'bigint', of: ({ trade }) => trade.equityId },
])
interface KeptBasis {
  readonly documentId: number
  readonly basis: string
  readonly trades: string
  readonly symbols: string
  readonly portfolios: readonly number[]
}
const MATCHED = tableOf<KeptBasis>('trade_document_matched', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'basis', type: 'text', of: ({ basis }) => basis },
  { name: 'trades', type: 'jsonb', of: ({ trades }) => trades },
  { name: 'symbols', type: 'jsonb', of: ({ symbols }) => symbols },
  { name: 'portfolios', type: 'bigint[]', of: ({ portfolios }) => list(portfolios) },
])

export type Standing = RowOf<typeof STANDING>
type ByName<T> = Readonly<Record<string, T>>

/** By which books the matches of a document were made, and by which they would be made now; undefined where it is gone or replaced. */
export async function standingOf(db: Queryable, id: number): Promise<Standing | undefined> {
  const [row] = await db.query(STANDING, { id, within: AMENDED_WITHIN_DAYS })
  return row
}

/** The securities whose trades have changed since; `'all'` where something of the whole document has, null where nothing has. */
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
  /** Of its client accounts, and of the trades that were looked at. */
  readonly portfolios: readonly number[]
}

/** Matches a document, or those of its securities whose trades have changed. `known`: its contracts, where they are at hand. */
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
    // Of all contracts they are in the order of the contracts.
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

/** Writes what was found in place of what was kept; false where somebody else has kept something meanwhile. */
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
  const kept = function* (): Iterable<KeptMatch> {
    for (const { contract, equityId } of found.called) {
      const match = found.matches.get(contract.key)
      if (match === undefined || match.state === 'new') continue
      yield { ...match, documentId: id, contract: firstLineOf(contract), equityId }
    }
  }
  const whole: KeptBasis = {
    documentId: id,
    basis: basisNow,
    trades: now.tradesNow,
    symbols: JSON.stringify(found.symbols),
    portfolios: found.portfolios,
  }
  await addRows(tx, [
    await manyRows(MATCHES, kept()),
    new Rows(
      MISSING,
      found.missing.map((trade) => ({ documentId: id, trade })),
    ),
    new Rows(MATCHED, changed === 'all' ? [whole] : []),
  ])
  return true
}

/** Keeps the matches of a document with what was uploaded or recorded, in the same transaction. Its proofs are kept already. */
export const keepMatches = (tx: Transaction, id: number, contracts: readonly Contract[]): Promise<void> =>
  forTheBooks(tx, async () => {
    // First, so that nobody writes other matches between the look and the writing.
    if (!(await takeDocument(tx, id))) return
    const standing = await standingOf(tx, id)
    if (standing === undefined) return
    await write(tx, id, standing, 'all', await findMatches(tx, id, standing, 'all', contracts))
  })

/** So often a document is looked at again that others match meanwhile. */
const LOOKS_MAX = 5

/**
 * Brings what is kept of a document up to the books and the fee tariffs of now, before it is read. False where that cannot be: the database
 * takes no writes, or the books change faster than they are read; the document is answered all the same, found anew.
 */
export const bringMatchesUpToDate = (database: Database, id: number): Promise<boolean> =>
  inScope('all', 0, async () => {
    // What is matched is read before a connection is taken to write it.
    const reads = database.reading('report')
    try {
      for (let looked = 0; looked < LOOKS_MAX; looked += 1) {
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

/** Read-only; no space left; somebody else holds the document for long. */
const NO_WRITES: ReadonlySet<string> = new Set(['25006', '53100', '55P03'])
