/** How a bank's own charge is known on its statement. */

/**
 * Words for charges in addition to "fee", as a regular expression; the database looks for the same ones, each
 * as a whole word.
 */
export const CHARGE_WORDS = 'charges?|chgs?|commission|levy|sms|stamp\\s+duty'

const CHARGE = new RegExp(`fee|\\b(?:${CHARGE_WORDS})\\b`, 'i')

/** Whether a description names a charge: "fee" anywhere, as specified, or one of the words that banks write instead. */
export function isBankCharge(description: string | null): boolean {
  return description !== null && CHARGE.test(description)
}
