/**
 * The acts of a what-if, found in the registers. One without a trade date is asked for: what could not become an order or a trade is refused,
 * so that it gets no figures. One with its trade date was dealt: its broker stays as written, its days are those of its contract.
 */
import type { limits } from '@em/contract/limits/limits'
import {
  addMarketDays,
  closedReason,
  type MarketCalendar,
  settlementDateFor,
} from '@em/core/holidays/market-calendar'
import { dayInWords } from '@em/core/values/date-texts'
import { type Queryable, statement } from '../../platform/database/database.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { refuseField } from '../../platform/refusal.ts'
import { requireBroker } from '../brokers/names.queries.ts'
import { resolveCompany } from '../equities/equities.queries.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import { requireActive, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { type ActAsked, manualAccounts } from './acts.queries.ts'

const HELD = statement(
  'limits.held-shares',
  'SELECT quantity FROM chains WHERE portfolio_id = :portfolioId AND equity_id = :securityId',
)

type Line = WriteInput<typeof limits.whatIf>['body']['acts'][number]

/** @throws Refusal 404, `what-if.settlement-past`, `what-if.settlement-closed`, `what-if.beyond-holding`, `portfolio.not-active`, `broker.not-registered`, `broker.inactive` (422). */
export async function actsOfWhatIf(
  db: Queryable,
  lines: readonly Line[],
  today: string,
): Promise<ActAsked[]> {
  const [manual, calendar] = await Promise.all([manualAccounts(db), loadCalendar(db)])
  const left = new Map<string, bigint>()
  const acts: ActAsked[] = []
  for (const [index, line] of lines.entries()) {
    const at = (field: keyof Line) => `acts.${index}.${field}`
    const portfolio = await resolvePortfolio(db, { portfolioId: line.portfolioId })
    const { id, portfolioName } = portfolio
    if (line.tradeDate === null) requireActive(portfolio, at('portfolioId'))
    const equity = await resolveCompany(db, line.symbol, line.tradeDate ?? today, at('symbol'))
    refuseSettlement(calendar, line, today, at('settlementDate'))
    if (line.broker !== null && line.tradeDate === null) await requireBroker(db, line.broker, at('broker'))
    const of = { portfolioId: id, securityId: equity.id }
    const key = `${id} ${equity.id}`
    const held = left.get(key) ?? (await heldShares(db, of))
    // What was dealt is judged by its own form; a sale just recorded is looked at once more.
    if (line.kind === 'sell' && line.quantity > held && line.tradeDate === null)
      throw refuseField('what-if.beyond-holding', at('quantity'), {
        portfolio: portfolioName,
        symbol: equity.symbol,
        left: String(held),
        asked: String(line.quantity),
      })
    left.set(key, line.kind === 'sell' ? held - line.quantity : held + line.quantity)
    const settlesManually = line.settlementAccount !== null && manual.has(line.settlementAccount)
    acts.push({ ...line, ...of, settlesManually })
  }
  return acts
}

async function heldShares(
  db: Queryable,
  of: { readonly portfolioId: number; readonly securityId: number },
): Promise<bigint> {
  return BigInt((await db.query(HELD, of))[0]?.quantity ?? 0)
}

/** Nothing settles before the day on which it is dealt; what is still to be dealt settles on a market day. */
function refuseSettlement(
  calendar: MarketCalendar,
  { settlementDate, tradeDate }: Pick<Line, 'settlementDate' | 'tradeDate'>,
  today: string,
  field: string,
): void {
  if (settlementDate === null) return
  const dealt = tradeDate ?? today
  if (settlementDate < dealt) {
    const usual = settlementDateFor(calendar, dealt)
    throw refuseField('what-if.settlement-past', field, { date: settlementDate, dealt, usual })
  }
  const reason = tradeDate === null ? closedReason(calendar, settlementDate) : null
  if (reason === null) return
  const days = [addMarketDays(calendar, settlementDate, -1), addMarketDays(calendar, settlementDate, 1)]
    .filter((day) => day >= today)
    .map(dayInWords)
  throw refuseField('what-if.settlement-closed', field, {
    date: settlementDate,
    reason,
    days: days.join(' or '),
  })
}
