/** What a person should look at before an action is processed: figures typed that differ from the books, an unusual day, a second record. */
import { KINDS, kindOf } from '@em/contract/corporate-actions/kinds'
import { closedDay } from '@em/core/calendar/market-calendar'
import { dayInWords } from '@em/core/values/date-words'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../../platform/database/database.ts'
import { loadCalendar } from '../../holidays/holidays.queries.ts'
import { lacksTaxRate, type StoredAction } from '../facts/action-rows.queries.ts'

const SAME = statement(
  'actions.recorded-twice',
  `SELECT a.title FROM corporate_actions a
    WHERE a.equity_id = :equityId AND a.ex_date = :ex::date AND a.kind = :kind AND a.id <> :id AND a.state IN ('announced', 'entitled', 'processed')
      AND (a.portfolio_id IS NULL OR :portfolioId?::bigint IS NULL OR a.portfolio_id = :portfolioId) ORDER BY a.id LIMIT 1`,
)

/** Sums over the portfolios of the action: shares, and rupees as the database writes them. */
export interface Counted {
  readonly portfolios: number
  readonly held: number
  readonly entitled: number
  readonly tax: string
}

function ofFigures({ form, takenOn }: StoredAction, counted: Counted): string[] {
  const warnings: string[] = []
  if (counted.portfolios === 0) return warnings
  const typed = 'sharesHeld' in form ? form.sharesHeld : null
  if (takenOn === null && typed !== null && Number(typed) !== counted.held)
    warnings.push(
      `Shares held typed in: ${typed.toLocaleString('en')}; the books hold ${counted.held.toLocaleString('en')}.`,
    )
  const { entitled } = counted
  const tax = decimalOf(counted.tax, MONEY_SCALE)
  return [...warnings, ...(kindOf(form).compared?.(form, { tax, entitled }) ?? [])]
}

async function ofDay(
  db: Queryable,
  action: StoredAction,
  counted: Counted,
  today: string,
): Promise<string[]> {
  const { id, kind, exDate, held, portfolioId, toPortfolioId, takenOn } = action
  const { ignoresHolding, warnsOfSecond } = KINDS[kind]
  // What was taken over is a fact of before the books began.
  if (takenOn !== null || exDate === null || held === null || ignoresHolding === true) return []
  const [calendar, others, untaxed] = await Promise.all([
    // A move between portfolios needs no open exchange.
    toPortfolioId !== null ? null : loadCalendar(db),
    warnsOfSecond === true ? db.query(SAME, { id, kind, ex: exDate, equityId: held.id, portfolioId }) : [],
    lacksTaxRate(db, action, today),
  ])
  const day = dayInWords(exDate)
  const closed = calendar === null ? null : closedDay(calendar, exDate)
  return [
    ...(counted.portfolios === 0 ? [`${held.symbol} is not held at the close before ${day}.`] : []),
    ...(closed === null
      ? []
      : [
          `${day} is ${closed.reason}: the exchange is closed. The market days next to it are ${dayInWords(closed.before)} and ${dayInWords(closed.after)}. Check the date.`,
        ]),
    ...others.map(({ title }) => `${title} is recorded for ${day} too. Check that it is not the same event.`),
    ...(untaxed !== null
      ? [
          `No dividend tax rate is in force on ${dayInWords(untaxed)}: no tax is counted. Type the tax rate, or add it to the dividend tax rates.`,
        ]
      : []),
  ]
}

/** The warnings of an action, in sentences. */
export async function warningsOf(
  db: Queryable,
  action: StoredAction,
  { counted, today }: { readonly counted: Counted; readonly today: string },
): Promise<string[]> {
  if (action.state === 'cancelled') return []
  const days = action.state === 'draft' ? [] : await ofDay(db, action, counted, today)
  return [...days, ...(kindOf(action.form).doubts?.(action.form) ?? []), ...ofFigures(action, counted)]
}
