/** Turns matched documents into API answers. */
import { byComponent } from '@em/contract/books/fees'
import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/books/trade-documents'
import type { DocumentLine } from '@em/core/documents/line'
import type { FieldDifference, LineState } from '@em/core/documents/match'
import { type Fees, totalFees } from '@em/core/fees/charge'
import { type Cents, PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { regularPauses } from '../../../platform/pauses.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'
import { statedForAnswer } from '../facts/stored-totals.ts'
import type { KnownClient } from './clients.ts'
import type { MatchedDocument, NamedTrade } from './matched.ts'
import { type DocumentSummary, firstLineOf } from './summary.ts'

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

export function differenceForAnswer({ field, document, books }: FieldDifference) {
  const say = (value: string | bigint) =>
    typeof value === 'string' ? value : field === 'quantity' ? Number(value) : rupees(value)
  return { field, document: say(document), books: say(books) }
}

/** A trade of the books that the document lacks, as a line without a place in it. */
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
/** What a document alone would say. */
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
