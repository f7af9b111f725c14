import { ApiFailure } from '../../../lib/api.ts'

/** Whether something is refused until a reason is given: it exceeds a limit that allows it with one. */
export const asksForReason = (refusal: unknown): boolean =>
  refusal instanceof ApiFailure && refusal.code === 'limit.reason-needed'

/** The field of that reason; it stays while something is written in it. */
export const REASON_FIELD = { name: 'reason', label: 'Reason', maxLength: 500, rows: 1 } as const
