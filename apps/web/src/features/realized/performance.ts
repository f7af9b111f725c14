import type { RealizedData } from '@em/contract/realized/realized'

/** Securities that a chart has room for. */
export const CHARTED = 12
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-02` is "Feb 2026". */
export const monthText = (month: string): string =>
  `${MONTHS[Number(month.slice(5)) - 1]} ${month.slice(0, 4)}`

/** The months from the first with a sale to the last; one without sales has zeros. */
export function byMonth(periods: RealizedData['performanceByPeriod']) {
  const [first, last] = [periods[0]?.period, periods.at(-1)?.period]
  const all: string[] = []
  for (let month = first; month !== undefined && last !== undefined && month <= last; month = after(month))
    all.push(month)
  const of = new Map(periods.map((one) => [one.period, one]))
  const values = (what: 'realizedPnL' | 'afterCosts') => all.map((month) => of.get(month)?.[what] ?? 0)
  return {
    categories: all.map(monthText),
    series: [
      { name: 'Capital gain', values: values('realizedPnL') },
      { name: 'After fees and cost of funds', values: values('afterCosts') },
    ],
  }
}

function after(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** The securities with the largest gains and losses, the greatest gain first. */
export function bySecurity(securities: RealizedData['performanceBySecurity']) {
  const largest = new Set(
    securities
      .toSorted((a, b) => Math.abs(b.realizedPnL) - Math.abs(a.realizedPnL))
      .slice(0, CHARTED)
      .map(({ symbol }) => symbol),
  )
  const shown = securities.filter(({ symbol }) => largest.has(symbol))
  return {
    categories: shown.map(({ symbol }) => symbol),
    series: [
      { name: 'Capital gain', values: shown.map(({ realizedPnL }) => realizedPnL) },
      { name: 'After fees and cost of funds', values: shown.map(({ afterCosts }) => afterCosts) },
    ],
    whole: {
      categories: securities.map(({ symbol }) => symbol),
      series: [
        { name: 'Capital gain', values: securities.map(({ realizedPnL }) => realizedPnL) },
        { name: 'After fees and cost of funds', values: securities.map(({ afterCosts }) => afterCosts) },
      ],
    },
  }
}
