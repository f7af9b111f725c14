import type { Treatment } from '@em/contract/books/report-ties'
import type { Investment } from '@em/contract/books/statement-of-investments'
import { SecurityLink } from '../../places/SecurityLink.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { exceptionsOf } from '../valuation/words.ts'
import { NO_SECTOR } from './statement-report.ts'

const money = (
  id: string,
  header: string,
  value: (row: Investment) => number,
  more: Partial<Column<Investment>> = {},
): Column<Investment> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value,
  total: 'sum',
  width: 128,
  phone: false,
  ...more,
})

const columns: readonly Column<Investment>[] = [
  {
    id: 'sector',
    header: 'Sector',
    value: (row) => row.sector ?? NO_SECTOR,
    width: 130,
    least: 76,
    phone: false,
  },
  {
    id: 'symbol',
    header: 'Symbol',
    value: (row) => row.symbol,
    cell: (row) => <SecurityLink symbol={row.symbol} />,
    width: 120,
    whole: true,
    phone: true,
  },
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 170, least: 84, phone: false },
  {
    id: 'portfolios',
    header: 'Portfolios',
    kind: 'number',
    decimals: 0,
    value: (row) => row.portfolios,
    width: 90,
    hidden: true,
    hint: 'How many portfolios hold it',
  },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 92,
    phone: false,
    hint: 'By posting date: as the books have it on the day',
  },
  money('cost', 'Cost', (row) => row.cost),
  money('capitalised', 'Capitalised Fees', (row) => row.capitalised, {
    hint: 'Fees of purchases, which are carried with the shares',
  }),
  {
    id: 'price',
    header: 'Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.price,
    width: 100,
    phone: false,
  },
  {
    id: 'price_date',
    header: 'Price Date',
    kind: 'date',
    value: (row) => row.price_date,
    width: 112,
    phone: false,
  },
  {
    id: 'level',
    header: 'Level',
    kind: 'number',
    decimals: 0,
    value: (row) => row.level,
    width: 62,
    phone: false,
    hint: 'SLFRS 13. 1: quoted price; 2: older than 5 market days; 3: typed, or at cost',
  },
  money('fair_value', 'Fair Value', (row) => row.fair_value, {
    phone: true,
    hint: 'Quantity x price; without a price what it is carried at',
  }),
  money('unrealized', 'Unrealized', (row) => row.unrealized, {
    signed: true,
    hint: 'Fair value less cost and capitalised fees',
  }),
  {
    id: 'share',
    header: 'Net Assets',
    unit: '%',
    kind: 'percent',
    value: (row) => row.share,
    total: 'sum',
    width: 84,
    phone: false,
    hint: 'Fair value in percent of net assets',
  },
  { id: 'exceptions', header: 'Note', value: exceptionsOf, width: 190, phone: false },
]
const expensed = columns.filter(({ id }) => id !== 'capitalised')

/** The columns of a treatment: only FVOCI carries fees with its shares. */
export const investmentColumns = (treatment: Treatment): readonly Column<Investment>[] =>
  treatment === 'FVOCI' ? columns : expensed
