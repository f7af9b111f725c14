import type { FileReading } from '@em/contract/books/batches'
import { isOrderAsked } from '@em/core/cells/days'
import { IMPORT_FIELDS, type Row, type RowColumn } from '../batches/rows/rows.ts'
import type { Mapping } from '../batches/rows/useSheet.ts'

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
}
export type Setup = typeof FIRST_SETUP

/** One portfolio and one account are made: no row names others. A company or symbol stands in one column. */
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
  return one.map((field, place) => {
    if (both && place === symbol) return 'companyName'
    if (both && field === 'companyName') return ''
    return NOT_HERE.has(field) ? '' : field
  })
}

const NEEDED = ['tradeDate', 'side', 'companyName', 'quantity'] as const

/** What every trade needs and no column says, in the words of the table. */
export function missingFields(mapping: Mapping): string[] {
  const missing: string[] = NEEDED.filter((field) => !mapping.includes(field))
  if (!mapping.includes('price') && !mapping.includes('grossValue')) missing.push('price')
  return missing.map((field) => LABELS.get(field) ?? field)
}
const LABELS = new Map<string, string>(START_FIELDS.map(({ value, label }) => [value, label]))

const WIDTHS: Readonly<Record<string, number>> = { side: 80, companyName: 220, description: 200 }
const RIGHT: ReadonlySet<string> = new Set(['quantity', 'price', 'grossValue', 'costOfFunds'])

/** The table's columns: what trades need, then what else the sheet says. `timed`: the dates' cells say their times, too. */
export function startColumns(mapping: Mapping, timed = false): RowColumn[] {
  const shown = new Set<string>([...NEEDED, ...mapping, ...(timed ? ['tradeTime'] : [])])
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

/** Rows in which a name is written as its symbol, wherever it stands. */
export const renamed = (rows: readonly Row[], text: string, symbol: string): Row[] =>
  rows.map((row) => (row.companyName?.trim() === text ? { ...row, companyName: symbol } : row))

/** Whether a file can be checked at once: every needed column was found and nothing is asked. */
export const isPlain = (reading: FileReading, mapping: Mapping): boolean =>
  missingFields(mapping).length === 0 &&
  reading.decimalMarks.length < 2 &&
  reading.questions.every(({ field }) => mapping.includes(field)) &&
  reading.columns.every(
    ({ dateOrders }, place) =>
      (mapping[place] !== 'tradeDate' && mapping[place] !== 'settlementDate') || !isOrderAsked(dateOrders),
  )

/** What goes with the rows: the portfolio, its method, the account and the opening cash. */
export function setupSent(setup: Setup, newEquities: readonly string[]) {
  return {
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
