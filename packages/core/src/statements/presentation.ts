/** On which side the statement of financial position presents what may be owned or owed. */
import type { Cents } from '../values/decimal.ts'

export interface Presented {
  readonly asset: Cents
  readonly liability: Cents
}

/**
 * A bank account or a clearing account by its debits less credits: an asset while it is above zero, a liability of that
 * size below.
 */
export function presented(net: Cents): Presented {
  return net < 0n ? { asset: 0n, liability: -net } : { asset: net, liability: 0n }
}
