import type { FileReading } from '@em/contract/batches/batches'
import { isOrderAsked } from '@em/core/sheets/days'
import { IMPORT_FIELDS, type Row, type RowColumn } from '../rows/rows.ts'
import type { Mapping } from '../rows/useSheet.ts'

/** Values that a start makes or fills in, as typed. */
export const FIRST_SETUP = {
  portfolioName: 'My Portfolio',
  portfolioId: 'MAIN',
  entity: 'My Company',
  fundManager: '',
  costingMethod: 'WAP',
  accountName: 'Main Account',
  accountNumber: '0001',
  bankName: 'My Bank',
  branchName: 'Main Branch',
  openingCash: '',
  brokerName: '',
  heldOn: '',
}
export type Setup = typeof FIRST_SETUP

/** One portfolio and one account are added, so no row names others. A company or symbol is in one column. */
const NOT_HERE: ReadonlySet<string> = new Set(['portfolio', 'settlementAccount', 'symbol', 'buyContract'])
const COMPANY = 'Company or Symbol'

/** Every field that a column of the sheet can be. */
export const START_FIELDS = IMPORT_FIELDS.filter(({ value }) => !NOT_HERE.has(value)).map((one) =>
  one.value === 'companyName' ? { ...one, label: COMPANY } : one,
)

/** The mapping that was found, with symbols as companies and without what is not asked here. */
export function startMapping(mapping: Mapping): string[] {
  const one = mapping.map((field) =>
    field === 'symbol' && !mapping.includes('companyName') ? 'companyName' : field,
  )
  // With both, the symbol is the surer one.
  const symbol = mapping.indexOf('symbol')
  const both = symbol !== -1 && mapping.includes('companyName')
  return one.map((field, index) => {
    if (both && index === symbol) return 'companyName'
    if (both && field === 'companyName') return ''
    return NOT_HERE.has(field) ? '' : field
  })
}

/** The kind of the rows: trades, or holdings of securities. */
export type RowsAre = 'trades' | 'holdings'

/** Headings of what a holding cost, letters only: per share and in all. No heading of a market price is among them. */
const COST_NAMES: Readonly<Record<'price' | 'grossValue', ReadonlySet<string>>> = {
  price: new Set(
    'avgcost averagecost costprice avgcostprice averagecostprice costpershare avgprice averageprice unitcost wap purchaseprice avgrate averagerate'.split(
      ' ',
    ),
  ),
  grossValue: new Set(
    'cost totalcost costvalue bookcost bookvalue costofinvestment investedvalue'.split(' '),
  ),
}
const letters = (text: string) =>
  text
    .toLowerCase()
    .replace(/\((rs|lkr)\.?\)/g, '')
    .replace(/[^a-z]/g, '')

/** A sheet that says neither when nor which side is one of holdings. */
export const rowsAreOf = (mapping: Mapping): RowsAre =>
  mapping.includes('quantity') && !mapping.includes('tradeDate') && !mapping.includes('side')
    ? 'holdings'
    : 'trades'

/** The mapping of a sheet of holdings: the amounts are those whose heading says cost; another amount may be a market value. */
export function holdingsMapping(mapping: Mapping, headers: readonly string[]): string[] {
  const costOf = (header: string) =>
    (['price', 'grossValue'] as const).find((field) => COST_NAMES[field].has(letters(header))) ?? ''
  const costs = headers.map(costOf)
  if (costs.every((field) => field === '')) return [...mapping]
  const first = (field: string, index: number) => costs.indexOf(field as 'price') === index
  return mapping.map((field, index) => {
    const cost = costs[index] ?? ''
    if (cost !== '' && first(cost, index)) return cost
    return field === 'price' || field === 'grossValue' ? '' : field
  })
}

const NEEDED = ['tradeDate', 'side', 'companyName', 'quantity'] as const
const neededOf = (rowsAre: RowsAre) =>
  rowsAre === 'trades' ? NEEDED : NEEDED.filter((field) => field !== 'tradeDate' && field !== 'side')

