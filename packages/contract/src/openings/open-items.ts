import { z } from 'zod'
import { perShare } from '../corporate-actions/field.ts'
import { date, money, optional, optionalText, percent, price, recordId, shares, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { postingPreview } from '../ledger/previewed-lines.ts'

/**
 * What was open on the first day of a portfolio's books: dividends declared and not yet paid, trades dealt and not yet settled, money
 * paid with an application and not yet allotted. Each is posted against Capital on the opening date and is received, settled or
 * allotted like any other afterwards. Amounts in rupees, prices and rates per share, percentages as such.
 */

export const OPEN_ITEM_KINDS = ['dividend', 'buy', 'sell', 'application'] as const
export type OpenItemKind = (typeof OPEN_ITEM_KINDS)[number]
export const OPEN_ITEMS_MAX = 500

const symbol = text(20, 'Symbol')
/** The settlement account; left out: the one that the portfolio used last, or the only one. */
const account = optional(recordId('Must be the id of a settlement account.'))

const dividend = z.object({
  kind: z.literal('dividend'),
  symbol,
  shares: shares('Shares'),
  ratePerShare: perShare('Rate per Share'),
  /** Before the opening date. */
  exDate: date,
  /** On the opening date or later; left out: it is to be notified. */
  paymentDate: optional(date),
  /** Percent withheld; 0 where nothing is. */
  taxRate: percent('Tax Rate', 1_000_000n),
  settlementAccount: account,
})

const trade = {
  symbol,
  quantity: shares('Quantity'),
  price: price('Price'),
  /** The fees charged, in all; 0 where there were none. */
  fees: money('Fees'),
  /** Before the opening date. */
  tradeDate: date,
  /** On the opening date or later. */
  settlementDate: date,
  broker: optionalText(200),
  settlementAccount: recordId('Must be the id of a settlement account.'),
  contractNumber: optionalText(60),
}
const buy = z.object({
  kind: z.literal('buy'),
  ...trade,
  /** Whether its payment goes into the next file for the bank; left out: it does not. */
  generatePayment: optional(z.enum(['Yes', 'No'])),
})
const sell = z.object({ kind: z.literal('sell'), ...trade })

const application = z.object({
  kind: z.literal('application'),
  symbol,
  /** The amount paid. */
  amount: money('Amount'),
  /** Before the opening date. */
  paidOn: date,
  /** The price of one share; shares can be allotted once it is entered. */
  price: optional(price('Price')),
  settlementAccount: account,
})

/** One item as it is sent. */
export const openItem = z.discriminatedUnion('kind', [dividend, buy, sell, application], {
  error: (issue) =>
    issue.code === 'invalid_union' ? `Must be one of: ${OPEN_ITEM_KINDS.join(', ')}.` : undefined,
})
export type OpenItem = z.output<typeof openItem>
export type OpenItemOf<K extends OpenItemKind> = Extract<OpenItem, { kind: K }>

const openItemsInput = z.object({
  /** The first day of the portfolio's books; that of its opening positions and balances, where there are any. */
  openingDate: date,
  /** All of them: an item of before that is not among them is taken back, one that is the same stays as it is. */
  items: z.array(openItem).max(OPEN_ITEMS_MAX, `At most ${OPEN_ITEMS_MAX} open items can be recorded.`),
  /** The version that these replace; null where there are none. Another one in between is refused. */
  replaces: optional(recordId('Must be the version that was read.')),
  /** Confirms that items which were received, written off, certified or allotted are taken back with what was recorded of them. */
  withPayments: z.boolean().default(false),
})
export type OpenItemsInput = z.output<typeof openItemsInput>

export const OPEN_ITEM_STATES = [
  'Expected',
  'To be notified',
  'Awaiting allotment',
  'Refund due',
  'Pending',
  'Part received',
  'Part settled',
  'Overdue',
  'Failed',
  'Received (assumed)',
  'Received',
  'Written off',
  'Settled (assumed)',
  'Settled',
  'Allotted',
  'Refunded',
] as const
export type OpenItemState = (typeof OPEN_ITEM_STATES)[number]

/** The state of an item today. */
const stateToday = z.object({
  /**
   * The amount that the books took over: the dividend after tax, the net value of the trade, the money
   * applied with.
   */
  amount: z.number(),
  /** Gross and tax of a dividend; of a trade without and with its fees. */
  gross: z.number(),
  tax: z.number(),
  /** The day from which its age counts: XD, the trade date, the day of payment. */
  since: z.string(),
  /** Calendar days since then. */
  age: z.number(),
  /** When its money is expected; null: to be notified. */
  due: z.string().nullable(),
  /** Calendar days since it was due, while something is outstanding; null before. */
  late: z.number().nullable(),
  state: z.enum(OPEN_ITEM_STATES),
  /** Received, settled, allotted or written off so far; with what is only assumed. */
  done: z.number(),
  outstanding: z.number(),
  /** Of a dividend and an application: the event that is received, certified, allotted. */
  action: z.number().nullable(),
  /** Of a trade: what settles. */
  trade: z.number().nullable(),
  /** `CA-12`, or the deal number. */
  reference: z.string(),
  /** Of a dividend with tax: the certificate of the tax withheld; null: not recorded, or no tax was withheld. */
  certificate: z.object({ number: z.string(), received_on: z.string().nullable() }).nullable(),
  /** Whether a certificate is expected and not recorded. */
  lacks_certificate: z.boolean(),
  /** What was recorded of it, in words, so that it cannot go without being asked for; null: nothing was. */
  recorded: z.string().nullable(),
})

const answered = {
  kind: z.enum(OPEN_ITEM_KINDS),
  symbol: z.string(),
  company_name: z.string(),
  shares: z.number().optional(),
  ratePerShare: z.number().optional(),
  exDate: z.string().optional(),
  paymentDate: z.string().nullable().optional(),
  taxRate: z.number().optional(),
  quantity: z.number().optional(),
  price: z.number().nullable().optional(),
  fees: z.number().optional(),
  tradeDate: z.string().optional(),
  settlementDate: z.string().optional(),
  broker: z.string().nullable().optional(),
  settlementAccount: z.number().nullable(),
  contractNumber: z.string().nullable().optional(),
  generatePayment: z.enum(['Yes', 'No']).nullable().optional(),
  amount: z.number().optional(),
  paidOn: z.string().optional(),
}
/** An item as it was sent, with its state. */
export const openItemAnswer = z.object({ ...answered, standing: stateToday })
export type OpenItemAnswer = z.output<typeof openItemAnswer>

export const openItemsDetail = z.object({
  portfolioId: z.string(),
  portfolio: z.string(),
  /** That of the portfolio's books; null while it has neither openings nor open items. */
  openingDate: z.string().nullable(),
  /** The value that a change sends as `replaces`; null while nothing was recorded. */
  version: z.number().nullable(),
  recorded_by: z.string().nullable(),
  recorded_at: z.string().nullable(),
  items: z.array(openItemAnswer),
})
export type OpenItemsDetail = z.output<typeof openItemsDetail>

export const openItemsReport = z.object({
  dryRun: z.literal(true),
  /** Items that are kept, recorded and reversed. */
  kept: z.number(),
  added: z.number(),
  removed: z.number(),
  /** Warnings for accepted items, by their number. */
  warnings: z.array(z.object({ row: z.number(), message: z.string() })),
  postings: z.array(postingPreview),
})
export type OpenItemsReport = z.output<typeof openItemsReport>

const ofPortfolio = z.object({ portfolio: z.string().max(200) })
const base = { tag: 'Openings', path: '/openings/:portfolio/open-items', params: ofPortfolio } as const

export const openItems = {
  get: route({
    ...base,
    name: 'open-items.get',
    needs: 'trades.read',
    load: 'light',
    method: 'GET',
    summary: 'What was open when the books of a portfolio (by id or code) began, and where it stands',
    reply: openItemsDetail,
  }),
  save: route({
    ...base,
    name: 'open-items.save',
    needs: 'openings.record',
    method: 'PUT',
    summary:
      'Record or replace the open items of a portfolio; `?dryRun=1` answers what would be posted. An empty list takes all of them back',
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: openItemsInput,
    reply: z.union([openItemsDetail, openItemsReport]),
  }),
}
