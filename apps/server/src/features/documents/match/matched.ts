/** Matches the contracts of a document with the trades of the books, finds the trades that the document lacks, and proves its fees. */
import { byComponent } from '@em/contract/fee-tariffs/fees'
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

export const TRADE_COLUMNS = `t.id, v.version, t.equity_id, t.deal_number, t.portfolio_id, p.portfolio_name, t.side, v.trade_date, v.settlement_date, e.symbol, v.quantity,
          v.price, v.gross, v.brokerage, v.cse_fees, v.cds_fees, v.clearing_fees, v.sec, v.stl, v.net, v.contract_number, ${brokerCalled('v.broker_name')} AS broker_name,
          v.contract_number IS NULL AND EXISTS (SELECT FROM trade_document_trades f JOIN trade_documents c ON c.id = f.document_id AND c.kind = 'drop-copy'
                                                 WHERE f.trade_id = t.id) AS "is_formed!"`
const RECORDED_FROM = statement(
  'documents.recorded-from',
  `SELECT k.line, k.trade_id FROM trade_document_trades k JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted
    WHERE k.document_id = :documentId AND (:equities?::bigint[] IS NULL OR t.equity_id = ANY (:equities))`,
)
// Fills with the same execution id in another document, where one of the two documents is a drop copy, and the trades recorded from them.
const EXECUTED_AS = statement(
  'documents.executed-as',
  `SELECT DISTINCT own.line, k.trade_id
     FROM trade_documents d JOIN trade_document_lines own ON own.document_id = d.id
     JOIN trade_documents o ON o.id <> d.id AND o.last_date >= d.first_date AND o.first_date <= d.last_date
                           AND (d.kind = 'drop-copy' OR o.kind = 'drop-copy')
     JOIN trade_document_lines l ON l.document_id = o.id AND l.execution_id = own.execution_id AND l.trade_date = own.trade_date
                                AND l.side = own.side AND l.symbol = own.symbol
                                AND coalesce(l.client_account = own.client_account, true)
     JOIN trade_document_trades k ON k.document_id = l.document_id AND k.line = l.line
     JOIN trades t ON t.id = k.trade_id AND NOT t.is_deleted
    WHERE d.id = :documentId AND (:equities?::bigint[] IS NULL OR t.equity_id = ANY (:equities))`,
)
// Each contract number is looked up in the index on number and date. Trades are looked up by date only in the portfolios of the document's client accounts.
const TRADES = statement(
  'documents.trades-of-the-books',
  `SELECT ${TRADE_COLUMNS}
     FROM trades t JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version ${brokerOf('v.broker_name')}
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
    WHERE NOT t.is_deleted AND t.side <> 'opening' AND (:equities?::bigint[] IS NULL OR t.equity_id = ANY (:equities)) AND t.id IN (
          SELECT unnest(:recorded::bigint[])
          UNION SELECT f.trade_id FROM unnest(:numbers::text[]) AS n (number)
                 CROSS JOIN LATERAL (SELECT o.trade_id FROM trade_versions o
                                      WHERE o.contract_number = n.number AND o.trade_date BETWEEN :first::date AND :last::date OFFSET 0) AS f
          UNION SELECT o.trade_id FROM trade_versions o JOIN trades r ON r.id = o.trade_id AND r.version = o.version
                 WHERE o.trade_date = ANY (:days::date[]) AND r.portfolio_id = ANY (:portfolios::bigint[]))
    ORDER BY t.id`,
)

// The registered names of brokers, as the trades have them.
const BROKERS = statement(
  'documents.brokers-called',
  `SELECT DISTINCT ${brokerCalled('w.name')} AS name! FROM unnest(:names::text[]) AS w (name) ${brokerOf('w.name')}`,
)

/** A trade of the books with the version in force, its security and the name of its portfolio. */
export interface NamedTrade extends BookTrade {
  readonly version: number
  readonly equityId: number
  readonly portfolioName: string
}

