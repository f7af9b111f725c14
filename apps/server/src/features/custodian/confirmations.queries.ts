/** The confirmations of a file against the trades of their accounts: what each proposes. */
import type { CustodianLine } from '@em/contract/custodian/custodian'
import { type CandidateTrade, type MatchedConfirmation, matchConfirmation } from '@em/core/custodian/match'
import { readCustodianReference } from '@em/core/custodian/reference'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { DUE, NET, OUTSTANDING } from '../settlements/list/settlements.state.ts'
import { accountsById, portfoliosThen } from './accounts.ts'
import type { FileFacts, LineFact } from './facts.queries.ts'
import { EMPTY, faultyLine } from './holdings.queries.ts'
import { type Meant, securitiesMeant, writtenOf } from './securities.ts'

/** Days around those of the confirmations. */
const AROUND = 3
const CANDIDATES = statement(
  'custodian.candidates',
  `WITH near AS MATERIALIZED (
     SELECT v.trade_id FROM trade_versions v WHERE v.settlement_date BETWEEN :from::date AND :to::date
     UNION SELECT s.trade_id FROM settlement_states s WHERE s.status <> 'settled' AND s.due_date BETWEEN :from::date AND :to::date
     UNION SELECT id FROM unnest(:ids::bigint[]) AS n (id))
   SELECT t.id, t.version, t.deal_number, t.portfolio_id, p.portfolio_name, t.equity_id, t.side, v.quantity, t.is_deleted,
          ${NET}::text AS net!, ${OUTSTANDING}::text AS outstanding!, ${DUE} AS due, v.settlement_date
     FROM near JOIN trades t ON t.id = near.trade_id
     JOIN trade_versions v ON v.trade_id = t.id AND v.version = t.version
     JOIN portfolios p ON p.id = t.portfolio_id
     LEFT JOIN settlement_states s ON s.trade_id = t.id
    WHERE t.portfolio_id = ANY (:portfolioIds::bigint[]) AND t.side <> 'opening'
      AND (t.equity_id = ANY (:equityIds::bigint[]) OR t.id = ANY (:ids::bigint[]))
    ORDER BY t.id`,
)

interface KnownTrade extends CandidateTrade {
  readonly dealNumber: string
  readonly portfolioId: number
  readonly portfolio: string
}

export async function confirmationsOf(db: Queryable, facts: FileFacts): Promise<CustodianLine[]> {
  const lines = facts.lines.filter(({ message }) => facts.messages.get(message)?.statement_date === null)
  if (lines.length === 0) return []
  const accounts = await accountsById(
    db,
    lines.map(({ account_id }) => account_id),
  )
  const { portfolioIds } = await portfoliosThen(db, facts.id)
  const days = lines.flatMap(({ settled_on }) => settled_on ?? []).toSorted()
  const meant = await securitiesMeant(db, lines, days.at(-1) ?? '9999-12-31')
  const trades = await candidates(db, {
    facts,
    lines,
    meant,
    days,
    portfolioIds: [...new Set([...portfolioIds.values()].flat())],
  })
  const byTerms = Map.groupBy(trades.values(), ({ equityId, side }) => `${equityId} ${side}`)
  return lines.map((line) => {
    const account = accounts.get(line.account_id)
    const own = new Set(portfolioIds.get(line.account_id))
    const security = meant.of(line)
    const named = trades.get(readCustodianReference(line.our_reference ?? '')?.id ?? 0)
    const known = [
      ...(named === undefined ? [] : [named]),
      ...(byTerms.get(`${security?.id} ${line.side}`) ?? []).filter((one) => one !== named),
    ].filter(({ portfolioId }) => own.has(portfolioId))
    const found = matchConfirmation(
      {
        side: sideOf(line),
        isFree: line.is_free === true,
        ours: line.our_reference,
        settled: big(line.settled),
        before: big(line.settled_before),
        remaining: big(line.remaining),
        amount: centsOf(line.amount),
        date: line.settled_on,
        isCancelled: line.is_cancelled === true,
        isFaulty: line.fault !== null,
        isDuplicate: facts.repeated.has(line.line),
        isTakenBack: facts.takenBack.has(line.line),
        equityId: security?.id ?? null,
      },
      known,
    )
    return shown(line, { facts, found, trades, meant, account: account?.account ?? '' })
  })
}

