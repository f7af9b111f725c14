/** The layout of a trade confirmation as text: its labels, its sections, its rows and its totals. */
import type { Fees } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS, type FeeComponent } from '../fee-tariffs/tariff.ts'
import type { DocumentHeader, DocumentSide } from './line.ts'

/** The order of the fees in a row; the government cess is the share transaction levy. */
export const ROW_FEES: readonly FeeComponent[] = ['brokerage', 'sec', 'cse', 'cds', 'stl', 'clearing']
/** Gross, the six fees, net. */
export const ROW_AMOUNTS = ROW_FEES.length + 2

/** Fees of amounts in the order of a row. */
export function feesOfRow(amounts: readonly bigint[]): Fees {
  const fees = FEE_COMPONENTS.map((component) => [component, amounts[ROW_FEES.indexOf(component)] ?? 0n])
  return Object.fromEntries(fees) as unknown as Fees
}

/** The words before a value, as they are written and as they are found. */
export const HEADER_LABELS = [
  {
    field: 'clientAccount',
    label: 'Client A/C No',
    found: 'Client A\\/C No|Client Account No|Client Account',
  },
  { field: 'clientName', label: 'Client Name', found: 'Client Name' },
  { field: 'attention', label: 'Attention', found: 'Attention|Attn' },
  { field: 'tradeDate', label: 'Trade Date', found: 'Trade Date' },
  { field: 'settlementDate', label: 'Settlement Date', found: 'Settlement Date' },
  { field: 'tel', label: 'Tel', found: 'Telephone|Tel' },
  { field: 'fax', label: 'Fax', found: 'Fax' },
  { field: 'email', label: 'E-mail', found: 'E-?mail' },
  { field: 'address', label: 'Address', found: 'Address' },
] as const satisfies readonly {
  readonly field: keyof DocumentHeader
  readonly label: string
  readonly found: string
}[]
export type HeaderField = (typeof HEADER_LABELS)[number]['field']

const LABEL = new RegExp(
  `(?<![A-Za-z])(?:${HEADER_LABELS.map(({ found }) => `(${found})`).join('|')})\\.? {0,9}: ?`,
  'gi',
)

/** The labelled values of a line, and the words before the first of them; undefined for a line without a label. */
export function labelled(
  text: string,
): { readonly before: string; readonly values: [HeaderField, string][] } | undefined {
  const found = [...text.matchAll(LABEL)]
  const [first] = found
  if (first === undefined) return undefined
  const values = found.map((one, at): [HeaderField, string] => {
    const which = one.slice(1).findIndex((group) => group !== undefined)
    const field = (HEADER_LABELS[which] ?? HEADER_LABELS[0]).field
    return [field, text.slice(one.index + one[0].length, found[at + 1]?.index ?? text.length).trim()]
  })
  return { before: text.slice(0, first.index).trim(), values }
}

export const TITLE = 'TRADE CONFIRMATION'
const TITLES = /^(?:trade confirmation|contract note|bought (?:and|&) sold note)/i
export const isTitle = (text: string): boolean => TITLES.test(text)

export const SECTION_WORDS: Readonly<Record<DocumentSide, string>> = {
  buy: 'Purchase of',
  sell: 'Sale of',
}
const SECTION_BEGINS =
  /^(?:(cancel)l?(?:ed|lation of|ation of) |(amend)(?:ed|ment of) )?(?:(purchases?)|sales?) of /i
/** The last brackets with a code in them; the name before them may have brackets of its own. */
// A symbol of the exchange may come without an ISIN: "( JKH.N0000 )", not "(Non Voting)".
const SECTION_ENDS =
  /\( ?(?:([A-Z0-9.\- ]{1,15}?) ?\/ ?([A-Z0-9]{0,20})|([A-Z0-9]{1,10}\.[A-Z]\d{4})) ?\)([^()]{0,40})$/i

export interface SectionHead {
  readonly side: DocumentSide
  readonly name: string
  readonly code: string
  readonly isin: string
  readonly cancelled: boolean
  readonly amended: boolean
}

export const beginsSection = (text: string): boolean => SECTION_BEGINS.test(text)

/** The parts of a whole section line; undefined while its code is still to come, on the next line. */
export function sectionHead(text: string): SectionHead | undefined {
  const [begins = '', cancelled, amended, purchase] = SECTION_BEGINS.exec(text) ?? []
  const ends = SECTION_ENDS.exec(text)
  if (begins === '' || ends === null) return undefined
  const [, code = '', isin = '', alone = '', after = ''] = ends
  return {
    side: purchase === undefined ? 'sell' : 'buy',
    name: text.slice(begins.length, ends.index).trim(),
    code: code || alone,
    isin,
    cancelled: cancelled !== undefined || /cancel/i.test(after),
    amended: amended !== undefined || /amend/i.test(after),
  }
}

export const AMOUNT = /^-?[\d,]+\.\d{2}$/
export const DAY = /^\d{1,2}\/\d{1,2}\/\d{4}$/
export const beginsRow = (text: string): boolean => /^\d{1,2}\/\d{1,2}\/\d{4}(?: |$)/.test(text)

/** The totals below a section, a side and the whole; the words of the header of the table, where it is broken. */
export const TOTALS = {
  section: 'Total',
  buy: 'Purchase Total',
  sell: 'Sales Total',
  net: 'Net Settlement Value',
} as const
const TOTAL_WORDS: readonly (readonly [keyof typeof TOTALS, RegExp])[] = [
  ['buy', /^purchases? total\b/i],
  ['sell', /^sales? total\b/i],
  ['net', /^net settlement value\b/i],
  ['section', /^(?:grand |sub )?total\b/i],
]

/** Which total a line states, and its amounts without the shares; undefined for another line. */
export function totalOf(
  text: string,
): { readonly of: keyof typeof TOTALS; readonly amounts: string[] } | undefined {
  const [of] = TOTAL_WORDS.find(([, words]) => words.test(text)) ?? []
  if (of === undefined) return undefined
  return { of, amounts: text.split(' ').filter((word) => /^\(?-?[\d,]+\.\d{2}\)?$/.test(word)) }
}

export const TABLE_HEADER = [
  'Trade Date Contract No Shares Price Gross Amount Brokerage SEC Cess Exchange Fees CDS Fees GOV Cess Clearing Fees Net Amount Settlement Date',
  'Foreign',
  'Brokerage',
] as const
/** The heading words above the rows of every confirmation. */
export const isTableHeader = (text: string): boolean =>
  /^(?:trade date|foreign|brokerage|foreign brokerage)(?: |$)/i.test(text)
