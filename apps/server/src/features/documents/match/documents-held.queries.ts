/** The detail and the lines of a document. They are read from the stored matches, or computed where the reader's scope hides portfolios of the document. */

import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { byComponent } from '@em/contract/fee-tariffs/fees'
import type { DocumentLine } from '@em/core/documents/line'
import type { LineState } from '@em/core/documents/match'
import { type Fees, NO_FEES, totalFees } from '@em/core/fee-tariffs/charge'
import { FEE_COMPONENTS } from '@em/core/fee-tariffs/tariff'
import { feesFrom } from '@em/core/fee-tariffs/together'
import { type Cents, decimalOf, MONEY_SCALE, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Database, type Queryable, type RowOf, statement } from '../../../platform/database/database.ts'
import { regularPauses } from '../../../platform/pauses.ts'
import { brokerOf } from '../../brokers/named.ts'
import { batchesOf, findDocument, mustBeThere, type StoredDocument } from '../facts/documents.queries.ts'
import { LINE_COLUMNS, lineOf } from '../facts/lines.ts'
import { statedForAnswer } from '../facts/stored-totals.ts'
import { type KnownClient, knownClients, proposedClients } from './clients.ts'
import { loadMatched, type MatchedDocument, type NamedTrade, TRADE_COLUMNS, tradeOf } from './matched.ts'
import { differenceForAnswer, updateMatches } from './stored-matches.commands.ts'
import { type DocumentSummary, firstLineOf, summaryFrom, summaryOf } from './summary.ts'

/** The stored summary of a document after its matches were updated; null where the answer has to be computed. */
const currentSummary = async (database: Database, id: number) =>
  (await updateMatches(database, id)) ? storedSummary(database, id) : null

/** @throws Refusal `record.missing`. */
export async function documentDetail(database: Database, id: number): Promise<TradeDocumentDetail> {
  const document = await findDocument(database, id)
  const batches = await batchesOf(database, id)
  const summary = await currentSummary(database, id)
  if (summary === null) {
    const found = await loadMatched(database, document)
    const anew = summaryOf(found.contracts, found.proofs)
    return detailForAnswer(
      document,
      anew,
      statesOf(found),
      await clientsOf(database, document, anew),
      batches,
    )
  }
  const clients = await clientsOf(database, document, summary)
  return detailForAnswer(document, summary, await storedStates(database, id, summary), clients, batches)
}

async function clientsOf(
  database: Database,
  { header }: Pick<TradeDocumentDetail, 'header'>,
  { clients }: DocumentSummary,
): Promise<ClientsOfDocument> {
  const named = clients.flatMap(({ clientAccount, clientName }) =>
    clientAccount === null ? [] : [{ clientAccount, clientName: clientName ?? header.clientName }],
  )
  const known = await knownClients(
    database,
    named.map(({ clientAccount }) => clientAccount),
  )
  const proposed = await proposedClients(
    database,
    named.slice(0, CLIENTS_MAX).filter(({ clientAccount }) => !known.has(clientAccount)),
  )
  return { known, proposed }
}

/** One page of the lines that pass a filter, and the number of all lines that pass it. @throws Refusal `record.missing`. */
export async function documentLines(
  database: Database,
  id: number,
  filter: LineFilter,
  page: { readonly limit: number; readonly offset: number },
): Promise<{ rows: DocumentLineAnswer[]; total: number }> {
  await mustBeThere(database, id)
  const summary = await currentSummary(database, id)
  if (summary !== null) return storedLines(database, id, summary, filter, page)
  const found = await loadMatched(database, await findDocument(database, id))
  const all = await linesForAnswer(found, filter)
  return { rows: all.slice(page.offset, page.offset + page.limit), total: all.length }
}

// Reads pages of a document from its stored matches (`stored-matches.commands.ts`) and fee proofs.

