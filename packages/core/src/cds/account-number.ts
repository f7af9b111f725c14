/** Numbers of accounts at the Central Depository: participant, number, category and joint number, as ABC-12345-LI/00. */

/** The categories of account holders, by their letters. */
export const CDS_CATEGORIES = {
  LI: 'Local individual',
  LC: 'Local company',
  FI: 'Foreign individual',
  FC: 'Foreign company',
} as const

export interface CdsNumber {
  /** Three letters of the broker or custodian bank. */
  readonly participant: string
  /** Digits, without zeros before them. */
  readonly number: string
  readonly category: string
  /** Two digits; 00 for an account of one holder. */
  readonly joint: string
}

/** The number as it is printed. */
export const cdsNumber = ({ participant, number, category, joint }: CdsNumber): string =>
  `${participant}-${number}-${category}/${joint}`

const PRINTED = /([A-Z0-9]{3})[-\s]?0*(\d{1,10})[-\s]?([A-Z]{2})(?:[-/\s]?(\d{2}))?/
const WHOLE = new RegExp(`^${PRINTED.source}$`)
const WITHIN = /(?<![A-Z0-9])([A-Z]{3})-0*(\d{1,10})-([A-Z]{2})(?:[-/](\d{2}))?(?![A-Z0-9])/

const parts = (found: RegExpExecArray | null): CdsNumber | null => {
  if (found === null) return null
  const [, participant = '', number = '', category = '', joint = '00'] = found
  return { participant, number, category, joint }
}

/** Reads a number as people and files write it: "abc 0012345 LI", "ABC-12345-LI/00"; null for what is none. */
export const readCdsNumber = (text: string): CdsNumber | null =>
  text.length > 60 ? null : parts(WHOLE.exec(text.trim().toUpperCase()))

/** The first number within a title such as "Client: ABC-12345-LI/00 Nimal Perera". */
export const cdsNumberWithin = (text: string): CdsNumber | null =>
  parts(WITHIN.exec(text.slice(0, 500).toUpperCase()))
