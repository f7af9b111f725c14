/** Refusals of mark-to-market runs: status and sentence, see `refusals` in errors.ts. */
export const valuationRefusals = {
  'valuation.future': [422, 'A run cannot be dated {date}, after today.'],
  'valuation.nothing': [422, '{whose} no investments in the books on {date}. There is nothing to value.'],
  'valuation.locked': [
    409,
    'The books of {entity} are locked through {through}, so a run on {date} cannot change them. Open the day first: move the lock back before it.',
  ],
  'valuation.ended': [409, 'Run {id} is {state} already: none of its entries is in force.'],
  'statement.not-final': [
    422,
    'This statement cannot be final: investments of {portfolios} have no current mark-to-market run of {date}.',
  ],
  'valuation.busy': [
    503,
    'An import or another long posting has not ended yet. Nothing was saved. Please try again in a minute.',
  ],
} as const