export interface MatchedDocument extends FoundMatches {
  readonly contracts: readonly Contract[]
  readonly proofs: ReadonlyMap<number, LineProof>
  readonly clients: ReadonlyMap<string, KnownClient>
}

/** The portfolio and broker that a person chose for this recording. They take precedence over the remembered ones. */
export interface Chosen {
  portfolioOf(clientAccount: string | null): number | null
  readonly brokerName: string | null
}
export const NOTHING_CHOSEN: Chosen = { portfolioOf: () => null, brokerName: null }

/** The lines and contracts of a document, and the remembered portfolios of its client accounts. */
export async function loadContracts(db: Queryable, document: Pick<StoredDocument, 'id'>) {
  const lines = await linesOf(db, document.id)
  const contracts = await contractsIn(lines)
  const clients = await knownClients(
    db,
    contracts.map(({ clientAccount }) => clientAccount),
  )
  return { lines, contracts, clients }
}

/** A trade date of a client account in a document. Trades of the books on that date in that account's portfolio are missing where the document lacks them. */
export type Covered = Pick<Contract, 'clientAccount' | 'tradeDate'>

/** The contracts to match: all of a document, or those of some securities. */
export interface ToMatch {
  readonly document: { readonly id: number; readonly brokerName: string | null }
  readonly contracts: readonly Contract[]
  /** The client accounts and trade dates of the whole document. */
  readonly covered: readonly Covered[]
  /** Of all client accounts of the document. */
  readonly clients: ReadonlyMap<string, KnownClient>
  /** The securities to match; null: all, including those that only trades of the books have. */
  readonly equities: ReadonlySet<number> | null
}

/** A contract and the id of the security that its symbol identifies; null where it identifies none, or several. */
export interface CalledContract {
  readonly contract: Contract
  readonly equityId: number | null
}

export interface FoundMatches {
  /** By the key of a contract. */
  readonly matches: ReadonlyMap<string, Match<NamedTrade>>
  readonly missing: readonly NamedTrade[]
  /** The contracts with the present symbols of their securities. */
  readonly called: readonly CalledContract[]
  /** All trades that were compared with the contracts. */
  readonly trades: readonly NamedTrade[]
}

/** Matches contracts with trades, security by security: a contract can only match trades of its own security. */
export async function matchContractsOf(
  db: Queryable,
  { document, contracts, covered, clients, equities }: ToMatch,
  chosen: Chosen = NOTHING_CHOSEN,
): Promise<FoundMatches> {
  const called = (await asCalledNow(db, contracts)).filter(
    ({ equityId }) => equities === null || (equityId !== null && equities.has(equityId)),
  )
  const asked = called.map(({ contract }) => contract)
  const links = await db.query(RECORDED_FROM, {
    documentId: document.id,
    equities: equities === null ? null : [...equities],
  })
  const recordedFrom = byLine(links)
  const executed = await db.query(EXECUTED_AS, {
    documentId: document.id,
    equities: equities === null ? null : [...equities],
  })
  const portfolioOf: KnownOfDocument['portfolioOf'] = (account) =>
    chosen.portfolioOf(account) ?? clients.get(account ?? '')?.portfolio.id ?? null
  const remembered = [...clients.values()].map(({ brokerName }) => brokerName)
  const names = new Set([document.brokerName, chosen.brokerName, ...remembered])
  const brokers = await db.query(BROKERS, { names: [...names].filter((name) => name !== null) })
  const known: KnownOfDocument = {
    brokerNames: brokers.map(({ name }) => name),
    recordedFrom,
    executedAs: byLine(executed),
    portfolioOf,
  }
  const trades = await tradesFor(db, {
    contracts: asked,
    covered,
    recorded: [...links, ...executed].map(({ trade_id: id }) => id),
    equities,
    portfolioOf,
  })
  const ofSecurity = Map.groupBy(trades, ({ symbol }) => symbol)
  const parts = await inParts(
    asked,
    ({ symbol }) => symbol,
    (part) =>
      [...Map.groupBy(part, ({ symbol }) => symbol)].map(([symbol, own]) =>
        matchContracts(own, ofSecurity.get(symbol) ?? [], known),
      ),
  )
  const matches = new Map(parts.flat().flatMap((part) => [...part]))
  return { matches, missing: missingFrom(covered, matches, trades, known), called, trades }
}

