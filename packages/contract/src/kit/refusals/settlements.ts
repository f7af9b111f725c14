/** Refusals of settlements and files of payments: status and sentence, see `refusals` in errors.ts. */
export const settlementRefusals = {
  'settlement.too-many-reconciliations': [
    422,
    'More than {limit} reconciliations at work have unmatched bank lines. Choose an account or a portfolio.',
  ],
  'settlement.nothing': [422, '{deal} has a net value of zero: there is nothing to settle.'],
  'settlement.settled': [409, '{deal} is already settled.'],
  'settlement.failed-already': [
    409,
    'The settlement of {deal} has already failed. Reschedule it or confirm it.',
  ],
  'settlement.paid-in-parts': [
    422,
    '{deal} was paid in several parts. Keep the confirmation here and reopen the settlement in Settlement Instructions: that reverses all of its parts.',
  ],
  'settlement.matched': [
    409,
    'The payment of {deal} is matched with a bank line in the reconciliation of {account} until {end}. Choose whether to unmatch it or keep the match.',
  ],
  'settlement.match-cannot-stay': [
    422,
    'Reopening reverses the entry of {deal} that is matched. Unmatch it as well.',
  ],
  'settlement.not-confirmed': [409, '{deal} has no confirmation, so there is nothing to reopen.'],
  'settlement.date-in-future': [422, 'The date {date} is after today.'],
  'settlement.before-trade': [422, 'The date {date} is before the trade date {tradeDate}.'],
  'settlement.amount-zero': [422, 'The amount must be at least 0.01.'],
  'settlement.too-much': [
    422,
    'At most {outstanding} is outstanding for {deal}. Record what was paid beyond it as a journal entry.',
  ],
  'settlement.next-date': [422, 'The new date {date} is before today.'],
  'settlement.same-date': [422, '{deal} is expected on {date} already.'],
  'settlement.stale': [
    409,
    'The settlement of {deal} has changed since it was shown. Please look at it and confirm again.',
  ],
  'payments.none': [409, 'No payment is ready for a file.'],
  'payments.incomplete': [422, 'The payment of {deal} is incomplete. Please enter in Brokers: {missing}.'],
  'settlement.items': [422, '{failed} of {items|settlement|settlements} cannot be saved. Nothing was saved.'],
} as const satisfies Record<string, readonly [number, string]>
