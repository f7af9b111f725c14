const AMOUNT = /^\d{1,3}(,\d{3})*(\.\d{1,2})?$|^\d{1,13}(\.\d{1,2})?$/

/** The amount that a text is, in rupees with at most two decimals and no commas: `10,280.57`, `Rs 500`; null where it is none. */
export function amountTyped(text: string): string | null {
  const bare = text.trim().replace(/^rs\.?\s*/i, '')
  return AMOUNT.test(bare) ? bare.replaceAll(',', '') : null
}