/** The fields that every row needs and no column has, in the words of the table. */
export function missingFields(mapping: Mapping, rowsAre: RowsAre = 'trades'): string[] {
  const missing: string[] = neededOf(rowsAre).filter((field) => !mapping.includes(field))
  if (!mapping.includes('price') && !mapping.includes('grossValue')) missing.push('price')
  return missing.map((field) => LABELS.get(field) ?? field)
}
const LABELS = new Map<string, string>(START_FIELDS.map(({ value, label }) => [value, label]))

const WIDTHS: Readonly<Record<string, number>> = { side: 80, companyName: 220, description: 200 }
const RIGHT: ReadonlySet<string> = new Set(['quantity', 'price', 'grossValue', 'costOfFunds'])

/** The table's columns: what trades need, then what else the sheet says. `timed`: the dates' cells say their times, too. */
export function startColumns(mapping: Mapping, timed = false, rowsAre: RowsAre = 'trades'): RowColumn[] {
  const shown = new Set<string>([...neededOf(rowsAre), ...mapping, ...(timed ? ['tradeTime'] : [])])
  if (!mapping.includes('grossValue')) shown.add('price')
  const order = [...NEEDED, 'price', ...START_FIELDS.map(({ value }) => value)]
  return [...new Set(order)]
    .filter((field) => shown.has(field))
    .map((field) => ({
      field: field as RowColumn['field'],
      label: LABELS.get(field) ?? field,
      width: WIDTHS[field] ?? 130,
      right: RIGHT.has(field) || field.endsWith('Fees') || field === 'brokerage',
    }))
}

/** Rows in which a name is replaced by its symbol, wherever it occurs. */
export const renamed = (rows: readonly Row[], text: string, symbol: string): Row[] =>
  rows.map((row) => (row.companyName?.trim() === text ? { ...row, companyName: symbol } : row))

/** Whether a file can be checked at once: every needed column was found and nothing is asked. */
export const isPlain = (
  reading: FileReading,
  mapping: Mapping,
  rowsAre: RowsAre = rowsAreOf(mapping),
): boolean =>
  missingFields(mapping, rowsAre).length === 0 &&
  (rowsAre === 'trades' || saysCost(reading, mapping)) &&
  reading.decimalMarks.length < 2 &&
  reading.questions.every(({ field }) => mapping.includes(field)) &&
  reading.columns.every(
    ({ dateOrders }, index) =>
      (mapping[index] !== 'tradeDate' && mapping[index] !== 'settlementDate') || !isOrderAsked(dateOrders),
  )

/** Whether a heading says that the amount is the cost: else the person says so on the columns. */
const saysCost = ({ columns }: FileReading, mapping: Mapping) =>
  mapping.some(
    (field, index) =>
      (field === 'price' || field === 'grossValue') &&
      COST_NAMES[field].has(letters(columns[index]?.header ?? '')),
  )

/** The setup sent with the rows: the portfolio, its method, the account and the opening cash. */
export function setupSent(setup: Setup, newEquities: readonly string[], rowsAre: RowsAre) {
  return {
    rowsAre,
    ...(rowsAre === 'holdings' && setup.heldOn !== '' && { openingDate: setup.heldOn }),
    portfolio: {
      portfolioId: setup.portfolioId,
      portfolioName: setup.portfolioName,
      portfolioType: 'Equity Portfolio',
      entity: setup.entity,
      fundManager: setup.fundManager,
      baseCurrency: 'LKR',
      accountingTreatment: 'FVTPL',
    },
    costing_method: setup.costingMethod,
    account: {
      payment_method: 'Bank Transfer',
      account_name: setup.accountName,
      account_number: setup.accountNumber,
      bank_name: setup.bankName,
      branch_name: setup.branchName,
    },
    openingCash: setup.openingCash === '' ? null : setup.openingCash,
    newEquities,
  }
}