const HEAD = statement(
  'documents.stored',
  `SELECT k.sums, k.clients FROM trade_document_proved k JOIN trade_document_matched m ON m.document_id = k.document_id
    WHERE k.document_id = :id`,
)
const STATES = statement(
  'documents.stored-states',
  `SELECT m.state, count(*) AS "contracts!" FROM trade_document_matches m WHERE m.document_id = :id GROUP BY 1
   UNION ALL SELECT 'missing', count(*) FROM trade_document_missing n WHERE n.document_id = :id`,
)
// Each subquery runs only where the filter needs it.
const FILTERED = `FROM trade_document_proofs p
    WHERE p.document_id = :id AND (NOT :differences::boolean OR p.state = 'differs')
      AND (:state?::text IS NULL OR CASE :state
             WHEN 'new' THEN p.contract NOT IN (SELECT m.contract FROM trade_document_matches m WHERE m.document_id = :id)
             ELSE p.contract IN (SELECT m.contract FROM trade_document_matches m WHERE m.document_id = :id AND m.state = :state) END)
      AND ((:side?::text IS NULL AND :symbol?::text IS NULL)
           OR p.line IN (SELECT l.line FROM trade_document_lines l
                          WHERE l.document_id = :id AND l.side = coalesce(:side, l.side) AND l.symbol = coalesce(:symbol, l.symbol)))`
const COUNT = statement('documents.stored-count', `SELECT count(*) AS "lines!" ${FILTERED}`)
const PAGE = statement(
  'documents.stored-page',
  `WITH page AS MATERIALIZED (SELECT p.line ${FILTERED} ORDER BY p.line LIMIT :limit OFFSET :offset)
   SELECT ${LINE_COLUMNS}, p.contract, p.state AS proof, p.schedule, p.fee_differences::text[] AS fee_differences, coalesce(m.state, 'new') AS "state!",
          m.trades, m.versions, m.differences
     FROM page k JOIN trade_document_lines l ON l.document_id = :id AND l.line = k.line
     JOIN trade_document_proofs p ON p.document_id = :id AND p.line = k.line
     LEFT JOIN trade_document_matches m ON m.document_id = :id AND m.contract = p.contract
    ORDER BY k.line`,
)
const TRADES = statement(
  'documents.stored-trades',
  `SELECT t.id, v.version, t.deal_number, t.portfolio_id, p.portfolio_name, v.quantity
     FROM unnest(:trades::bigint[], :versions::integer[]) AS k (trade_id, version)
     JOIN trades t ON t.id = k.trade_id JOIN trade_versions v ON v.trade_id = k.trade_id AND v.version = k.version
     JOIN portfolios p ON p.id = t.portfolio_id`,
)
const MISSING_FILTERED = `FROM trade_document_missing n JOIN trades t ON t.id = n.trade_id
     JOIN trade_versions v ON v.trade_id = n.trade_id AND v.version = n.version ${brokerOf('v.broker_name')}
     JOIN equities e ON e.id = t.equity_id JOIN portfolios p ON p.id = t.portfolio_id
    WHERE n.document_id = :id AND t.side <> 'opening' AND (:side?::text IS NULL OR t.side = :side) AND (:symbol?::text IS NULL OR e.symbol = :symbol)`
const MISSING_COUNT = statement(
  'documents.stored-missing-count',
  `SELECT count(*) AS "trades!" ${MISSING_FILTERED}`,
)
const MISSING = statement(
  'documents.stored-missing',
  `SELECT ${TRADE_COLUMNS} ${MISSING_FILTERED} ORDER BY t.id LIMIT :limit OFFSET :offset`,
)

/** The stored summary of a document; null where the reader's scope hides a portfolio that it was matched with. */
export async function storedSummary(db: Queryable, id: number): Promise<DocumentSummary | null> {
  const [row] = await db.query(HEAD, { id })
  return row === undefined ? null : summaryFrom(row.sums, row.clients)
}

/** The number of contracts in each state. */
export async function storedStates(
  db: Queryable,
  id: number,
  { contracts }: DocumentSummary,
): Promise<StatesOfDocument> {
  const rows = await db.query(STATES, { id })
  const counted = new Map(rows.map(({ state, contracts: of }) => [state, of]))
  const of = (state: Exclude<LineState, 'new'>) => counted.get(state) ?? 0
  const [recorded, differs, undecided, missing] = [
    of('recorded'),
    of('differs'),
    of('undecided'),
    of('missing'),
  ]
  return { new: contracts - recorded - differs - undecided, recorded, differs, undecided, missing }
}

