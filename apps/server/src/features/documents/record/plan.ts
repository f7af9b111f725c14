/** The order to record a document: which contracts, of which portfolios, how they are split, and the trades that they become. */
import { refusalMessage } from '@em/contract'
import type { BatchRow } from '@em/contract/batches/batches'
import type { RecordDocumentBody } from '@em/contract/documents/trade-documents'
import { byField } from '@em/contract/fee-tariffs/fees'
import { type Contract, splitContract } from '@em/core/documents/contracts'
import type { DocumentLine } from '@em/core/documents/line'
import type { Fees } from '@em/core/fee-tariffs/charge'
import type { Clock } from '../../../platform/clock.ts'
import type { Queryable, Transaction } from '../../../platform/database/database.ts'
import { Refusal, refuseField } from '../../../platform/refusal.ts'
import { Faults, type NumberedRow } from '../../batches/rows/read-rows.ts'
import { loadRowWorld, resolveRow } from '../../batches/rows/resolve-row.ts'
import { resolvePortfolio } from '../../portfolios/portfolios.queries.ts'
import type { NewTrade } from '../../trades/bulk/new-trade.ts'
import type { KnownClient } from '../match/clients.ts'
import type { Chosen } from '../match/matched.ts'

/** A contract, or a part of one, as the row of a submission. Its `portfolioId` is null where it is not assigned. */
export interface PlannedTrade {
  readonly contract: Contract
  readonly row: BatchRow
}
/** The trade of a contract is known by its first line. */
export const rowOf = ({ contract }: Pick<PlannedTrade, 'contract'>): number => contract.lines[0]?.line ?? 0

/** The fields that all rows of a document share. */
export interface RowTerms {
  /** The broker of a contract; null where none was named. */
  brokerOf(contract: Contract): string | null
  readonly costOfFunds: bigint | null
  readonly description: string
}

export interface DocumentPlan {
  /** The contracts asked for, in their order. */
  readonly contracts: readonly Contract[]
  /** Whether a person named its lines. */
  isNamed(contract: Contract): boolean
  readonly chosen: Chosen
  tradesOf(contract: Contract): PlannedTrade[]
  /** Client accounts that were given a portfolio now. */
  readonly given: ReadonlyMap<
    string,
    { readonly portfolioId: number; readonly settlementAccount: string | null }
  >
}

/** @throws Refusal `document.lines` for a line that is not there, `document.split` for parts that are not the contract. */
export async function planDocument(
  db: Queryable,
  body: RecordDocumentBody,
  read: {
    readonly lines: readonly DocumentLine[]
    readonly contracts: readonly Contract[]
    readonly clients: ReadonlyMap<string, KnownClient>
  },
  terms: RowTerms,
): Promise<DocumentPlan> {
  const ofLine = new Map(
    read.contracts.flatMap((contract) =>
      [...contract.lines, ...contract.repeated].map(({ line }) => [line, contract] as const),
    ),
  )
  const contractAt = (line: number): Contract => {
    const contract = ofLine.get(line)
    if (contract === undefined) throw refuseField('document.lines', 'lines', { line })
    return contract
  }
  const named = body.lines === null ? null : new Set(body.lines.map(contractAt))
  const contracts = named === null ? read.contracts : read.contracts.filter((contract) => named.has(contract))
  const fallback = await portfolioNamed(db, body)
  const idOf = portfolioFinder(db)
  const given = new Map<string, { portfolioId: number; settlementAccount: string | null }>()
  for (const { clientAccount, portfolioId, settlementAccount } of body.clients) {
    const id = await idOf(portfolioId)
    given.set(clientAccount, {
      portfolioId: id,
      settlementAccount: settlementAccount ?? body.settlementAccount,
    })
  }
  const splits = new Map<Contract, { portfolioId: number; quantity: bigint }[]>()
  for (const { line, parts } of body.splits) {
    const contract = contractAt(line)
    const resolved = []
    for (const part of parts) {
      const id = await idOf(part.portfolioId)
      resolved.push({ portfolioId: id, quantity: part.quantity })
    }
    splits.set(contract, resolved)
  }
  const remembered = (account: string | null) => read.clients.get(account ?? '')
  const portfolioOf = (account: string | null): number | null =>
    given.get(account ?? '')?.portfolioId ?? fallback ?? remembered(account)?.portfolio.id ?? null
  const accountOf = (account: string | null): string | null => {
    const known = remembered(account)?.settlementAccount?.id
    return (
      given.get(account ?? '')?.settlementAccount ??
      body.settlementAccount ??
      (known === undefined ? null : String(known))
    )
  }
  const tradesOf = (contract: Contract): PlannedTrade[] => {
    const settlementAccount = accountOf(contract.clientAccount)
    const whole = { portfolioId: portfolioOf(contract.clientAccount), ...contract }
    const parts = splits.get(contract)
    return (parts === undefined ? [whole] : splitUp(contract, parts)).map((part) => ({
      contract,
      row: batchRowOf(contract, part, settlementAccount, terms),
    }))
  }
  if (fallback !== null) {
    for (const { clientAccount } of contracts) {
      if (clientAccount !== null && !given.has(clientAccount))
        given.set(clientAccount, { portfolioId: fallback, settlementAccount: body.settlementAccount })
    }
  }
  return {
    contracts,
    isNamed: (contract) => named?.has(contract) ?? false,
    chosen: {
      portfolioOf: (account) => given.get(account ?? '')?.portfolioId ?? fallback,
      brokerName: body.brokerName,
    },
    tradesOf,
    given,
  }
}

