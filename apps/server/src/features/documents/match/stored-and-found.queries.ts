/** The stored matches of a document and newly computed ones, for the check of the books. */
import { type Queryable, statement } from '../../../platform/database/database.ts'
import {
  changedOf,
  differenceForAnswer,
  type Found,
  findMatches,
  type Standing,
  standingOf,
} from './stored-matches.commands.ts'
import { firstLineOf } from './summary.ts'

const MATCHES = statement(
  'documents.matches-to-check',
  'SELECT contract, equity_id, state, trades, versions, differences FROM trade_document_matches WHERE document_id = :id',
)
const MISSING = statement(
  'documents.missing-to-check',
  'SELECT trade_id, version, equity_id FROM trade_document_missing WHERE document_id = :id',
)
const PORTFOLIOS = statement(
  'documents.portfolios-to-check',
  'SELECT portfolios FROM trade_document_matched WHERE document_id = :id',
)

type Row = Readonly<Record<string, string | number | null>>
/** Matches as texts and numbers that can be compared. */
export interface MatchRows {
  /** By the first line of a contract. */
  readonly contracts: ReadonlyMap<number, Row>
  /** Trades of the books that the document does not have, by their id. */
  readonly missing: ReadonlyMap<number, Row>
  /** The securities that its symbols identify. */
  readonly symbols: string
  readonly portfolios: readonly number[]
}

/**
 * The stored matches of a document, and the matches computed from all its lines and the present trades. Null where none are stored, or the
 * stored ones are outdated: they are updated before they are read.
 */
export async function storedAndFound(
  db: Queryable,
  id: number,
): Promise<{ readonly stored: MatchRows; readonly found: MatchRows } | null> {
  const standing = await standingOf(db, id)
  if (standing === undefined || !standing.proved || changedOf(standing) !== null) return null
  return {
    stored: await storedRows(db, id, standing),
    found: foundRows(await findMatches(db, id, standing, 'all')),
  }
}

async function storedRows(db: Queryable, id: number, { symbols }: Standing): Promise<MatchRows> {
  const [contracts, missing, [head]] = await Promise.all([
    db.query(MATCHES, { id }),
    db.query(MISSING, { id }),
    db.query(PORTFOLIOS, { id }),
  ])
  return {
    contracts: new Map(
      contracts.map(({ contract, equity_id, state, trades, versions, differences }) => [
        contract,
        {
          equity_id,
          state,
          trades: tradesText(trades.map((trade, at) => [trade, versions[at] ?? 0])),
          differences: differencesText(differences as unknown as Differences),
        },
      ]),
    ),
    missing: new Map(missing.map(({ trade_id, version, equity_id }) => [trade_id, { version, equity_id }])),
    symbols: symbolsText(symbols as Found['symbols']),
    portfolios: head?.portfolios ?? [],
  }
}

function foundRows({ called, matches, missing, symbols, portfolios }: Found): MatchRows {
  const rows = called.flatMap(({ contract, equityId }): [number, Row][] => {
    const match = matches.get(contract.key)
    if (match === undefined || match.state === 'new') return []
    const { state, trades, differences } = match
    const row = {
      equity_id: equityId,
      state,
      trades: tradesText(trades.map((trade) => [trade.id, trade.version])),
      differences: differencesText(differences.map(differenceForAnswer)),
    }
    return [[firstLineOf(contract), row]]
  })
  return {
    contracts: new Map(rows),
    missing: new Map(missing.map(({ id, version, equityId }) => [id, { version, equity_id: equityId }])),
    symbols: symbolsText(symbols),
    portfolios,
  }
}

type Differences = readonly ReturnType<typeof differenceForAnswer>[]
const tradesText = (trades: readonly (readonly [number, number])[]) =>
  trades.map(([id, version]) => `${id} version ${version}`).join(', ')
const differencesText = (differences: Differences) =>
  differences.map(({ field, document, books }) => `${field} ${document} (books ${books})`).join(', ')
const symbolsText = (symbols: Found['symbols']) =>
  Object.entries(symbols)
    .map(([symbol, meant]) => `${symbol} ${meant.toSorted((a, b) => a - b).join(' ')}`)
    .toSorted()
    .join(', ')