interface Page {
  readonly limit: number
  readonly offset: number
}

/** One page of the lines that pass a filter, followed by the trades that the document lacks, and the number of all of them. */
export async function storedLines(
  db: Queryable,
  id: number,
  { lines: all }: DocumentSummary,
  { state, side, symbol, differences }: LineFilter,
  { limit, offset }: Page,
): Promise<{ rows: DocumentLineAnswer[]; total: number }> {
  const narrowed = { side: side ?? null, symbol: symbol ?? null }
  const asked = { id, ...narrowed, state: state ?? null, differences }
  const isWhole =
    Object.values({ ...narrowed, state: asked.state }).every((one) => one === null) && !differences
  const wantsLines = state !== 'missing'
  const wantsMissing = (state === undefined || state === 'missing') && !differences
  const [lines, missing, page] = await Promise.all([
    !wantsLines ? 0 : isWhole ? all : db.query(COUNT, asked).then(([row]) => row?.lines ?? 0),
    wantsMissing ? db.query(MISSING_COUNT, { id, ...narrowed }).then(([row]) => row?.trades ?? 0) : 0,
    wantsLines ? db.query(PAGE, { ...asked, limit, offset }) : [],
  ])
  const rows = await answersOf(db, page)
  const left = limit - rows.length
  const after =
    missing === 0 || left === 0
      ? []
      : await db.query(MISSING, {
          id,
          ...narrowed,
          limit: left,
          offset: Math.max(0, offset - lines),
        })
  return { rows: [...rows, ...after.map((row) => missingForAnswer(tradeOf(row)))], total: lines + missing }
}

async function answersOf(db: Queryable, page: readonly RowOf<typeof PAGE>[]): Promise<DocumentLineAnswer[]> {
  const named = page.flatMap(({ trades, versions }) =>
    (trades ?? []).map((id, at) => ({ id, version: versions?.[at] ?? 0 })),
  )
  const trades =
    named.length === 0
      ? []
      : await db.query(TRADES, {
          trades: named.map(({ id }) => id),
          versions: named.map(({ version }) => version),
        })
  const byId = new Map(trades.map((trade) => [trade.id, trade]))
  return page.map((row) =>
    lineForAnswer(lineOf(row), {
      contract: row.contract,
      isTakenBack: row.proof === 'taken-back',
      repeated: row.proof === 'repeated' || row.proof === 'taken-back',
      state: row.state as DocumentLineAnswer['state'],
      matches: (row.trades ?? []).flatMap((id) => {
        const trade = byId.get(id)
        return trade === undefined
          ? []
          : {
              tradeId: id,
              dealNumber: trade.deal_number,
              portfolioId: trade.portfolio_id,
              portfolio: trade.portfolio_name,
              quantity: trade.quantity,
            }
      }),
      differences: (row.differences ?? []) as unknown as DocumentLineAnswer['differences'],
      schedule: row.schedule === null ? null : cents(row.schedule),
      difference: differenceOf(row),
    }),
  )
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)

function differenceOf({ proof, fee_differences: fees }: RowOf<typeof PAGE>): Fees | null {
  if (proof === 'agrees') return NO_FEES
  if (fees === null) return null
  return feesFrom(FEE_COMPONENTS.map((component, at) => [component, cents(fees[at] ?? '0')]))
}

// Turns matched documents into API answers.

/** The detail of a document lists at most this many client accounts. */
export const CLIENTS_MAX = 1_000

export interface LineFilter {
  readonly state?: LineState | undefined
  readonly side?: 'buy' | 'sell' | undefined
  readonly symbol?: string | undefined
  /** True: only lines whose charged fees differ from the fee schedule. */
  readonly differences: boolean
}

