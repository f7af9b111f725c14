import type { Treatment } from '@em/contract/reports/report-ties'
import type { Investment } from '@em/contract/reports/statement-of-investments'
import { columnsFrom } from '@em/paper/report'
import { symbolColumn } from '../../links/symbol-column.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { INVESTMENT_COLUMNS, NO_SECTOR } from './statement-report.ts'

const of = columnsFrom(INVESTMENT_COLUMNS)
const money = { total: 'sum', width: 128, phone: false } as const

const columns: readonly Column<Investment>[] = [
  {
    id: 'sector',
    header: 'Sector',
    value: (row) => row.sector ?? NO_SECTOR,
    width: 130,
    least: 76,
    phone: false,
  },
  symbolColumn({ width: 120, whole: true, phone: true }),
  of('company', { header: 'Company', width: 170, least: 84, phone: false }),
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
  of('quantity', { width: 92, phone: false, hint: 'By posting date: as the books have it on the day' }),
  of('cost', money),
  of('capitalised', { ...money, hint: 'Fees of purchases, which are carried with the shares' }),
  of('price', { width: 100, phone: false }),
  of('price_date', { width: 112, phone: false }),
  of('level', {
    width: 62,
    phone: false,
    hint: 'SLFRS 13. 1: quoted price; 2: older than 5 market days; 3: typed, or at cost',
  }),
  of('fair_value', {
    ...money,
    phone: true,
    hint: 'Quantity x price; without a price what it is carried at',
  }),
  of('unrealized', { ...money, hint: 'Fair value less cost and capitalised fees' }),
  of('share', {
    total: 'sum',
    width: 84,
    phone: false,
    hint: 'Fair value in percent of net assets',
  } as const),
  of('exceptions', { width: 190, phone: false }),
]
const expensed = columns.filter(({ id }) => id !== 'capitalised')

/** The columns of a treatment: only FVOCI carries fees with its shares. */
export const investmentColumns = (treatment: Treatment): readonly Column<Investment>[] =>
  treatment === 'FVOCI' ? columns : expensed
