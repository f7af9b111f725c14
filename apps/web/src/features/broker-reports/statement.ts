import type { BrokerStatement } from '@em/contract/broker-reports/broker-reports'
import { describedTable, paperColumns } from '@em/paper/described'
import type { Report } from '@em/paper/report'
import { formatDate } from '../../lib/dates.ts'
import type { Column } from '../../ui/grid/columns.ts'
import { money } from './columns.ts'
import { type BrokerFilters, factsOfFilters, fileNameOf } from './filters.ts'

type Day = BrokerStatement['days'][number]

export const statementColumns: readonly Column<Day>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (day) => day.date, width: 112, phone: true },
  money<Day>('bought', 'Bought', (day) => day.bought, { hint: 'What the purchases of the day cost' }),
  money<Day>('sold', 'Sold', (day) => day.sold, { hint: 'What the sales of the day bring' }),
  money<Day>('paid', 'Paid', (day) => day.paid, { hint: 'To the broker' }),
  money<Day>('received', 'Received', (day) => day.received, { hint: 'From the broker' }),
  money<Day>('net', 'Net', (day) => day.net, {
    signed: true,
    hint: 'Bought less sold, less paid, with what was received',
  }),
  {
    id: 'balance',
    header: 'Balance',
    kind: 'money',
    value: (day) => day.balance,
    width: 140,
    phone: true,
    hint: 'What we owe the broker; below zero he owes us',
  },
]

/** The broker of a statement. */
export const brokerInWords = ({ id, name }: BrokerStatement['broker']): string =>
  id !== null ? name : name === '' ? 'Trades without a broker' : `${name} (not in Brokers)`

/** The statement for paper and files, from its opening to its closing balance. */
export function statementReport(data: BrokerStatement, filters: BrokerFilters, by: string): Report {
  return {
    title: 'Broker Statement',
    subtitle: [brokerInWords(data.broker), `${formatDate(data.startDate)} to ${formatDate(data.endDate)}`],
    fileName: fileNameOf('broker-statement', filters),
    by,
    facts: [{ label: 'Currency', value: 'LKR' }, ...factsOfFilters(filters)],
    tables: [
      describedTable<Day>({
        columns: [
          { id: 'line', header: 'Line', value: () => undefined },
          ...paperColumns(
            statementColumns,
            Object.fromEntries(statementColumns.map(({ id, header }) => [id, header])),
          ),
        ],
        parts: [{ sum: { text: 'Opening', values: { balance: data.opening } } }, { rows: data.days }],
        total: { text: 'Closing', values: { balance: data.closing } },
      }),
    ],
    notes: ['Balance: what we owe the broker (2100) less what he owes us (1200); below zero he owes us.'],
    orientation: 'landscape',
  }
}
