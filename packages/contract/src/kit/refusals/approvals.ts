/** Refusals of approvals: status and sentence, see `refusals` in errors.ts. */
export const approvalRefusals = {
  'approval.nobody': [
    422,
    'No one could approve this: apart from the user who asks, it needs {needed|active person|active people} with the right “Decide requests for approval” in its portfolios. Found: {found}.',
  ],
  'approval.asks': [409, 'This will wait for approval by {approvers} ({rules}).'],
  'approval.may-ask': [409, 'This will wait for approval by {approvers} where the rule {rules} asks for it.'],
  'approval.ended': [409, 'The request {number} was {why}. A new attempt needs a new Idempotency-Key.'],
  'approval.not-waiting': [409, 'The request {number} does not wait any more: it was {state}.'],
  'approval.stale': [
    409,
    'What the request {number} comes to has changed since you looked: {what}. Please look at it again.',
  ],
  'approval.own': [403, 'You asked for {number} yourself. Another person needs to decide.'],
  'approval.same-person': [
    403,
    'You approved {number} already. Where it needs two approvals, another person gives the second.',
  ],
  'approval.about-you': [
    403,
    'The request {number} is about your own account. Another person needs to decide.',
  ],
  'approval.not-yours': [403, 'You may not decide {number}: {why}.'],
  'approval.sign-in-again': [
    403,
    'Decisions on {what} need a sign-in of the last {minutes} minutes. Please sign in again, and approve then.',
  ],
  'approval.maker-only': [403, 'Only {name}, who asked for {number}, may do this.'],
  'approval.nothing-to-collect': [409, 'There is nothing to collect for {number}.'],
  'approval.too-many': [
    429,
    'Too many of your requests wait for approval ({most}). Please withdraw some of them.',
  ],
  'job.held': [409, 'The job waits for approval as {number}. Withdraw it under Approvals.'],
  'approval.acts': [422, '{act} is not an act that can wait for approval.'],
  'approval.sign-up-open': [
    422,
    'Sign-up is open: who asks could let in who approves. Set SIGNUP to "approval" or "closed" before an approval rule is loaded.',
  ],
  'approval.rule-taken': [409, 'There is an approval rule {name} already. Please choose another name.'],
  'delegation.right': [
    403,
    'You decide no requests for approval yourself, so that you have nothing to delegate.',
  ],
  'delegation.self': [422, 'You cannot delegate to yourself. Please choose another person.'],
  'delegation.person': [422, 'Person {to} is not an active account. Please choose another one.'],
  'delegation.days': [422, 'A delegation begins today or later and lasts at most {most} days.'],
} as const satisfies Record<string, readonly [number, string]>
