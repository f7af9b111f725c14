/** A new name, symbol or ISIN of a security: nothing is entitled, nothing is posted; lots and history stay with it. */
import type { PlainDate } from '../../values/dates.ts'
import { type Named, NO_ENTITLEMENT, type Plan, type PlanFacts } from '../plan.ts'

export interface IdentityTerms extends Named {
  readonly kind: 'identity'
  readonly exDate: PlainDate
}

export const planIdentity = (_terms: IdentityTerms, { held }: PlanFacts): Plan => ({
  entitlement: { ...NO_ENTITLEMENT, held: held.quantity },
  events: [],
  entries: [],
  expected: null,
  isOpen: false,
})