const big = (shares: number | null) => (shares === null ? null : BigInt(shares))
const centsOf = (text: string | null) => (text === null ? null : decimalOf(text, MONEY_SCALE))
const sideOf = ({ side }: LineFact) => (side === 'buy' || side === 'sell' ? side : null)
const sizeOf = (cents: bigint) => (cents < 0n ? -cents : cents)

async function candidates(
  db: Queryable,
  of: {
    readonly facts: FileFacts
    readonly lines: readonly LineFact[]
    readonly meant: Meant
    readonly days: readonly string[]
    readonly portfolioIds: readonly number[]
  },
): Promise<ReadonlyMap<number, KnownTrade>> {
  const referred = of.lines.flatMap(
    ({ our_reference }) => readCustodianReference(our_reference ?? '')?.id ?? [],
  )
  const rows = await db.query(CANDIDATES, {
    from: addDays(of.days[0] ?? '9999-01-01', -AROUND),
    to: addDays(of.days.at(-1) ?? '9999-01-01', AROUND),
    ids: [...new Set([...referred, ...[...of.facts.accepted.values()].map(({ trade_id }) => trade_id)])],
    portfolioIds: of.portfolioIds,
    equityIds: [...new Set(of.lines.flatMap((line) => of.meant.of(line)?.id ?? []))],
  })
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        version: row.version,
        equityId: row.equity_id,
        side: row.side === 'buy' ? 'buy' : 'sell',
        quantity: BigInt(row.quantity),
        net: decimalOf(row.net, MONEY_SCALE),
        outstanding: decimalOf(row.outstanding, MONEY_SCALE),
        due: row.due,
        booked: row.settlement_date,
        isDeleted: row.is_deleted,
        dealNumber: row.deal_number,
        portfolioId: row.portfolio_id,
        portfolio: row.portfolio_name,
      },
    ]),
  )
}

/** The other message of a cancellation and the confirmation that it takes back. */
function linkedOf(line: LineFact, facts: FileFacts): CustodianLine['linked'] {
  const by = facts.takenBack.get(line.line)
  if (by !== undefined) return { ...by, deal_number: facts.accepted.get(line.line)?.deal_number ?? null }
  const reference = facts.messages.get(line.message)?.cancels
  if (reference == null) return null
  const of = facts.takesBack.get(line.line)
  return { reference, file_id: of?.file_id ?? null, deal_number: of?.deal_number ?? null }
}

interface Shown {
  readonly facts: FileFacts
  readonly found: MatchedConfirmation
  readonly trades: ReadonlyMap<number, KnownTrade>
  readonly meant: Meant
  readonly account: string
}

function shown(line: LineFact, { facts, found, trades, meant, account }: Shown): CustodianLine {
  const message = facts.messages.get(line.message)
  const head = { of: 'confirmation' as const, date: line.settled_on, basis: null, side: sideOf(line) }
  if (line.fault !== null) return { ...faultyLine(line, message, account, meant), ...head }
  const accepted = facts.accepted.get(line.line)
  const trade = trades.get(accepted?.trade_id ?? found.trade?.id ?? 0)
  const security = meant.of(line)
  const amount = centsOf(line.amount)
  const stated = line.settled
  const ours = trade === undefined ? null : Number(trade.quantity)
  const { proposal } = found
  return {
    ...EMPTY,
    ...head,
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
    stated,
    ours,
    difference: stated === null || ours === null ? null : stated - ours,
    stated_amount: amount === null ? null : rupees(amount),
    our_amount:
      accepted !== undefined
        ? rupees(decimalOf(accepted.amount, MONEY_SCALE))
        : trade === undefined
          ? null
          : rupees(sizeOf(trade.outstanding)),
    cause: accepted === undefined || facts.takenBack.has(line.line) ? found.cause : null,
    linked: linkedOf(line, facts),
    proposal:
      accepted !== undefined || proposal === null || trade === undefined
        ? null
        : {
            trade_id: proposal.tradeId,
            deal_number: trade.dealNumber,
            portfolio: trade.portfolio,
            date: proposal.date,
            amount: rupees(proposal.amount),
            outstanding: rupees(proposal.outstanding),
            is_part: proposal.isPart,
            by: proposal.by,
          },
    accepted:
      accepted === undefined
        ? null
        : {
            trade_id: accepted.trade_id,
            deal_number: accepted.deal_number,
            amount: rupees(decimalOf(accepted.amount, MONEY_SCALE)),
            by: accepted.by,
            at: accepted.at,
          },
  }
}
