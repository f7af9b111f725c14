import { isRejection, type Rejection } from '@em/core/rejections'
import { Refusal, refuseField } from './refusal.ts'

/** Core's answer, or its "no" thrown as the Refusal of the same code. */
export function orRefuse<T>(outcome: T | Rejection): T {
  if (!isRejection(outcome)) return outcome as T
  throw outcome.field === null
    ? new Refusal(outcome.code, outcome.facts)
    : refuseField(outcome.code, outcome.field, outcome.facts)
}
