/** The columns of the Daily Holdings Report as the screen shows them: those of the report, with their widths. */
import {
  DAILY_COLUMNS,
  DAILY_COLUMNS_OF_ALL,
  type DailyColumn,
  type DailyRow,
} from '@em/paper/daily-holdings'
import type { Column } from '../../../ui/grid/columns.ts'

type Look = Pick<Column<DailyRow>, 'width' | 'phone' | 'hint'>
/** By the id of the column. */
const LOOKS: Readonly<Record<string, Look>> = {
  portfolio: { width: 170, phone: true },
  symbol: { width: 114, phone: true },
  company: { width: 200, phone: false },
  quantity: { width: 104, phone: true },
  average: { width: 130, phone: false },
  cost: { width: 136, phone: false },
  price: { width: 130, phone: false },
  priced: { width: 130, phone: false },
  value: { width: 136, phone: true, hint: 'Quantity x price; without a price the cost' },
  gain: { width: 136, phone: false, hint: 'Market value less cost value, before fees and cost of funds' },
  weight: { width: 90, phone: false },
}

const shown = (column: DailyColumn): Column<DailyRow> => ({ ...column, ...LOOKS[column.id] })

export const dailyColumns: readonly Column<DailyRow>[] = DAILY_COLUMNS.map(shown)

/** The same of all portfolios together. A phone has room for three columns. */
export const dailyColumnsOfAll: readonly Column<DailyRow>[] = DAILY_COLUMNS_OF_ALL.map(shown).map((column) =>
  column.id === 'quantity' ? { ...column, phone: false } : column,
)
