/** What the API says of a document that was held against the books. */
import { byComponent } from '@em/contract/books/fees'
import type { DocumentLineAnswer, TradeDocumentDetail } from '@em/contract/books/trade-documents'
import type { Contract } from '@em/core/documents/contracts'
import { type LineProof, sumProofs } from '@em/core/documents/fee-proof'
import type { DocumentLine } from '@em/core/documents/line'
import type { FieldDifference, LineState, Match } from '@em/core/documents/match'
import { type Fees, totalFees } from '@em/core/fees/charge'
import { PRICE_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { rupees, sumOf } from '@em/core/values/money'
import { regularPauses } from '../../../platform/pauses.ts'
import type { StoredDocument } from '../facts/documents.queries.ts'
import { statedForAnswer } from '../facts/stored-totals.ts'
import type { MatchedDocument, NamedTrade } from './matched.ts'

export interface LineFilter {
  readonly state?: LineState | undefined
  readonly side?: 'buy' | 'sell' | undefined
  readonly symbol?: string | undefined
  /** Only lines whose fees differ from the schedule. */
  readonly differences: boolean
}

/** The lines of a document that a filter leaves, in their order, then what is missing from it. */
export async function linesForAnswer(
  { contracts, matches, proofs, missing, nameOfPortfolio }: MatchedDocument,
  filter: LineFilter,
): Promise<DocumentLineAnswer[]> {
  const pauses = regularPauses()
  const answers: DocumentLineAnswer[] = []
  for (const contract of contracts) {
    const match = matches.get(contract.key)
    if (match === undefined) continue
    for (const line of [...contract.lines, ...contract.repeated]) {
      await pauses()
      const repeated = !contract.lines.includes(line)
      const proof = repeated ? undefined : proofs.get(line.line)
      const answer = lineForAnswer(line, { contract, match, proof, repeated, nameOfPortfolio })
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

function lineForAnswer(
  line: DocumentLine,
  {
    contract,
    match,
    proof,
    repeated,
    nameOfPortfolio,
  }: {
    readonly contract: Contract
    readonly match: Match
    readonly proof: LineProof | undefined
    readonly repeated: boolean
    readonly nameOfPortfolio: ReadonlyMap<number, string>
  },
): DocumentLineAnswer {
  const { rest, fees } = line
  const difference = proof?.difference ?? null
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
    // Also the fill that a cancelled line takes back.
    cancelled: line.cancelled || (repeated && contract.cancelled),
    state: match.state,
    contract: `${contract.lines[0]?.line ?? line.line}`,
    repeated,
    matches: match.trades.map((trade) => ({
      tradeId: trade.id,
      dealNumber: trade.dealNumber,
      portfolioId: trade.portfolioId,
      portfolio: nameOfPortfolio.get(trade.portfolioId) ?? '',
      quantity: Number(trade.quantity),
    })),
    differences: match.differences.map(differenceForAnswer),
    schedule_fees: proof?.schedule == null ? null : rupees(totalFees(proof.schedule)),
    fee_difference: difference === null ? null : rupees(totalFees(difference)),
    fee_differences: difference === null ? null : feesForAnswer(difference),
  }
}

function differenceForAnswer({ field, document, books }: FieldDifference) {
  const say = (value: string | bigint) =>
    typeof value === 'string' ? value : field === 'quantity' ? Number(value) : rupees(value)
  return { field, document: say(document), books: say(books) }
}

function missingForAnswer(trade: NamedTrade): DocumentLineAnswer {
  const { fees } = trade
  return {
    id: null,
    tradeDate: trade.tradeDate,
    tradeTime: '',
    buySell: trade.side === 'buy' ? 'B' : 'S',
    executionId: '',
    additionalTimestamp: '',
    companySymbol: trade.symbol,
    companyName: '',
    isin: '',
    quantity: Number(trade.quantity),
    price: toJsonNumber(trade.price, PRICE_SCALE),
    grossAmount: rupees(trade.gross),
    lotType: '',
    buyingBroker: '',
    sellingBroker: '',
    contractNo: trade.contractNumber ?? '',
    buyingContractNo: '',
    sellingContractNo: '',
    clientAccount: '',
    clientName: '',
    jointAcNo: '',
    participantId: '',
    foreignFlag: '',
    brokerage: rupees(fees.brokerage),
    cdsFees: rupees(fees.cds),
    cseFees: rupees(fees.cse),
    clearingFees: rupees(fees.clearing),
    secCess: rupees(fees.sec),
    governmentCess: rupees(fees.stl),
    foreignBrokerage: 0,
    netAmount: rupees(trade.net),
    orderId: '',
    status: '',
    tradeReportId: '',
    orderSource: '',
    settlementDate: trade.settlementDate,
    cancelled: false,
    state: 'missing',
    contract: null,
    repeated: false,
    matches: [
      {
        tradeId: trade.id,
        dealNumber: trade.dealNumber,
        portfolioId: trade.portfolioId,
        portfolio: trade.portfolioName,
        quantity: Number(trade.quantity),
      },
    ],
    differences: [],
    schedule_fees: null,
    fee_difference: null,
    fee_differences: null,
  }
}

/** A document with its clients, states and proof. */
export function detailForAnswer(
  { stated, skippedLines, problemLines, ...document }: StoredDocument,
  { contracts, matches, missing, proofs, clients }: MatchedDocument,
  batches: TradeDocumentDetail['batches'],
): TradeDocumentDetail {
  const states: Record<LineState, number> = {
    new: 0,
    recorded: 0,
    differs: 0,
    undecided: 0,
    missing: missing.length,
  }
  for (const { state } of matches.values()) states[state] += 1
  const lines = contracts.flatMap((contract) => [...contract.lines, ...contract.repeated])
  // A repetition and a cancelled fill are charged nothing.
  const counted = contracts.filter(({ cancelled }) => !cancelled).flatMap((contract) => contract.lines)
  const byClient = Map.groupBy(lines, ({ clientAccount }) => clientAccount)
  const { charged, schedule, difference, different, unproved } = sumProofs(contracts, proofs)
  const [known] = [...clients.values()]
  return {
    ...document,
    statedTotals: statedForAnswer(stated),
    skippedLines,
    problemLines,
    broker: document.header.brokerName ?? known?.brokerName ?? null,
    clients: [...byClient].slice(0, 1_000).map(([clientAccount, own]) => {
      const client = clients.get(clientAccount ?? '')
      return {
        clientAccount,
        clientName:
          own.find(({ clientName }) => clientName !== null)?.clientName ?? document.header.clientName,
        lines: own.length,
        portfolio: client === undefined ? null : { ...client.portfolio },
        settlementAccount: client?.settlementAccount == null ? null : { ...client.settlementAccount },
      }
    }),
    states,
    proof: {
      charged: feesForAnswer(charged),
      schedule: feesForAnswer(schedule),
      difference: rupees(difference),
      different,
      unproved,
      foreignBrokerage: rupees(sumOf(counted.map((line) => line.foreignBrokerage))),
    },
    batches,
  }
}
