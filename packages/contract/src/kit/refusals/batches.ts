/** Refusals of imports of many rows: status and sentence, see `refusals` in errors.ts. */
export const batchRefusals = {
  'batch.rows': [422, '{failed} of {rows|row|rows} cannot be recorded. Nothing was saved.'],
  'batch.undecided': [
    409,
    '{count|row repeats|rows repeat} a contract number. Decide what to skip and what to keep. Nothing was saved.',
  ],
  'batch.repeated': [
    409,
    '{count|row is|rows are} recorded already. Decide what to skip and what to keep. Nothing was saved.',
  ],
  'batch.all-skipped': [422, 'Every row was skipped. Nothing was saved.'],
  'batch.undone': [409, 'This import was already undone.'],
  'batch.empty': [409, 'This import holds no trades that could be undone.'],
  'batch.needed': [
    422,
    'The import cannot be undone: without it the holding of {symbol} in {portfolio} would be negative on {date}. Delete the later sales first.',
  ],
} as const satisfies Record<string, readonly [number, string]>