/** The lines of a document that pass a filter, in their order, followed by the trades of the books that the document lacks. */
export async function linesForAnswer(
  { contracts, matches, proofs, missing }: MatchedDocument,
  filter: LineFilter,
): Promise<DocumentLineAnswer[]> {
  const pauses = regularPauses()
  const answers: DocumentLineAnswer[] = []
  for (const contract of contracts) {
    const match = matches.get(contract.key)
    if (match === undefined) continue
    const held = {
      contract: firstLineOf(contract),
      state: match.state,
      matches: match.trades.map(tradeForAnswer),
      differences: match.differences.map(differenceForAnswer),
    }
    for (const line of [...contract.lines, ...contract.repeated]) {
      await pauses()
      const repeated = !contract.lines.includes(line)
      const proof = repeated ? undefined : proofs.get(line.line)
      const answer = lineForAnswer(line, {
        ...held,
        isTakenBack: repeated && contract.cancelled,
        repeated,
        schedule: proof?.schedule == null ? null : totalFees(proof.schedule),
        difference: proof?.difference ?? null,
      })
      if (isWanted(answer, filter)) answers.push(answer)
    }
  }
  answers.sort((a, b) => (a.id ?? 0) - (b.id ?? 0))
  const absent = missing.map(missingForAnswer).filter((answer) => isWanted(answer, filter))
  return [...answers, ...absent]
}

function isWanted(answer: DocumentLineAnswer, { state, side, symbol, differences }: LineFilter): boolean {
  return (
    (state === undefined || answer.state === state) &&
    (side === undefined || (answer.buySell === 'B') === (side === 'buy')) &&
    (symbol === undefined || answer.companySymbol === symbol) &&
    (!differences || (answer.fee_difference !== null && hasDifference(answer)))
  )
}

const hasDifference = ({ fee_differences: fees }: DocumentLineAnswer) =>
  fees !== null && Object.values(fees).some((fee) => fee !== 0)

const feesForAnswer = (fees: Fees) => byComponent(({ component }) => rupees(fees[component]))

/** The result of matching and fee proof for one line. Amounts in cents. */
export interface LineHeld extends Pick<DocumentLineAnswer, 'state' | 'repeated' | 'matches' | 'differences'> {
  /** The line number of the first fill of its contract. */
  readonly contract: number
  /** True where a later line of the contract cancels this fill. */
  readonly isTakenBack: boolean
  /** The sum of the six fees by the fee schedule, and the charged fee minus the scheduled fee of each component. */
  readonly schedule: Cents | null
  readonly difference: Fees | null
}

export function lineForAnswer(line: DocumentLine, held: LineHeld): DocumentLineAnswer {
  const { rest, fees } = line
  const { schedule, difference } = held
  return {
    id: line.line,
    tradeDate: line.tradeDate,
    tradeTime: line.tradeTime ?? '',
    buySell: line.side === 'buy' ? 'B' : 'S',
    executionId: line.executionId ?? '',
    additionalTimestamp: rest['additionalTimestamp'] ?? '',
    companySymbol: line.symbol,
    companyName: line.companyName ?? '',
    isin: line.isin ?? '',
    quantity: Number(line.quantity),
    price: toJsonNumber(line.price, PRICE_SCALE),
    grossAmount: rupees(line.gross),
    lotType: rest['lotType'] ?? '',
    buyingBroker: rest['buyingBroker'] ?? '',
    sellingBroker: rest['sellingBroker'] ?? '',
    contractNo: line.contractNumber ?? '',
    buyingContractNo: rest['buyingContractNo'] ?? '',
    sellingContractNo: rest['sellingContractNo'] ?? '',
    clientAccount: line.clientAccount ?? '',
    clientName: line.clientName ?? '',
    jointAcNo: rest['jointAcNo'] ?? '',
    participantId: rest['participantId'] ?? '',
    foreignFlag: rest['foreignFlag'] ?? '',
    brokerage: rupees(fees.brokerage),
    cdsFees: rupees(fees.cds),
    cseFees: rupees(fees.cse),
    clearingFees: rupees(fees.clearing),
    secCess: rupees(fees.sec),
    governmentCess: rupees(fees.stl),
    foreignBrokerage: rupees(line.foreignBrokerage),
    netAmount: rupees(line.net),
    orderId: line.orderId ?? '',
    status: rest['status'] ?? '',
    tradeReportId: rest['tradeReportId'] ?? '',
    orderSource: rest['orderSource'] ?? '',
    settlementDate: line.settlementDate ?? '',
    cancelled: line.cancelled || held.isTakenBack || rest['cancelled'] === 'true',
    event: rest['event'] ?? '',
    refersTo: rest['refersTo'] ?? '',
    supersededBy: rest['supersededBy'] ?? '',
    carriedFrom: rest['document'] === undefined ? null : Number(rest['document']),
    state: held.state,
    contract: `${held.contract}`,
    repeated: held.repeated,
    matches: held.matches,
    differences: held.differences,
    schedule_fees: schedule === null ? null : rupees(schedule),
    fee_difference: difference === null ? null : rupees(totalFees(difference)),
    fee_differences: difference === null ? null : feesForAnswer(difference),
  }
}

