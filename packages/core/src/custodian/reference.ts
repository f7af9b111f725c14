/**
 * Our reference to custodians: `EM`, the trade's id in base 36, and its version. At most 16 characters, which is what a message
 * has room for. A custodian gives it back in what it sends.
 *
 *   trade 50 in its first version is EM1E-1
 */

const LETTERS_MAX = 16

/** Null where the trade and its version need more than 16 characters. */
export function custodianReference(trade: number, version: number): string | null {
  const text = `EM${trade.toString(36).toUpperCase()}-${version}`
  return text.length <= LETTERS_MAX ? text : null
}

export interface ReferencedTrade {
  readonly id: number
  readonly version: number
}

/** The trade that a reference names; null for one that is not ours. */
export function readCustodianReference(text: string): ReferencedTrade | null {
  const found = /^EM([1-9A-Z][0-9A-Z]{0,10})-([1-9]\d{0,6})$/.exec(text.trim().toUpperCase())
  if (found === null) return null
  const [id, version] = [parseInt(found[1] ?? '', 36), Number(found[2])]
  return Number.isSafeInteger(id) ? { id, version } : null
}
