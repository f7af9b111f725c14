/** Refusals of the accounting interface: status and sentence, see `refusals` in errors.ts. */
export const accountingRefusals = {
  'accounting.code-taken': [409, 'There is an outside ledger {code} already. Please choose another code.'],
  'accounting.started': [409, 'A batch was made already: the first day cannot change any more.'],
  'accounting.row-twice': [422, 'Account {account} has two rows from the same day on. Please leave one.'],
  'accounting.not-its-portfolio': [
    422,
    'Portfolio {portfolio} does not belong to this outside ledger. Please choose one of its portfolios.',
  ],
  'accounting.layout': [422, 'Only a CSV has columns of its own.'],
  'accounting.tax-rate': [422, 'Only Xero, and a CSV with a column of the tax rate, has a tax rate.'],
  'accounting.open-from': [
    422,
    'The first open day cannot be before the first day, {date}. Please choose that day or a later one.',
  ],
  'accounting.long-number': [
    422,
    'Journal numbers with {code} are too long for QuickBooks. Please add the outside ledger with a code of at most {limit} characters.',
  ],
  'accounting.closed': [
    422,
    'The books of the outside ledger are open from {date} on. Please choose that day or a later one.',
  ],
  'accounting.future': [422, 'A batch cannot end on {date}, after today.'],
  'accounting.before': [422, 'The last batch ends on {date}. Please choose that day or a later one.'],
  'accounting.before-start': [
    422,
    'The outside ledger starts on {date}. Please choose that day or a later one.',
  ],
  'accounting.nothing': [422, 'There is nothing to export: no entry up to {date} is outside a batch.'],
  'accounting.too-many': [422, 'A batch holds at most {limit} lines. Please choose an earlier day.'],
  'accounting.state': [409, 'Batch {number} is {state}: {why}'],
  'export.unmapped': [422, 'There is no outside account for {accounts}. Please complete the mapping first.'],
  'accounting.no-amounts': [
    422,
    'The file has no column with {what}. A trial balance has an account, and debit and credit or one balance.',
  ],
} as const
