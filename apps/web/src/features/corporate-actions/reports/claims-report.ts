import type { MarketClaim } from '@em/contract/books/event-reports'
import { type Report, type RowLevel, reportTable } from '@em/paper/report'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type EventFilters, factsOfFilters } from './event-lines.ts'

/** Whose claim it is, by the side of the trade. */
export const SIDE_WORDS = { buy: 'On the broker', sell: 'Against us' } as const

interface Line extends Partial<MarketClaim> {
  readonly level: RowLevel
  readonly text: string
  readonly sum?: string
}

/** Claims of trades that were not settled at the record date, ours and those against us. */
export function claimsReport(
  rows: readonly MarketClaim[],
  filters: EventFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  const total = (of: readonly MarketClaim[]) => sumOf(of.map((row) => row.net))
  const lines = (['buy', 'sell'] as const).flatMap((side): Line[] => {
    const of = rows.filter((row) => row.side === side)
    if (of.length === 0) return []
    return [
      { level: 'heading', text: SIDE_WORDS[side] },
      ...of.map((row): Line => ({ ...row, level: 'row', text: row.title })),
      { level: 'subtotal', text: `Total ${SIDE_WORDS[side].toLowerCase()}`, sum: total(of) },
    ]
  })
  return {
    title: 'Claims for Unsettled Trades',
    subtitle: [`As at ${asOf}`],
    fileName: `Claims ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      reportTable<Line>({
        columns: [
          { header: 'Event', value: (line) => line.text },
          { header: 'Trade', value: (line) => line.deal_number },
          { header: 'Portfolio', value: (line) => line.portfolioName },
          { header: 'Broker', value: (line) => line.broker },
          { header: 'XD', kind: 'date', value: (line) => line.ex_date },
          { header: 'Record date', kind: 'date', value: (line) => line.record_date },
          { header: 'Settlement', kind: 'date', value: (line) => line.settled_on ?? line.settlement_date },
          { header: 'Quantity', kind: 'quantity', value: (line) => line.quantity },
          { header: 'New shares', kind: 'quantity', value: (line) => line.shares || null },
          { header: 'Net', kind: 'money', value: (line) => line.sum ?? line.net },
          {
            header: 'State',
            value: (line) => (line.state === undefined ? null : line.state === 'open' ? 'Open' : 'Settled'),
          },
        ],
        rows: lines.length === 0 ? [] : [...lines, { level: 'total', text: 'Total', sum: total(rows) }],
        level: (line) => line.level,
        indent: (line) => (line.level === 'row' ? 1 : 0),
        empty: 'There are no claims.',
      }),
    ],
    notes: [
      'Trades before XD that were not settled at the record date. Nothing is posted for a claim: unsettled trades are part of the entitlement already.',
    ],
    orientation: 'landscape',
  }
}
