import type { EventLine } from '@em/contract/corporate-actions/event-reports'
import { KINDS } from '@em/contract/corporate-actions/kinds'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { securityColumn } from '../../../links/symbol-column.tsx'
import type { Column } from '../../../ui/grid/columns.ts'
import { Amount } from '../../../ui/Numbers.tsx'
import { Status } from '../../../ui/Status.tsx'
import { type EventFilters, factsOfFilters, stateOf } from './event-lines.ts'
import css from './Reports.module.css'

type Of = Column<EventLine>
const money = (id: keyof EventLine, header: string, more: Partial<Of> = {}): Of => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (row) => row[id],
  width: 122,
  phone: false,
  ...more,
})

const COLUMNS: readonly Of[] = [
  { id: 'title', header: 'Event', value: (row) => row.title, width: 250, phone: true, wrap: true },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  {
    id: 'state',
    header: 'State',
    value: (row) => stateOf(row).word,
    cell: (row) => <Status tone={stateOf(row).tone}>{stateOf(row).word}</Status>,
    width: 138,
    phone: true,
  },
  { id: 'ex_date', header: 'XD', kind: 'date', value: (row) => row.ex_date, width: 108, phone: false },
  {
    id: 'payment_date',
    header: 'Payment',
    kind: 'date',
    value: (row) => row.payment_date,
    width: 108,
    phone: false,
  },
  {
    id: 'shares_held',
    header: 'Shares Entitled',
    kind: 'quantity',
    value: (row) => row.shares_held,
    width: 116,
    phone: false,
    hint: 'Held at the close before XD, unsettled trades included',
  },
  {
    id: 'entitled_shares',
    header: 'New Shares',
    kind: 'quantity',
    value: (row) => (row.entitled_shares === 0 ? null : row.entitled_shares),
    width: 100,
    phone: false,
    hidden: true,
  },
  money('net', 'Net', { hidden: true }),
  money('expected', 'Expected', { hint: 'What is to come in by the plan: the gross amount less tax' }),
  money('booked', 'Booked', {
    hint: 'What the ledger has claimed, whether it came in or not; marked where it differs from the expected',
    cell: (row) => (
      <span className={row.difference === 0 ? undefined : css.differs}>
        <Amount value={row.booked} />
      </span>
    ),
  }),
  money('received', 'Received', { hint: 'Confirmed payments' }),
  money('assumed', 'Assumed', { hidden: true, hint: 'Taken as received on its day, without a confirmation' }),
  money('written_off', 'Written Off', { hidden: true }),
  money('open', 'Open', { phone: true }),
  money('difference', 'Difference', {
    hint: 'Booked less expected, from XD on',
    cell: (row) =>
      row.difference === 0 ? (
        <Amount value={0} />
      ) : (
        <span className={css.differs}>
          <Amount value={row.difference} signed />
        </span>
      ),
  }),
  money('gross', 'Gross'),
  money('tax', 'Tax'),
  { id: 'kind', header: 'Kind', value: (row) => KINDS[row.kind].word, width: 140, hidden: true },
  securityColumn(),
  { id: 'company', header: 'Company', value: (row) => row.securityName, width: 170, hidden: true },
]
/** The columns of events, of the screen and of the report. Pages come one by one: the server's order stays. */
export const eventColumns: readonly Of[] = COLUMNS.map((column) => ({ ...column, sortable: false }))

/** Events with what was expected of them, booked and received, and the sums of all. */
export function eventsReport(
  rows: readonly EventLine[],
  filters: EventFilters,
  { asOf, by }: { asOf: string; by: string },
): Report {
  return {
    title: 'Events: Expected, Booked, Received',
    subtitle: [`As at ${asOf}`],
    fileName: `Events ${asOf}`,
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      describedTable({
        columns: paperColumns(eventColumns, {
          title: 'Event',
          portfolio: 'Portfolio',
          ex_date: 'XD',
          payment_date: 'Payment',
          shares_held: 'Shares entitled',
          entitled_shares: 'New shares',
          gross: 'Gross',
          tax: 'Tax',
          expected: 'Expected',
          booked: 'Booked',
          difference: 'Difference',
          received: 'Received',
          assumed: 'Assumed',
          open: 'Open',
          state: 'State',
        }),
        parts: [{ rows }],
        total: { text: 'Total' },
        empty: 'There are no events.',
      }),
    ],
    notes: [
      'Expected: by the entitlement in force. Booked: what the ledger has claimed, whether it came in or not. Received: confirmed payments.',
      'Difference: booked less expected, from XD on.',
    ],
    orientation: 'landscape',
  }
}
