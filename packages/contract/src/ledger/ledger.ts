import { z } from 'zod'
import { EXPORT_FORMATS, exportFile, exportPreview } from '../exports/exports.ts'
import { date, optional, optionalText, portfolioNamed } from '../kit/fields.ts'
import { listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { name } from '../trades/trade-fields.ts'

/** The general ledger. Amounts in rupees; balance = debits - credits. */

/** The cause of an entry, in words; by the entry's `kind`. */
export const ENTRY_KINDS: Readonly<Record<string, string>> = {
  trade: 'Trade',
  settlement: 'Settlement of a trade',
  correction: 'Correction',
  event: 'Corporate action',
  mapping: 'Mapping move',
  valuation: 'Valuation',
  opening: 'Opening balance',
  manual: 'Entered by hand',
  closing: 'Closing',
}

/** In place of a type: all lines but those of year-end closings. */
export const NO_CLOSING = '-Closing'

export const LEDGER_STATUSES = ['Posted', 'Pending', 'Draft'] as const

export const ledgerEntry = z.object({
  id: z.string(),
  entry_id: z.number(),
  line_no: z.number(),
  date: z.string(),
  account_code: z.string(),
  account_name: z.string(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  portfolio: z.string().nullable(),
  portfolioId: z.string().nullable(),
  symbol: z.string().nullable(),
  /**
   * Of the trade that the line follows from, in the version that caused it; a reversal shows what it takes
   * back. Shares, rupees a share, and as the contract note has them; null for a line of no trade.
   */
  quantity: z.number().nullable(),
  price: z.number().nullable(),
  contract_number: z.string().nullable(),
  broker_name: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
  /** Running balance of the account, within the portfolio asked for, by date, entry and line; null for a line of a draft. */
  balance: z.number().nullable(),
  transaction_type: z.string(),
  /** A line dated after today is Pending. A draft's line is no line of the ledger: only the status Draft lists it. */
  status: z.enum(LEDGER_STATUSES),
  kind: z.string(),
  trade_id: z.number().nullable(),
  /** The entry that this line's entry takes back. */
  reversal_of: z.number().nullable(),
  /** The day that the entry belongs to: its date, or the locked day for which it was posted later. */
  belongs_to: z.string(),
  recorded_by: z.string(),
  recorded_at: z.string(),
  transaction_account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  payment_method: z.string().nullable(),
})
export type LedgerEntry = z.output<typeof ledgerEntry>

/** What lines can be sorted by; by anything but the date only while the filters leave at most LEDGER_SORTED_MAX of them. */
export const LEDGER_SORTS = [
  'date',
  'account_code',
  'transaction_type',
  'debit',
  'credit',
  'reference',
  'portfolio',
  'symbol',
  'quantity',
  'price',
  'contract_number',
  'broker_name',
  'recorded_at',
] as const
export type LedgerSort = (typeof LEDGER_SORTS)[number]
export const LEDGER_SORTED_MAX = 10_000

const ledgerFilter = z.object({
  ...portfolioNamed,
  account_code: z.string().max(30).optional(),
  from: optional(date),
  to: optional(date),
  /** One type, or `-Closing` for all but year-end closings. */
  transaction_type: z.string().max(50).optional(),
  /** The security of the lines. */
  symbol: z.string().max(20).optional(),
  /** Without it: what is in the ledger, posted and pending. */
  status: z.enum(LEDGER_STATUSES).optional(),
  /**
   * Description, reference, account, symbol, company or broker, in part; a contract number from its beginning. Without
   * regard to case.
   */
  search: listQuery.shape.search,
  /** The broker of the trade, by name. */
  broker: z.string().max(200).optional(),
})

/** The same filter as fields of a body: of what is in the ledger, drafts are not. */
const filterSent = {
  portfolio: optional(name()),
  portfolioId: optional(name()),
  account_code: optionalText(30),
  from: optional(date),
  to: optional(date),
  transaction_type: optionalText(50),
  symbol: optionalText(20),
  status: optional(z.enum(['Posted', 'Pending'])),
  search: optionalText(200),
  broker: optionalText(200),
}

export const ledgerSummary = z.object({
  /** Lines; with `stopped`, as far as the search went. */
  entries: z.number(),
  /** Null where the search stopped. */
  debits: z.number().nullable(),
  credits: z.number().nullable(),
  /** Debits less credits. */
  net: z.number().nullable(),
  /** The search text or the broker hits more than 50,000 lines: they are neither counted nor added up. */
  stopped: z.boolean(),
})

export const ledger = {
  list: route({
    name: 'ledger.list',
    needs: 'ledger.read',
    load: 'list',
    method: 'GET',
    path: '/general-ledger',
    tag: 'Ledger',
    summary:
      'Ledger lines, newest first or by `sort` (a field or -field), with the running balance of their account',
    query: listQuery.extend(ledgerFilter.shape).extend({
      /** With `limit`: this page of so many lines, counted from 1, in place of a cursor. */
      page: z.coerce.number().int().min(1).max(10_000_000).optional(),
      /** Pages of a list in another order than newest first come by `page`. */
      sort: z
        .enum(LEDGER_SORTS.flatMap((name) => [name, `-${name}`] as const) as [string, ...string[]])
        .optional(),
    }),
    reply: z.array(ledgerEntry),
  }),
  summary: route({
    name: 'ledger.summary',
    needs: 'ledger.read',
    method: 'GET',
    path: '/general-ledger/summary',
    tag: 'Ledger',
    summary: 'How many ledger lines a filter leaves, and their debits and credits',
    query: ledgerFilter,
    reply: ledgerSummary,
  }),
  export: route({
    name: 'ledger.export',
    needs: 'ledger.read',
    load: 'export',
    runs: 'job',
    onlyReads: true,
    method: 'POST',
    path: '/general-ledger/exports',
    status: 201,
    tag: 'Ledger',
    summary:
      'Make an .xlsx file (at most 1,000,000 lines) or a .csv file (5,000,000) of every line that a filter leaves, newest first; GET /exports/{id}/file downloads it',
    body: z.object({ ...filterSent, format: z.enum(EXPORT_FORMATS).default('xlsx') }),
    reply: z.union([exportFile, exportPreview]),
  }),
  portfolios: route({
    name: 'ledger.portfolios',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/general-ledger/portfolios',
    tag: 'Ledger',
    summary: 'The portfolios that can be filtered by',
    reply: z.array(
      z.object({
        portfolio: z.string(),
        portfolioName: z.string(),
        portfolioId: z.string(),
        /** The first day of its books; null where nothing was taken over. */
        opening_date: z.string().nullable(),
      }),
    ),
  }),
}
