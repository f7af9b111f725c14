/** What a person should look at before an action is processed: figures typed that differ from the books, an unusual day, a second record. */
import type { Entitlement } from '@em/contract/books/corporate-actions'
import { closedReason } from '@em/core/calendar/market-calendar'
import { dayInWords } from '@em/core/values/date-words'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { type Queryable, statement } from '../../platform/database/database.ts'
import { loadCalendar } from '../holidays/holidays.queries.ts'
import type { StoredAction } from './facts/action-rows.queries.ts'
import { lacksTaxRate } from './facts/tax-rates.queries.ts'

/** Events that bring money or offers on the same day as another of the same kind: mostly one event recorded twice. */
const MAY_SHARE_A_DAY: readonly string[] = ['dividend', 'election', 'rights']

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

const grouped = (cents: bigint) => formatDecimal(cents, MONEY_SCALE, { grouping: true })

function ofFigures(
  { form, takenOn }: StoredAction,
  counted: Counted,
  first: Entitlement | undefined,
): string[] {
  const warnings: string[] = []
  if (counted.portfolios === 0) return warnings
  const typed = 'sharesHeld' in form ? form.sharesHeld : null
  if (takenOn === null && typed !== null && Number(typed) !== counted.held)
    warnings.push(
      `Shares held typed in: ${typed.toLocaleString('en')}; the books hold ${counted.held.toLocaleString('en')}.`,
    )
  const tax = decimalOf(counted.tax, MONEY_SCALE)
  if (form.kind === 'dividend' && form.taxWithheld !== null && form.taxWithheld !== tax)
    warnings.push(`Tax withheld typed in: ${grouped(form.taxWithheld)}; by the rate it is ${grouped(tax)}.`)
  const eligible = form.kind === 'rights' ? form.eligibleShares : null
  if (eligible !== null && first !== undefined && Number(eligible) !== counted.entitled)
    warnings.push(`Eligible shares typed in: ${eligible}; the books entitle to ${counted.entitled}.`)
  return warnings
}

/** A ratio that does the opposite of what its form is for. */
function ofRatio({ form }: StoredAction): string[] {
  if (form.kind === 'split' && form.ratioTo <= form.ratioFrom)
    return [
      `${form.ratioFrom} into ${form.ratioTo} does not give more shares. A stock split of one share into three is 1 into 3; fewer shares are a reverse stock split.`,
    ]
  if (form.kind === 'consolidation' && form.ratioTo >= form.ratioFrom)
    return [
      `${form.ratioFrom} into ${form.ratioTo} does not give fewer shares. A reverse stock split of ten shares into one is 10 into 1; more shares are a stock split.`,
    ]
  return []
}

async function ofDay(
  db: Queryable,
  action: StoredAction,
  counted: Counted,
  today: string,
): Promise<string[]> {
  const { id, kind, exDate, held, portfolioId, takenOn } = action
  // What was taken over is a fact of before the books began.
  if (takenOn !== null || exDate === null || held === null || kind === 'ipo') return []
  const [calendar, others, untaxed] = await Promise.all([
    kind === 'transfer' ? null : loadCalendar(db),
    MAY_SHARE_A_DAY.includes(kind)
      ? db.query(SAME, { id, kind, ex: exDate, equityId: held.id, portfolioId })
      : [],
    lacksTaxRate(db, action, today),
  ])
  const day = dayInWords(exDate)
  const closed = calendar === null ? null : closedReason(calendar, exDate)
  return [
    ...(counted.portfolios === 0 ? [`${held.symbol} is not held at the close before ${day}.`] : []),
    ...(closed === null ? [] : [`${day} is ${closed}: the exchange is closed. Check the date.`]),
    ...others.map(({ title }) => `${title} is recorded for ${day} too. Check that it is not the same event.`),
    ...(untaxed !== null
      ? [
          `No dividend tax rate is in force on ${dayInWords(untaxed)}: no tax is counted. Type the tax rate, or add it to the dividend tax rates.`,
        ]
      : []),
  ]
}

/** The warnings of an action, in sentences; `first` is the entitlement of its first portfolio. */
export async function warningsOf(
  db: Queryable,
  action: StoredAction,
  {
    counted,
    first,
    today,
  }: { readonly counted: Counted; readonly first: Entitlement | undefined; readonly today: string },
): Promise<string[]> {
  if (action.state === 'cancelled') return []
  const days = action.state === 'draft' ? [] : await ofDay(db, action, counted, today)
  return [...days, ...ofRatio(action), ...ofFigures(action, counted, first)]
}