/** The trades of each line. */
function byLine(links: readonly { line: number; trade_id: number }[]): Map<number, number[]> {
  const trades = new Map<number, number[]>()
  for (const { line, trade_id: id } of links) trades.set(line, [...(trades.get(line) ?? []), id])
  return trades
}

/** Matches all contracts of a document with the trades of the books. */
export const matchDocument = (
  db: Queryable,
  document: Pick<StoredDocument, 'id' | 'header'>,
  contracts: readonly Contract[],
  clients: ReadonlyMap<string, KnownClient>,
  chosen?: Chosen,
): Promise<FoundMatches> => {
  const { id, header } = document
  const whole = { document: { id, brokerName: header.brokerName }, covered: contracts, equities: null }
  return matchContractsOf(db, { ...whole, contracts, clients }, chosen)
}

/** Matches and proves a stored document from what the reader's scope shows. Nothing is stored. */
export async function loadMatched(
  db: Queryable,
  document: Pick<StoredDocument, 'id' | 'header'>,
): Promise<MatchedDocument> {
  const { contracts, clients } = await loadContracts(db, document)
  const matched = await matchDocument(db, document, contracts, clients)
  return { contracts, clients, proofs: await proofsOf(db, contracts), ...matched }
}

/** Gives contracts the present symbols of their securities: a document has the symbols that were valid on its trade dates. */
async function asCalledNow(db: Queryable, contracts: readonly Contract[]): Promise<CalledContract[]> {
  const meantOf = await securitiesMeant(
    db,
    contracts.map(({ symbol, tradeDate }) => ({ word: symbol, day: tradeDate })),
  )
  return contracts.map((contract) => {
    const { best, bySymbol } = meantOf(contract.symbol, contract.tradeDate)
    const [only, ...others] = bySymbol ? best : []
    return only === undefined || others.length > 0
      ? { contract, equityId: null }
      : { contract: { ...contract, symbol: only.symbol }, equityId: only.id }
  })
}

async function tradesFor(
  db: Queryable,
  {
    contracts,
    covered,
    recorded,
    equities,
    portfolioOf,
  }: Pick<ToMatch, 'contracts' | 'covered' | 'equities'> &
    Pick<KnownOfDocument, 'portfolioOf'> & { readonly recorded: readonly number[] },
): Promise<NamedTrade[]> {
  const days = [...new Set(covered.map(({ tradeDate }) => tradeDate))].toSorted()
  const [first] = days
  const last = days.at(-1)
  if (first === undefined || last === undefined) return []
  const numbers = new Set(
    contracts.flatMap(({ contractNumber }) => (contractNumber === null ? [] : [contractNumber])),
  )
  const portfolios = new Set(covered.flatMap(({ clientAccount }) => portfolioOf(clientAccount) ?? []))
  const rows = await db.query(TRADES, {
    recorded: [...new Set(recorded)],
    numbers: [...numbers],
    first: addDays(first, -AMENDED_WITHIN_DAYS),
    last: addDays(last, AMENDED_WITHIN_DAYS),
    days,
    portfolios: [...portfolios],
    equities: equities === null ? null : [...equities],
  })
  return rows.map(tradeOf)
}

/** A row of `TRADE_COLUMNS`. */
export function tradeOf(row: RowOf<typeof TRADES>): NamedTrade {
  const cents = (text: string) => decimalOf(text, MONEY_SCALE)
  return {
    id: row.id,
    version: row.version,
    equityId: row.equity_id,
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
    isFormed: row.is_formed,
  }
}
