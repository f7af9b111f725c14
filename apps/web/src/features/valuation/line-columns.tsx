import type { ValuationLine } from '@em/contract/valuation/valuation'
import { symbolColumn } from '../../links/symbol-column.tsx'
import { count, date, moneyColumns, price } from '../../ui/grid/amount-column.tsx'
import type { Column } from '../../ui/grid/DataGrid.tsx'
import { exceptionsOf, sourceOf } from './run-texts.ts'

const money = moneyColumns({ total: 'sum' })

/** The holdings of a run. */
export const lineColumns: readonly Column<ValuationLine>[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 150, phone: false },
  symbolColumn({ width: 122, whole: true, phone: true }),
  { id: 'company', header: 'Company', value: (row) => row.company_name, width: 190, phone: false },
  count('quantity', 'Quantity', (row) => row.quantity, {
    width: 100,
    phone: false,
    hint: 'By posting date: as the books have it on the day',
  }),
  money('cost', 'Cost', (row) => row.cost, { width: 130, hidden: true }),
  money('capitalised', 'Capitalised Costs', (row) => row.capitalised, {
    width: 130,
    hidden: true,
    hint: 'Fees and taxes of purchases, where gains go to other comprehensive income',
  }),
  money('carrying', 'Carrying Amount', (row) => row.carrying, {
    width: 140,
    phone: false,
    hint: 'Cost and capitalised costs',
  }),
  price('price', 'Price', (row) => row.price, { width: 100, phone: false }),
  date('price_date', 'Price Date', (row) => row.price_date, { width: 108, phone: false }),
  money('fair_value', 'Fair Value', (row) => row.fair_value, {
    width: 140,
    phone: false,
    hint: 'Quantity x price; without a price the carrying amount',
  }),
  money('difference', 'Difference', (row) => row.difference, {
    signed: true,
    width: 130,
    phone: true,
    hint: 'Fair value less carrying amount',
  }),
  money('posted', 'Posted', (row) => row.posted, {
    signed: true,
    width: 130,
    hidden: true,
    hint: 'The difference, less what an opening position brought forward on the day',
  }),
  count('level', 'Level', (row) => row.level, {
    width: 70,
    phone: false,
    hint: '1: price of the exchange, at most 5 market days old. 2: older. 3: typed, derived or at cost',
  }),
  { id: 'source', header: 'Source', value: sourceOf, width: 190, phone: false },
  { id: 'exceptions', header: 'Look At', value: exceptionsOf, width: 190, phone: false },
]

/** Names a holding of a run. */
export const lineKey = ({ portfolioId, equity_id }: ValuationLine): string => `${portfolioId} ${equity_id}`
