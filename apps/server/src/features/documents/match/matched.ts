/** A document held against the books: its contracts, what they mean, what is missing, and the proof of its fees. */
import { byComponent } from '@em/contract/books/fees'
import type { Contract } from '@em/core/documents/contracts'
import type { LineProof } from '@em/core/documents/fee-proof'
import {
  AMENDED_WITHIN_DAYS,
  type BookTrade,
  type KnownOfDocument,
  type Match,
  matchContracts,
  missingFrom,
} from '@em/core/documents/match'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE, PRICE_SCALE } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { brokerCalled, brokerOf } from '../../brokers/named.ts'
import { securitiesMeant } from '../../equities/equities.queries.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'
import { contractsIn, inParts } from '../facts/in-parts.ts'
import { linesOf } from '../facts/lines.ts'
import { type KnownClient, knownClients } from './clients.ts'
import { proofsOf } from './proofs.commands.ts'

const RECORDED_FROM = statement(
  'documents.recorded-from',
  `SELECT k.line, k.trade_id FROM trade_document_trades k JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted
    WHERE k.document_id = :documentId`,
)
// Numbers are looked up one by one in the index on number and date; days only in the portfolios that the document is about.
const TRADES = statement(
  'documents.trades-of-the-books',
  `SELECT t.id, t.deal_number, t.portfolio_id, p.portfolio_name, t.side, v.trade_date, v.settlement_date, e.symbol, v.quantity, v.price, v.gross,
          v.brokerage, v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl, v.net, v.contract_number, ${brokerCalled('v.broker_name')} AS broker_name
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ${brokerOf('v.broker_name')}
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
    WHERE NOT t.is_deleted AND t.side <> 'opening' AND t.id IN (
          SELECT unnest(:recorded::bigint[])
          UNION SELECT f.trade_id FROM unnest(:numbers::text[]) AS n (number)
                 CROSS JOIN LATERAL (SELECT o.trade_id FROM trade_versions o
                                      WHERE o.contract_number = n.number AND o.trade_date BETWEEN :first::date AND :last::date OFFSET 0) AS f
          UNION SELECT o.trade_id FROM trade_versions o JOIN trades r ON r.id = o.trade_id AND r.version = o.version
                 WHERE o.trade_date = ANY (:days::date[]) AND r.portfolio_id = ANY (:portfolios::bigint[]))
    ORDER BY t.id`,
)

// As the register has them, as those of the trades.
const BROKERS = statement(
  'documents.brokers-called',
  `SELECT DISTINCT ${brokerCalled('w.name')} AS name! FROM unnest(:names::text[]) AS w (name) ${brokerOf('w.name')}`,
)

/** A trade of the books with the name of its portfolio. */
export interface NamedTrade extends BookTrade {
  readonly portfolioName: string
}

export interface MatchedDocument {
  readonly contracts: readonly Contract[]
  readonly matches: ReadonlyMap<string, Match>
  readonly missing: readonly NamedTrade[]
  readonly proofs: ReadonlyMap<number, LineProof>
  readonly clients: ReadonlyMap<string, KnownClient>
  readonly nameOfPortfolio: ReadonlyMap<number, string>
}

/** Whose the contracts are: what a person chose goes before what is remembered. */
export interface Chosen {
  portfolioOf(clientAccount: string | null): number | null
  readonly brokerName: string | null
}
export const NOTHING_CHOSEN: Chosen = { portfolioOf: () => null, brokerName: null }

/** The contracts of a document and who its clients are. */
export async function loadContracts(db: Queryable, document: Pick<StoredDocument, 'id'>) {
  const lines = await linesOf(db, document.id)
  const contracts = await contractsIn(lines)
  const clients = await knownClients(
    db,
    contracts.map(({ clientAccount }) => clientAccount),
  )
  return { lines, contracts, clients }
}

