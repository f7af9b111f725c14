/** The movement schedule of investments: cost and fair value adjustment from opening to closing, by posting date. */
import type {
  InvestmentMovement,
  InvestmentMovements,
  Movement,
} from '@em/contract/reports/investment-movements'
import { MOVEMENTS } from '@em/contract/reports/investment-movements'
import { TREATMENTS } from '@em/contract/reports/report-ties'
import { securityClassOf } from '@em/core/securities/symbol'
import { decimalOf, MONEY_SCALE, SHARES_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { companyOn, symbolOn } from '../equities/names/name-on.ts'
import { postedMovements, postedWhere } from '../holdings/posted.queries.ts'
import type { Scope } from '../portfolios/scope.queries.ts'
import { dayBefore, type Span } from '../statements/span.queries.ts'
import { valuationOn } from '../valuation/state/valued.ts'
import {
  type Balance,
  balancesByPortfolio,
  investmentAccounts,
  statedBalances,
} from './ledger-balances.queries.ts'
import { saysAnything, type TiedAmounts, tiedAccounts, tieOf } from './ties.ts'
import { ASKED, IS_FVOCI, openedOn } from './valued.ts'

/** Earlier than any entry. */
const BEGINNING = '1899-12-31'
const KEYS = Object.keys(MOVEMENTS) as Movement[]
const PARTS = ['opening', ...KEYS, 'closing'] as const
type Part = (typeof PARTS)[number]

/** SQL: the fair value adjustment of each holding at the end of a day: that of the run in force, else that of openings. */
const adjustedOn = (day: string, what: string) => `
      SELECT f.portfolio_id, l.equity_id, '${what}' AS what, 0::bigint AS quantity, l.difference AS cost, 0::numeric AS capitalised
        FROM valuations_in_force f JOIN valuation_lines l ON l.valuation_id = f.valuation_id AND l.difference <> 0
       WHERE f.valuation_date = ${day} AND ${ASKED.replaceAll('portfolio_id', 'f.portfolio_id')}
      UNION ALL
      SELECT b.portfolio_id, b.equity_id, '${what}', 0, b.amount, 0 FROM (${openedOn(day)}) b
       WHERE ${ASKED.replaceAll('portfolio_id', 'b.portfolio_id')} AND b.amount <> 0
         AND NOT EXISTS (SELECT FROM valuations_in_force f WHERE f.portfolio_id = b.portfolio_id AND f.valuation_date = ${day})`

const [BEFORE, TO] = [':before::date', ':to::date']
const summed = (part: Part) => `
          coalesce(sum(m.quantity) FILTER (WHERE m.what = '${part}'), 0)::bigint AS q_${part},
          coalesce(sum(m.cost) FILTER (WHERE m.what = '${part}'), 0) AS c_${part},
          coalesce(sum(m.capitalised) FILTER (WHERE m.what = '${part}'), 0) AS k_${part}`
const columnsOf = (of: (part: Part) => readonly string[]) => PARTS.flatMap(of).join(', ')

// What is released is looked at holding by holding: shares of one portfolio release nothing of another.
const ROWS = statement(
  'reports.movements',
  `WITH parts AS MATERIALIZED (
     SELECT portfolio_id, equity_id, 'opening' AS what, quantity, cost, capitalised FROM (${postedWhere(ASKED, BEFORE)}) o
     UNION ALL
     SELECT portfolio_id, equity_id, 'closing', quantity, cost, capitalised FROM (${postedWhere(ASKED, TO)}) c
     UNION ALL ${postedMovements(ASKED, BEFORE, TO)}
     UNION ALL ${adjustedOn(BEFORE, 'adjusted')}
     UNION ALL ${adjustedOn(TO, 'adjusts')}),
   holdings AS MATERIALIZED (
     SELECT m.portfolio_id, m.equity_id, ${PARTS.map(summed).join(',')},
            coalesce(sum(m.cost) FILTER (WHERE m.what = 'adjusted'), 0) AS adjusted,
            coalesce(sum(m.cost) FILTER (WHERE m.what = 'adjusts'), 0) AS adjusts
       FROM parts m GROUP BY 1, 2),
   released AS (
     SELECT h.*, CASE WHEN h.q_opening > 0
                      THEN round(h.adjusted * least(greatest(-h.q_disposals - h.q_transfers, 0), h.q_opening) / h.q_opening, 2)
                      ELSE 0 END AS released
       FROM holdings h)
   SELECT ${IS_FVOCI} AS is_fvoci!, e.id AS equity_id!, ${symbolOn('e', TO)} AS symbol!, ${companyOn('e', TO)} AS name!,
          ${columnsOf((part) => [`sum(r.q_${part})::bigint AS q_${part}!`, `sum(r.c_${part}) AS c_${part}!`, `sum(r.k_${part}) AS k_${part}!`])},
          sum(r.adjusted) AS adjusted!, sum(r.released) AS released!, sum(r.adjusts) AS adjusts!
     FROM released r JOIN portfolios p ON p.id = r.portfolio_id JOIN equities e ON e.id = r.equity_id
    GROUP BY 1, e.id
   HAVING ${PARTS.map((part) => `bool_or(r.q_${part} <> 0 OR r.c_${part} <> 0 OR r.k_${part} <> 0)`).join(' OR ')}
       OR bool_or(r.adjusted <> 0 OR r.adjusts <> 0)
    ORDER BY 1, lower(e.name), e.symbol`,
)
type Row = RowOf<typeof ROWS>

type Moved = Readonly<Record<Part, bigint>>
interface Movements {
  readonly cost: Moved
  readonly capitalised: Moved
  readonly fairValue: Readonly<Record<'opening' | 'release' | 'change' | 'closing', bigint>>
}

const cents = (text: string) => decimalOf(text, MONEY_SCALE)
const byPart = (of: (part: Part) => bigint): Moved =>
  Object.fromEntries(PARTS.map((part) => [part, of(part)])) as Moved

function movementsOf(row: Row): Movements {
  const [opening, released, closing] = [cents(row.adjusted), cents(row.released), cents(row.adjusts)]
  return {
    cost: byPart((part) => cents(row[`c_${part}`])),
    capitalised: byPart((part) => cents(row[`k_${part}`])),
    fairValue: { opening, release: -released, change: closing - opening + released, closing },
  }
}

const amountsOf = (of: Movements) => ({
  cost: numbersOf(of.cost, MONEY_SCALE),
  capitalised: numbersOf(of.capitalised, MONEY_SCALE),
  fairValue: numbersOf(of.fairValue, MONEY_SCALE),
})
const numbersOf = <K extends string>(of: Readonly<Record<K, bigint>>, scale: number) =>
  Object.fromEntries(
    Object.entries<bigint>(of).map(([key, units]) => [key, toJsonNumber(units, scale)]),
  ) as Record<K, number>

function added(of: readonly Movements[]): Movements {
  const sum = (part: (one: Movements) => bigint) => of.reduce((all, one) => all + part(one), 0n)
  return {
    cost: byPart((part) => sum((one) => one.cost[part])),
    capitalised: byPart((part) => sum((one) => one.capitalised[part])),
    fairValue: {
      opening: sum((one) => one.fairValue.opening),
      release: sum((one) => one.fairValue.release),
      change: sum((one) => one.fairValue.change),
      closing: sum((one) => one.fairValue.closing),
    },
  }
}

/** The schedule of a period. */
export async function movementsIn(
  db: Queryable,
  span: Span,
  scope: Scope,
): Promise<Omit<InvestmentMovements, 'generatedAt'>> {
  const { portfolioIds } = scope
  const { startDate, endDate: to } = span
  const before = startDate === null ? BEGINNING : dayBefore(span)
  const rows = await db.query(ROWS, { portfolioIds, before, to })
  const lines = rows.map((row) => ({ row, movements: movementsOf(row), treatment: treatmentOf(row) }))
  const accounts = await investmentAccounts(db, portfolioIds)
  const accountIds = accounts.map(({ id }) => id)
  const moved = async (day: string, sign: 1n | -1n) => ({
    balances: (await balancesByPortfolio(db, day, portfolioIds, accountIds)).map(signed<Balance>(sign)),
    stated: (await statedBalances(db, day, portfolioIds, accountIds)).map(
      signed<Omit<Balance, 'isManual'>>(sign),
    ),
  })
  const [end, start] = [await moved(to, 1n), await moved(before, -1n)]
  const report = tiedMovements(lines)
  return {
    period: { startDate, endDate: to, portfolio: scope.portfolio, entity: scope.entity },
    valuation: await valuationOn(db, portfolioIds, to),
    openingValuation: startDate === null ? null : await valuationOn(db, portfolioIds, before),
    rows: lines.map(({ row, movements, treatment }): InvestmentMovement => {
      const quantity = numbersOf(
        byPart((part) => BigInt(row[`q_${part}`])),
        SHARES_SCALE,
      )
      const { equity_id: id, symbol, name: companyName } = row
      return { id: `${id}-${treatment}`, treatment, symbol, companyName, quantity, ...amountsOf(movements) }
    }),
    treatments: TREATMENTS.flatMap((treatment) => {
      const of = lines.filter((line) => line.treatment === treatment)
      if (of.length === 0) return []
      return [{ treatment, rows: of.length, ...amountsOf(added(of.map(({ movements }) => movements))) }]
    }),
    ties: tiedAccounts(accounts)
      .map((tied) =>
        tieOf({
          tied,
          report,
          balances: [...end.balances, ...start.balances],
          stated: [...end.stated, ...start.stated],
        }),
      )
      .filter(saysAnything),
  }
}

const treatmentOf = ({ is_fvoci }: Pick<Row, 'is_fvoci'>) =>
  is_fvoci ? ('FVOCI' as const) : ('FVTPL' as const)

const signed =
  <T extends { readonly net: bigint }>(sign: 1n | -1n) =>
  (row: T): T => ({ ...row, net: sign * row.net })

/** The totals of the movements on each account, without opening and closing: these are read elsewhere. */
function tiedMovements(lines: readonly { readonly row: Row; readonly movements: Movements }[]): TiedAmounts {
  const all = added(lines.map(({ movements }) => movements))
  const sumOf = (of: Moved) => KEYS.reduce((sum, key) => sum + of[key], 0n)
  const adjusted = (rights: boolean) =>
    lines
      .filter(({ row }) => (securityClassOf(row.symbol) === 'rights') === rights)
      .reduce((sum, { movements: { fairValue } }) => sum + fairValue.change + fairValue.release, 0n)
  return {
    cost: sumOf(all.cost),
    capitalised: sumOf(all.capitalised),
    adjustment: adjusted(false),
    rights: adjusted(true),
  }
}
