/** Opening lots: the columns of their table and what is sent of its rows. */

import type { OpeningLot, OpeningRow } from '@em/contract/openings/openings'
import type { DateOrder } from '@em/core/sheets/days'
import type { Column } from '../../ui/grid/columns.ts'
import { filledRows, type Row, type RowColumn, withDates } from '../batches/rows/rows.ts'

export type LotField = keyof OpeningRow
export type LotRow = Row<LotField>

export const LOT_COLUMNS: readonly RowColumn<LotField>[] = [
  { field: 'symbol', label: 'Symbol', width: 120 },
  { field: 'tradeDate', label: 'Bought On', width: 112 },
  { field: 'quantity', label: 'Quantity', width: 100, right: true },
  { field: 'cost', label: 'Cost (LKR)', width: 130, right: true },
  { field: 'price', label: 'Price (LKR)', width: 110, right: true, blank: 'From cost' },
  { field: 'charges', label: 'Charges (LKR)', width: 115, right: true },
  { field: 'fairValue', label: 'Fair Value (LKR)', width: 130, right: true, blank: 'Not brought forward' },
  { field: 'settlementDate', label: 'Settled On', width: 112, blank: 'Follows' },
  { field: 'costOfFunds', label: 'Cost of Funds (%)', width: 130, right: true },
  { field: 'reference', label: 'Reference', width: 130 },
  { field: 'brokerName', label: 'Broker', width: 160 },
]

/** The rows that hold anything, as they are sent: dates read in the given order. */
export function rowsToSend(rows: readonly LotRow[], order: DateOrder): Record<string, string>[] {
  const filled = filledRows(rows).map(({ row }) => row)
  return withDates<LotField>(filled, order).map((row) => {
    const filled = Object.entries(row).filter(([, text]) => text !== undefined && text.trim() !== '')
    return Object.fromEntries(filled) as Record<string, string>
  })
}

const money = (
  id: string,
  header: string,
  value: (lot: OpeningLot) => number,
  more: Partial<Column<OpeningLot>>,
): Column<OpeningLot> => ({ id, header, unit: 'LKR', kind: 'money', value, total: 'sum', ...more })

/** Opening lots as recorded. */
export const lotColumns: readonly Column<OpeningLot>[] = [
  { id: 'symbol', header: 'Symbol', value: (lot) => lot.symbol, width: 102 },
  { id: 'company', header: 'Company', value: (lot) => lot.company_name, width: 210, phone: false },
  { id: 'bought', header: 'Bought On', kind: 'date', value: (lot) => lot.trade_date, width: 98 },
  {
    id: 'settled',
    header: 'Settled On',
    kind: 'date',
    value: (lot) => lot.settlement_date,
    width: 112,
    hidden: true,
  },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (lot) => lot.quantity,
    width: 96,
    phone: false,
  },
  {
    id: 'left',
    header: 'Left',
    kind: 'quantity',
    value: (lot) => lot.remaining_quantity,
    width: 90,
    phone: false,
    hint: 'Not sold yet',
  },
  {
    id: 'price',
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: (lot) => lot.price,
    width: 100,
    phone: false,
  },
  money('cost', 'Cost', (lot) => lot.cost, { width: 112 }),
  money('charges', 'Charges', (lot) => lot.charges, {
    width: 118,
    phone: false,
    hint: 'Fees paid when the shares were bought, carried beside the cost',
  }),
  {
    id: 'fair-value',
    header: 'Fair Value',
    unit: 'LKR',
    kind: 'money',
    value: (lot) => lot.fair_value,
    width: 118,
    phone: false,
    hint: 'What the shares were worth on the opening date, where that is brought forward',
  },
  {
    id: 'rate',
    header: 'Cost of Funds',
    kind: 'percent',
    value: (lot) => lot.cost_of_funds,
    width: 120,
    hidden: true,
  },
  { id: 'reference', header: 'Reference', value: (lot) => lot.reference, width: 120, hidden: true },
  { id: 'broker', header: 'Broker', value: (lot) => lot.broker_name, width: 150, hidden: true },
  {
    id: 'deal',
    header: 'Deal Number',
    value: (lot) => lot.deal_number,
    whole: true,
    width: 196,
    hidden: true,
  },
]