const tradeForAnswer = (trade: NamedTrade): DocumentLineAnswer['matches'][number] => ({
  tradeId: trade.id,
  dealNumber: trade.dealNumber,
  portfolioId: trade.portfolioId,
  portfolio: trade.portfolioName,
  quantity: Number(trade.quantity),
})

/** A trade of the books that the document lacks, as a line without a position in it. */
export function missingForAnswer(trade: NamedTrade): DocumentLineAnswer {
  const { tradeDate, settlementDate, contractNumber, side, symbol } = trade
  const { quantity, price, gross, fees, net } = trade
  const said = { tradeDate, settlementDate, contractNumber, side, symbol, quantity, price, gross, fees, net }
  const held: LineHeld = {
    contract: 0,
    isTakenBack: false,
    repeated: false,
    state: 'missing',
    matches: [tradeForAnswer(trade)],
    differences: [],
    schedule: null,
    difference: null,
  }
  return { ...lineForAnswer({ ...NO_LINE, ...said }, held), id: null, contract: null }
}
/** The state that a document alone would have. */
const NO_LINE = {
  line: 0,
  tradeTime: null,
  executionId: null,
  isin: null,
  companyName: null,
  foreignBrokerage: 0n,
  clientAccount: null,
  clientName: null,
  orderId: null,
  cancelled: false,
  rest: {},
}

/** The number of contracts in each state; `missing` counts trades of the books that the document lacks. */
export type StatesOfDocument = Record<LineState, number>

export function statesOf({ matches, missing }: MatchedDocument): StatesOfDocument {
  const states = { new: 0, recorded: 0, differs: 0, undecided: 0, missing: missing.length }
  for (const { state } of matches.values()) states[state] += 1
  return states
}

/** The portfolio of each client account of a document: the remembered one, or a proposed one. */
export interface ClientsOfDocument {
  readonly known: ReadonlyMap<string, KnownClient>
  readonly proposed: ReadonlyMap<string, Pick<KnownClient, 'portfolio' | 'settlementAccount'>>
}

/** The detail of a document: header, clients, states, fee proof and recordings. */
export function detailForAnswer(
  { stated, skippedLines, problemLines, ...document }: StoredDocument,
  summary: DocumentSummary,
  states: StatesOfDocument,
  { known: clients, proposed }: ClientsOfDocument,
  batches: TradeDocumentDetail['batches'],
): TradeDocumentDetail {
  const [known] = [...clients.values()]
  return {
    ...document,
    statedTotals: statedForAnswer(stated),
    skippedLines,
    problemLines,
    broker: document.header.brokerName ?? known?.brokerName ?? null,
    clients: summary.clients.slice(0, CLIENTS_MAX).map(({ clientAccount, clientName, lines }) => {
      const client = clients.get(clientAccount ?? '')
      return {
        clientAccount,
        clientName: clientName ?? document.header.clientName,
        lines,
        portfolio: client === undefined ? null : { ...client.portfolio },
        settlementAccount: client?.settlementAccount == null ? null : { ...client.settlementAccount },
        proposed: (client === undefined ? proposed.get(clientAccount ?? '') : undefined) ?? null,
      }
    }),
    states,
    proof: {
      charged: feesForAnswer(summary.charged),
      schedule: feesForAnswer(summary.schedule),
      difference: rupees(summary.difference),
      different: summary.different,
      unproved: summary.unproved,
      foreignBrokerage: rupees(summary.foreignBrokerage),
    },
    batches,
  }
}
