/** Refusals of the accounting interface: status and sentence, as `refusals` in errors.ts tells. */
export const accountingRefusals = {
  'accounting.code-taken': [409, 'There is an outside ledger {code} already. Please choose another code.'],
  'accounting.started': [409, 'A batch was made already: the first day cannot change any more.'],
  'accounting.row-twice': [422, 'Account {account} has two rows from the same day on. Please leave one.'],
  'accounting.layout': [422, 'Only a CSV has columns of its own.'],
  'accounting.future': [422, 'A batch cannot end on {date}, after today.'],
  'accounting.before': [422, 'The last batch ends on {date}. Please choose that day or a later one.'],
  'accounting.before-start': [
    422,
    'The outside ledger starts on {date}. Please choose that day or a later one.',
  ],
  'accounting.nothing': [422, 'Every entry up to {date} is in a batch already. There is nothing to export.'],
  'accounting.too-many': [422, 'A batch holds at most {limit} lines. Please choose an earlier day.'],
  'accounting.state': [409, 'Batch {number} is {state}: {why}'],
  'export.unmapped': [422, 'There is no outside account for {accounts}. Please complete the mapping first.'],
  'accounting.no-amounts': [
    422,
    'The file has no column with {what}. A trial balance has an account, and debit and credit or one balance.',
  ],
} as const
