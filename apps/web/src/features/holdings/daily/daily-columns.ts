/** The columns of the Daily Holdings Report as the screen shows them: those of the report, with their widths. */
import {
  DAILY_COLUMNS,
  DAILY_COLUMNS_OF_ALL,
  type DailyColumn,
  type DailyRow,
} from '@em/paper/daily-holdings'
import type { Column } from '../../../ui/grid/columns.ts'

type ColumnLayout = Pick<Column<DailyRow>, 'width' | 'least' | 'phone' | 'hint'>
/** By the id of the column. */
const COLUMN_LAYOUTS: Readonly<Record<string, ColumnLayout>> = {
  portfolio: { width: 170, least: 92, phone: true },
  symbol: { width: 114, least: 106, phone: true },
  company: { width: 200, least: 104, phone: false },
  quantity: { width: 104, phone: true },
  average: { width: 104, phone: false },
  cost: { width: 120, phone: false },
  price: { width: 104, phone: false },
  priced: { width: 110, least: 96, phone: false },
  value: { width: 120, phone: true, hint: 'Quantity x price; without a price the cost' },
  gain: { width: 120, phone: false, hint: 'Market value less cost value, before fees and cost of funds' },
  weight: { width: 84, phone: false },
}

const shown = (column: DailyColumn): Column<DailyRow> => ({ ...column, ...COLUMN_LAYOUTS[column.id] })

export const dailyColumns: readonly Column<DailyRow>[] = DAILY_COLUMNS.map(shown)

/** Differences where all portfolios are shown: amounts stay in sight at 1440 pixels, and a phone has three columns. */
const OF_ALL: Readonly<Record<string, Partial<Column<DailyRow>>>> = {
  company: { hidden: true },
  quantity: { phone: false },
}

/** The same of all portfolios together. */
export const dailyColumnsOfAll: readonly Column<DailyRow>[] = DAILY_COLUMNS_OF_ALL.map((column) => ({
  ...shown(column),
  ...OF_ALL[column.id],
}))
