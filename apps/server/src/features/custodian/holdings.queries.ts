/** The holdings of a file against the books: by statement, with what other files have of its pages. */
import type { CustodianLine } from '@em/contract/custodian/custodian'
import type { OurPosition } from '@em/core/cds/compare'
import { type ComparedHolding, compareHoldings, type StatedHolding } from '@em/core/custodian/compare'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { heldWith } from '../cds/accounts/holdings.queries.ts'
import { positionsOf } from '../cds/accounts/positions.ts'
import { accountsById, portfoliosThen, type SafekeepingAccount } from './accounts.ts'
import {
  type FileFacts,
  type LineFact,
  type MessageFact,
  type Notes,
  type WholeStatement,
  wholeStatement,
} from './facts.queries.ts'
import { type Meant, securitiesMeant, writtenOf } from './securities.ts'

const DEALS = statement(
  'custodian.deals',
  'SELECT id, deal_number FROM trades WHERE id = ANY (:ids::bigint[])',
)

export interface HoldingsFound {
  readonly lines: readonly CustodianLine[]
  readonly incomplete: readonly {
    readonly account: string
    readonly date: string
    readonly missing: string
  }[]
  /** Accounts whose portfolios have changed since the file was uploaded. */
  readonly changed: readonly string[]
}

/** The columns of a comparison's line that are no figures. */
export const EMPTY = {
  line: null,
  side: null,
  stated: null,
  ours: null,
  difference: null,
  stated_pledged: null,
  pledged: null,
  stated_amount: null,
  our_amount: null,
  cause: null,
  awaited: null,
  fault: null,
  trades: [] as CustodianLine['trades'],
  proposal: null,
  accepted: null,
  linked: null,
  note: null,
}

export async function holdingsOf(db: Queryable, facts: FileFacts, notes: Notes): Promise<HoldingsFound> {
  const statements = Map.groupBy(
    [...facts.messages.values()].filter(
      ({ statement_date, cancels, is_cancelled }) =>
        statement_date !== null && cancels === null && !is_cancelled,
    ),
    ({ account_id, statement_date, basis, number }) =>
      JSON.stringify([account_id, statement_date, basis, number]),
  )
  const ofMessage = Map.groupBy(facts.lines, ({ message }) => message)
  const found: OneStatement[] = []
  for (const pages of statements.values()) {
    const own = pages.flatMap(({ place }) => ofMessage.get(place) ?? [])
    found.push({ pages, own, ...(await wholeStatement(db, facts.id, pages)) })
  }
  const lines: CustodianLine[] = []
  const incomplete: HoldingsFound['incomplete'][number][] = []
  // The books are read once for each day, for all accounts together.
  for (const [date, ofDay] of Map.groupBy(found, ({ pages }) => pages[0]?.statement_date ?? '')) {
    const known = await booksOf(db, facts.id, date, ofDay)
    for (const one of ofDay) {
      const compared = await comparedStatement(db, one, known, notes)
      lines.push(...compared.lines)
      if (one.missing !== null) incomplete.push({ account: compared.account, date, missing: one.missing })
    }
  }
  return { lines, incomplete, changed: await changedOf(db, facts) }
}

async function changedOf(db: Queryable, { id, messages, lines }: FileFacts): Promise<string[]> {
  const { changed } = await portfoliosThen(db, id)
  if (changed.length === 0) return []
  const own = new Set([...messages.values(), ...lines].map(({ account_id }) => account_id))
  const accounts = await accountsById(
    db,
    changed.filter((account) => own.has(account)),
  )
  return [...accounts.values()].map(({ account }) => account).toSorted()
}

interface OneStatement extends WholeStatement {
  readonly pages: readonly MessageFact[]
  readonly own: readonly LineFact[]
}
interface Books {
  readonly date: string
  readonly accounts: ReadonlyMap<number, SafekeepingAccount>
  readonly positions: ReadonlyMap<number, readonly OurPosition[]>
  readonly meant: Meant
}

async function booksOf(
  db: Queryable,
  id: number,
  date: string,
  statements: readonly OneStatement[],
): Promise<Books> {
  const all = statements.flatMap(({ own, others }) => [...own, ...others])
  const accounts = await accountsById(db, [
    ...statements.flatMap(({ pages }) => pages.map(({ account_id }) => account_id)),
    ...all.map(({ account_id }) => account_id),
  ])
  const { portfolioIds } = await portfoliosThen(
    db,
    id,
    statements.flatMap(({ files }) => files),
  )
  const accountOf = new Map(
    [...portfolioIds].flatMap(([account, ids]) =>
      accounts.has(account) ? ids.map((one) => [one, account] as const) : [],
    ),
  )
  const positions = positionsOf(await heldWith(db, accountOf, date))
  const meant = await securitiesMeant(
    db,
    all,
    date,
    positions.map(({ equityId }) => equityId),
  )
  return { date, accounts, meant, positions: Map.groupBy(positions, ({ accountId }) => accountId) }
}