async function portfolioNamed(db: Queryable, body: RecordDocumentBody): Promise<number | null> {
  if (body.portfolio === null && body.portfolioId === null) return null
  return (await resolvePortfolio(db, body)).id
}

/** Looks each name up once, however often the body says it. */
function portfolioFinder(db: Queryable): (name: string) => Promise<number> {
  const known = new Map<string, number>()
  return async (name) => {
    const id = known.get(name) ?? (await resolvePortfolio(db, { portfolioId: name })).id
    known.set(name, id)
    return id
  }
}

function splitUp(contract: Contract, parts: readonly { portfolioId: number; quantity: bigint }[]) {
  try {
    return splitContract(contract, parts)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    const sum = parts.reduce((all, { quantity }) => all + quantity, 0n)
    throw new Refusal('document.split', {
      contract: contract.contractNumber ?? `of line ${contract.lines[0]?.line ?? 0}`,
      parts: Number(sum),
      shares: Number(contract.quantity),
    })
  }
}

interface Part {
  readonly portfolioId: number | null
  readonly quantity: bigint
  readonly gross: bigint
  readonly fees: Fees
}

function batchRowOf(
  contract: Contract,
  { portfolioId, quantity, gross, fees }: Part,
  settlementAccount: string | null,
  terms: RowTerms,
): BatchRow {
  return {
    side: contract.side,
    symbol: contract.symbol,
    companyName: null,
    portfolio: null,
    portfolioId: portfolioId === null ? null : String(portfolioId),
    quantity,
    price: null,
    grossValue: gross,
    contractNumber: contract.contractNumber,
    description: terms.description,
    brokerName: terms.brokerOf(contract),
    tradeDate: contract.tradeDate,
    tradeTime: contract.tradeTime,
    settlementDate: contract.settlementDate,
    settlementAccount,
    cashFlowOnSettlement: null,
    costOfFunds: terms.costOfFunds,
    generatePayment: null,
    feeSource: contract.feeSource,
    ...byField(({ component }) => (contract.feeSource === 'contract' ? fees[component] : null)),
    buyContract: null,
    duplicate: 'keep',
  }
}

export interface ResolvedTrade {
  readonly planned: PlannedTrade
  readonly trade: NewTrade
}

/** The planned trades whose names, dates and fees can be resolved; the others get faults by line. */
export async function resolvePlanned(
  tx: Transaction,
  clock: Clock,
  planned: readonly PlannedTrade[],
  faults: Faults,
): Promise<ResolvedTrade[]> {
  const whole = planned.filter((one) => isWhole(one, faults))
  const rows: NumberedRow[] = whole.map((one) => ({ row: rowOf(one), trade: one.row }))
  const symbolOf = new Map(rows.map(({ row, trade }) => [row, trade.symbol]))
  const world = await loadRowWorld(
    tx,
    rows.map(({ trade }) => trade),
    { sentOf: (row) => ({ symbol: symbolOf.get(row) }), today: clock.today(), sellsByGross: true },
  )
  return rows.flatMap((row, at) =>
    resolveRow(row, world, faults).map(({ trade }) => ({ planned: whole[at] as PlannedTrade, trade })),
  )
}

/** Whether the portfolio of a contract and its settlement account are given. */
function isWhole(one: PlannedTrade, faults: Faults): boolean {
  const row = rowOf(one)
  if (one.row.portfolioId === null) {
    const client = one.contract.clientAccount ?? 'of the document'
    faults.add(
      row,
      'portfolioId',
      refusalMessage('document.portfolio', { client }),
      one.contract.clientAccount,
    )
  }
  if (one.row.settlementAccount === null) {
    faults.add(row, 'settlementAccount', 'Please choose a settlement account.')
  }
  return one.row.portfolioId !== null && one.row.settlementAccount !== null
}
