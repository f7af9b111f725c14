import type { MarketClaim } from '@em/contract/corporate-actions/event-reports'
import { describedTable, paperColumns, partsBy } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { moneyColumns } from '../../../ui/grid/amount-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { Status } from '../../../ui/Status.tsx'
import { type EventFilters, factsOfFilters } from './event-lines.ts'

/** The direction of a claim, by the side of the trade. */
const SIDE_WORDS = { buy: 'On the broker', sell: 'Against us' } as const

const stateOf = ({ state }: MarketClaim) => (state === 'open' ? 'Open' : 'Settled')
const money = moneyColumns({ total: 'sum' })

/** The columns of claims, of the screen and of the report. */
export const claimColumns: readonly Column<MarketClaim>[] = [
  { id: 'title', header: 'Event', value: (row) => row.title, width: 240, phone: true, wrap: true },
  { id: 'claim', header: 'Claim', value: (row) => SIDE_WORDS[row.side], width: 116, phone: false },
  { id: 'deal', header: 'Trade', value: (row) => row.deal_number, width: 190, whole: true, phone: false },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 100,
    phone: false,
  },
  money('net', 'Net', (row) => row.net, {
    width: 126,
    phone: true,
    hint: 'Above zero a claim of ours, below zero one against us',
  }),
  {
    id: 'shares',
    header: 'New Shares',
    kind: 'quantity',
    value: (row) => (row.shares === 0 ? null : row.shares),
    width: 100,
    phone: false,
  },
  { id: 'broker', header: 'Broker', value: (row) => row.broker, width: 180, phone: false },
  {
    id: 'trade_date',
    header: 'Trade Date',
    kind: 'date',
    value: (row) => row.trade_date,
    width: 108,
    phone: false,
    hidden: true,
  },
  { id: 'ex_date', header: 'XD', kind: 'date', value: (row) => row.ex_date, width: 108, phone: false },
  {
    id: 'record_date',
    header: 'Record Date',
    kind: 'date',
    value: (row) => row.record_date,
    width: 112,
    phone: false,
  },
  {
    id: 'settlement',
    header: 'Settlement',
    kind: 'date',
    value: (row) => row.settled_on ?? row.settlement_date,
    width: 112,
    phone: false,
    hint: 'The day of payment, else the day it is expected; none where it failed',
  },
  {
    id: 'state',
    header: 'State',
    value: stateOf,
    cell: (row) => <Status tone={row.state === 'open' ? 'warn' : 'good'}>{stateOf(row)}</Status>,
    width: 100,
    phone: true,
  },
  money('gross', 'Gross', (row) => row.gross, { hidden: true }),
  money('tax', 'Tax', (row) => row.tax, { hidden: true }),
]

/** Claims of trades that were not settled at the record date, ours and those against us. */
export function claimsReport(
  rows: readonly MarketClaim[],
  filters: EventFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  return {
    title: 'Claims for Unsettled Trades',
    subtitle: [`As at ${asOf}`],
    fileName: `Claims ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      describedTable({
        columns: paperColumns(claimColumns, {
          title: 'Event',
          deal: 'Trade',
          portfolio: 'Portfolio',
          broker: 'Broker',
          ex_date: 'XD',
          record_date: 'Record date',
          settlement: 'Settlement',
          quantity: 'Quantity',
          shares: 'New shares',
          net: 'Net',
          state: 'State',
        }),
        parts: partsBy(rows, SIDE_WORDS, ({ side }) => side),
        total: { text: 'Total' },
        empty: 'There are no claims.',
      }),
    ],
    notes: [
      'Trades before XD that were not settled at the record date. Nothing is posted for a claim: unsettled trades are part of the entitlement already.',
    ],
    orientation: 'landscape',
  }
}