async function comparedStatement(
  db: Queryable,
  { pages, own, others, missing }: OneStatement,
  { date, accounts: known, positions: held, meant }: Books,
  notes: Notes,
) {
  const [head] = pages
  const all = [...own, ...others]
  const covered = new Set([...pages, ...all].map(({ account_id }) => account_id))
  const accounts = new Map([...known].filter(([id]) => covered.has(id)))
  const account = accounts.get(head?.account_id ?? 0)
  const basis =
    head?.basis === 'traded' || head?.basis === 'settled' ? head.basis : (account?.basis ?? 'settled')
  const positions = [...covered].flatMap((id) => held.get(id) ?? [])
  const pageOf = new Map(pages.map((one) => [one.place, one]))
  const usable = all.filter(({ fault }) => fault === null)
  const rows = compareHoldings({
    date,
    basis,
    isWhole: missing === null && pages.every(({ is_whole }) => is_whole === true),
    accounts: [...accounts.keys()],
    stated: usable.map((line) => statedOf(line, meant)),
    positions,
  })
  const deals = await dealsOf(db, rows)
  const keyed = new Map<string, LineFact>()
  for (const line of own) {
    const key = keyOf(line.account_id, meant.of(line)?.id ?? null, writtenOf(line) ?? '')
    if (!keyed.has(key)) keyed.set(key, line)
  }
  const faulty = new Set(
    all.flatMap((line) => {
      const security = line.fault === null ? null : meant.of(line)
      return security === null ? [] : [keyOf(line.account_id, security.id, '')]
    }),
  )
  const ofAccount = (id: number) => accounts.get(id)?.account ?? ''
  const common = { of: 'holding' as const, date, basis }
  const shown = rows.flatMap((row): CustodianLine[] => {
    const key = keyOf(row.accountId, row.equityId, row.symbol ?? '')
    const line = keyed.get(key)
    // Of another page, or of a security whose line cannot be used.
    if (line === undefined && (row.balance !== null || faulty.has(key))) return []
    const security = row.equityId === null ? undefined : meant.byId(row.equityId)
    const symbol = security?.symbol ?? (row.symbol || '?').slice(0, 40)
    const message = pageOf.get(line?.message ?? 0) ?? head
    return [
      {
        ...EMPTY,
        ...common,
        line: line?.line ?? null,
        type: message?.type ?? '',
        reference: message?.reference ?? null,
        account_id: row.accountId,
        account: ofAccount(row.accountId),
        equity_id: row.equityId,
        symbol,
        company_name: security?.name ?? null,
        isin: line?.isin ?? security?.isin ?? null,
        description: line?.description ?? null,
        ...figuresOf(row),
        trades: row.trades.map((trade) => ({
          id: trade.id,
          deal_number: deals.get(trade.id) ?? '',
          side: trade.side,
          quantity: Number(trade.quantity),
          settlement_date: trade.due,
          isCause: trade.isCause,
        })),
        note: notes({
          account_id: row.accountId,
          date,
          equity_id: row.equityId,
          written: row.symbol,
          symbol,
        }),
      },
    ]
  })
  const faults = own.flatMap((line): CustodianLine[] => {
    if (line.fault === null) return []
    const message = pageOf.get(line.message)
    return [{ ...common, ...faultyLine(line, message, ofAccount(line.account_id), meant) }]
  })
  const order = (line: CustodianLine) => line.line ?? Number.MAX_SAFE_INTEGER
  return {
    account: account?.account ?? '',
    lines: [...shown, ...faults].toSorted(
      (a, b) => order(a) - order(b) || a.symbol.localeCompare(b.symbol, 'en'),
    ),
  }
}

const keyOf = (account: number, equity: number | null, written: string) =>
  equity === null ? `${account}/ ${written}` : `${account}/${equity}`

const big = (shares: number | null) => (shares === null ? null : BigInt(shares))
const statedOf = (line: LineFact, meant: Meant): StatedHolding => ({
  accountId: line.account_id,
  equityId: meant.of(line)?.id ?? null,
  symbol: writtenOf(line) ?? '?',
  aggregate: big(line.aggregate),
  available: big(line.available),
  pledged: big(line.pledged),
  pendingReceipt: big(line.pending_receipt),
  pendingDelivery: big(line.pending_delivery),
})

const figuresOf = (row: ComparedHolding) => ({
  stated: row.balance === null ? null : Number(row.balance),
  ours: Number(row.settled),
  difference: Number(row.difference),
  stated_pledged: row.statedPledged === null ? null : Number(row.statedPledged),
  pledged: Number(row.pledgedOurs),
  cause: row.cause,
  awaited: row.awaited,
})

/** A line that cannot be used, as it is shown. */
export function faultyLine(line: LineFact, message: MessageFact | undefined, account: string, meant: Meant) {
  const security = meant.of(line)
  return {
    ...EMPTY,
    line: line.line,
    type: message?.type ?? '',
    reference: message?.reference ?? null,
    account_id: line.account_id,
    account,
    equity_id: security?.id ?? null,
    symbol: security?.symbol ?? (writtenOf(line) ?? '?').slice(0, 40),
    company_name: security?.name ?? null,
    isin: line.isin,
    description: line.description,
    cause: 'faulty' as const,
    fault: { field: line.fault_field ?? '', message: line.fault ?? '' },
  }
}

async function dealsOf(
  db: Queryable,
  rows: readonly ComparedHolding[],
): Promise<ReadonlyMap<number, string>> {
  const ids = rows.flatMap(({ trades }) => trades.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  return new Map((await db.query(DEALS, { ids })).map(({ id, deal_number }) => [id, deal_number]))
}
