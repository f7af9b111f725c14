/** How the columns of a statement's table are explained, as the form holds it. */
import {
  STATEMENT_FIELDS,
  type StatementField,
  type StatementMapping,
  type StatementReading,
} from '@em/contract/reconciliation/reconciliation-statements'

export interface Mapping {
  /** Header of the column per field, '' for none. */
  readonly columns: Readonly<Record<StatementField, string>>
  readonly dateOrder: '' | NonNullable<StatementMapping['dateOrder']>
  readonly decimalMark: '' | '.' | ','
  readonly positiveIs: '' | 'in' | 'out'
}

export const FIELD_NAMES: Readonly<Record<StatementField, string>> = {
  date: 'Date',
  description: 'Description',
  reference: 'Reference',
  amount: 'Amount',
  sign: 'CR or DR',
  moneyIn: 'Money In (deposits)',
  moneyOut: 'Money Out (withdrawals)',
  balance: 'Balance',
  bankId: "Bank's Own Number",
  currency: 'Currency',
}

/** The mapping of the server's reading, or the one that the headers suggest where it could not read. */
export function mappingOf(reading: StatementReading): Mapping {
  const known = reading.mapping
  const columns = Object.fromEntries(
    STATEMENT_FIELDS.map((field) => [
      field,
      known === null
        ? (reading.table?.columns.find((column) => column.field === field)?.header ?? '')
        : (known.columns[field] ?? ''),
    ]),
  ) as Record<StatementField, string>
  return {
    columns,
    dateOrder: known?.dateOrder ?? '',
    decimalMark: known?.decimalMark ?? '',
    positiveIs: known?.positiveIs ?? '',
  }
}

/** The parts missing before the table can be read, as a sentence, or null. */
export function missingIn({ columns }: Mapping): string | null {
  if (columns.date === '') return 'Choose the column that holds the date.'
  if (columns.amount === '' && columns.moneyIn === '' && columns.moneyOut === '') {
    return 'Choose the column of the amount, or those of money in and money out.'
  }
  // A column of descriptions such as Deposit may be the column of sides too.
  const taken = Object.entries(columns).flatMap(([field, header]) =>
    header === '' || field === 'sign' ? [] : [header],
  )
  const twice = taken.find((header, index) => taken.indexOf(header) !== index)
  return twice === undefined ? null : `The column ${twice} is assigned to two fields.`
}

/** The same as the server takes it. */
export function sentMapping(mapping: Mapping): StatementMapping {
  const header = (field: StatementField) => mapping.columns[field] || null
  return {
    columns: {
      date: mapping.columns.date,
      description: header('description'),
      reference: header('reference'),
      amount: header('amount'),
      sign: header('sign'),
      moneyIn: header('moneyIn'),
      moneyOut: header('moneyOut'),
      balance: header('balance'),
      bankId: header('bankId'),
      currency: header('currency'),
    },
    dateOrder: mapping.dateOrder || null,
    decimalMark: mapping.decimalMark || null,
    positiveIs: mapping.positiveIs || null,
  }
}