/** Holds the contracts of a document against the books. */
export async function matchDocument(
  db: Queryable,
  document: Pick<StoredDocument, 'id' | 'header'>,
  told: readonly Contract[],
  clients: ReadonlyMap<string, KnownClient>,
  chosen: Chosen = NOTHING_CHOSEN,
) {
  const contracts = await asCalledNow(db, told)
  const links = await db.query(RECORDED_FROM, { documentId: document.id })
  const recordedFrom = new Map<number, number[]>()
  for (const { line, trade_id: id } of links) recordedFrom.set(line, [...(recordedFrom.get(line) ?? []), id])
  const portfolioOf: KnownOfDocument['portfolioOf'] = (account) =>
    chosen.portfolioOf(account) ?? clients.get(account ?? '')?.portfolio.id ?? null
  const remembered = [...clients.values()].map(({ brokerName }) => brokerName)
  const names = new Set([document.header.brokerName, chosen.brokerName, ...remembered])
  const brokers = await db.query(BROKERS, { names: [...names].filter((name) => name !== null) })
  const brokerNames = brokers.map(({ name }) => name)
  const known: KnownOfDocument = { brokerNames, recordedFrom, portfolioOf }
  const trades = await tradesFor(
    db,
    contracts,
    links.map(({ trade_id: id }) => id),
    portfolioOf,
  )
  // A contract means trades of its own security alone.
  const ofSecurity = Map.groupBy(trades, ({ symbol }) => symbol)
  const matches = merged(
    await inParts(
      contracts,
      ({ symbol }) => symbol,
      (part) =>
        matchContracts(
          part,
          [...new Set(part.map(({ symbol }) => symbol))].flatMap((symbol) => ofSecurity.get(symbol) ?? []),
          known,
        ),
    ),
  )
  const missing = missingFrom(contracts, matches, trades, known) as NamedTrade[]
  return {
    matches,
    missing,
    nameOfPortfolio: new Map(trades.map((trade) => [trade.portfolioId, trade.portfolioName])),
  }
}

/** A stored document, whole. */
export async function loadMatched(
  db: Queryable,
  document: Pick<StoredDocument, 'id' | 'header'>,
  chosen: Chosen = NOTHING_CHOSEN,
): Promise<MatchedDocument> {
  const { contracts, clients } = await loadContracts(db, document)
  const matched = await matchDocument(db, document, contracts, clients, chosen)
  return { contracts, clients, proofs: await proofsOf(db, contracts), ...matched }
}

/** Contracts with today's symbols: a document has the symbols of its own day. */
async function asCalledNow(db: Queryable, contracts: readonly Contract[]): Promise<Contract[]> {
  const meantOf = await securitiesMeant(
    db,
    contracts.map(({ symbol, tradeDate }) => ({ word: symbol, day: tradeDate })),
  )
  return contracts.map((contract) => {
    const { best, bySymbol } = meantOf(contract.symbol, contract.tradeDate)
    const [only, ...others] = bySymbol ? best : []
    return only === undefined || others.length > 0 ? contract : { ...contract, symbol: only.symbol }
  })
}

const merged = <K, V>(parts: readonly ReadonlyMap<K, V>[]): Map<K, V> =>
  new Map(parts.flatMap((part) => [...part]))

async function tradesFor(
  db: Queryable,
  contracts: readonly Contract[],
  recorded: readonly number[],
  portfolioOf: KnownOfDocument['portfolioOf'],
): Promise<NamedTrade[]> {
  const days = [...new Set(contracts.map(({ tradeDate }) => tradeDate))].toSorted()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const numbers = new Set(
    contracts.flatMap(({ contractNumber }) => (contractNumber === null ? [] : [contractNumber])),
  )
  const portfolios = new Set(contracts.flatMap(({ clientAccount }) => portfolioOf(clientAccount) ?? []))
  const rows = await db.query(TRADES, {
    recorded: [...new Set(recorded)],
    numbers: [...numbers],
    first: addDays(first, -AMENDED_WITHIN_DAYS),
    last: addDays(last, AMENDED_WITHIN_DAYS),
    days,
    portfolios: [...portfolios],
  })
  return rows.map(tradeOf)
}

function tradeOf(row: RowOf<typeof TRADES>): NamedTrade {
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  return {
    id: row.id,
    dealNumber: row.deal_number,
    portfolioId: row.portfolio_id,
    portfolioName: row.portfolio_name,
    side: row.side as 'buy' | 'sell',
    tradeDate: row.trade_date,
    settlementDate: row.settlement_date,
    symbol: row.symbol,
    quantity: BigInt(row.quantity),
    price: decimalOf(row.price, PRICE_SCALE),
    gross: cents(row.gross),
    fees: byComponent(({ column }) => cents(row[column])),
    net: cents(row.net),
    contractNumber: row.contract_number,
    brokerName: row.broker_name,
  }
}
