import { STATEMENT_LINES_MAX } from '@em/core/reconciliation/line'
import { DATE_ORDERS } from '@em/core/sheets/days'
import { z } from 'zod'
import { cell, fileColumn } from '../batches/batches.ts'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, decimal, fileData, money, optional, recordId, text } from '../kit/fields.ts'

/**
 * Statements of a bank, vendor or customer, as files and as lines. Amounts in rupees.
 *
 * SIDES. A statement is written from the other party's view; everything here is in OUR LEDGER'S view:
 * `debit` = money in = what the bank's statement calls a credit (deposit); `credit` = money out = what the bank calls a
 * debit (withdrawal, cheque, charge). Balances likewise: positive = we have money at the bank. The readers turn files
 * round; a column mapping therefore speaks of `moneyIn` and `moneyOut`, never of debit and credit.
 */

export { STATEMENT_LINES_MAX }
export const STATEMENT_FORMATS = ['csv', 'xlsx', 'ofx', 'mt940', 'camt.053', 'pdf', 'typed'] as const
export type StatementFormat = (typeof STATEMENT_FORMATS)[number]

/** What a column of a table can mean. `sign` holds words like CR and DR next to an unsigned amount. */
export const STATEMENT_FIELDS = [
  'date',
  'description',
  'reference',
  'amount',
  'sign',
  'moneyIn',
  'moneyOut',
  'balance',
  'bankId',
  'currency',
] as const
export type StatementField = (typeof STATEMENT_FIELDS)[number]

/**
 * The side of a balance above zero: 'in' is owed to us (money we have, as a bank states it), 'out' we owe the
 * other party.
 */
const balanceSide = z.enum(['in', 'out'], { error: 'Must be in or out.' })
export type BalanceSide = z.output<typeof balanceSide>

/** May be left out, blank or null: answers null then. */
export const maybe = <T extends z.ZodType>(schema: T) => optional(schema).prefault(null)
export const maybeText = (max: number, what?: string) => maybe(text(max, what))

/** How days are written: in which order, or as a spreadsheet counts them where a cell lost its format (46176 is 2026-06-03). */
export const STATEMENT_DATE_ORDERS = DATE_ORDERS

const header = z.string().max(200)
/**
 * How a table (.csv, .xlsx, .pdf) is read: header of the column per field; a header that occurs twice is
 * shown and named with " (2)". Needs a date, and either an amount (signed, or with a sign column) or money in
 * and money out, or one of these.
 */
export const statementMapping = z.object({
  columns: z.object({
    date: header,
    description: maybe(header),
    reference: maybe(header),
    amount: maybe(header),
    sign: maybe(header),
    moneyIn: maybe(header),
    moneyOut: maybe(header),
    balance: maybe(header),
    bankId: maybe(header),
    currency: maybe(header),
  }),
  /** Order of day and month in texts. Null: texts are read only where they can mean one date, else it is asked. */
  dateOrder: maybe(
    z.enum(STATEMENT_DATE_ORDERS, { error: `Must be one of: ${STATEMENT_DATE_ORDERS.join(', ')}.` }),
  ),
  /** The character before the cents. Null: read from the amounts, asked where they leave it open. */
  decimalMark: maybe(z.enum(['.', ','], { error: 'Must be a point or a comma.' })),
  /** What an amount above zero is, where there is no sign column. Null: as the amounts show, asked where all are above zero. */
  positiveIs: maybe(z.enum(['in', 'out'], { error: 'Must be in or out.' })),
})
export type StatementMapping = z.output<typeof statementMapping>

/** A balance in cents, below zero too. */
export const balance = (what: string) =>
  decimal({ scale: 2, min: -100_000_000_000_000n, max: 100_000_000_000_000n, what })

/** A line as it is sent for import, and as a file's reading answers it (amounts there as numbers). */
export const statementLineInput = z.object({
  date,
  description: maybeText(500, 'Description'),
  reference: maybeText(200, 'Reference'),
  /** Money in. Exactly one of debit and credit is above zero. */
  debit: maybe(money('Debit')),
  /** Money out. */
  credit: maybe(money('Credit')),
  /** The statement's balance after the line. */
  balance: maybe(balance('Balance')),
  /** The bank's own number of the line (OFX FITID, camt AcctSvcrRef and the like). */
  bankId: maybeText(200, 'Bank id'),
  /** Its line in the file, from 1. */
  line: maybe(z.number().int().min(1).max(10_000_000)),
})
export type StatementLineInput = z.output<typeof statementLineInput>

/** One line as read from a file; goes back unchanged (or corrected) into `lines` of the import. */
export const readLine = z.object({
  date: z.string(),
  description: z.string().nullable(),
  reference: z.string().nullable(),
  debit: z.number(),
  credit: z.number(),
  balance: z.number().nullable(),
  bankId: z.string().nullable(),
  line: z.number(),
})
export type ReadLine = z.output<typeof readLine>

export const statementFileInput = z.object({
  fileName: z.string().max(300).default(''),
  /** The file, base64, at most 10 MB. */
  data: fileData(FILE_BYTES_MAX),
  /** Which sheet of a workbook; the first when left out. */
  sheet: maybe(z.string().max(200)),
  /** Which account of a file that holds several: a `key` of `parts`. */
  part: maybe(z.string().max(200)),
  /** The account that is reconciled: its remembered mapping is used where none is sent. */
  accountCode: maybeText(30),
  settlementAccount: maybe(recordId('Must be the id of a settlement account.')),
  /** Taken where the file has these columns and none are remembered for an account: what was chosen for the broker's last statement. */
  remembered: maybe(statementMapping),
  /** How the table is read. Left out: as remembered, else as the headers suggest. */
  mapping: maybe(statementMapping),
  /** What a balance above zero is in the file; those of the reading are in our ledger's view either way. */
  balanceIs: balanceSide.default('in'),
  /** If the balances follow the lines in one way only, that is used; else `balanceIs`. */
  balanceFromLines: z.boolean().default(false),
})

/**
 * A question that a person must answer before lines can be read: send `mapping` (or `part`) and read again.
 */
export const statementQuestion = z.object({
  field: z.enum(['date', 'amount', 'dateOrder', 'decimalMark', 'positiveIs', 'part']),
  message: z.string(),
  choices: z.array(z.string()),
})
/** A row that cannot be read: its line in the file from 1, what is wrong, its text. */
export const statementProblem = z.object({
  line: z.number(),
  field: z.string(),
  message: z.string(),
  value: z.string().nullable(),
})

export const statementReading = z.object({
  fileName: z.string(),
  format: z.enum(STATEMENT_FORMATS),
  /** For .csv, .xlsx and .pdf: the unchanged table. Null for formats that name their fields. */
  table: z
    .object({
      sheet: z.string().nullable(),
      sheets: z.array(z.string()),
      headerLine: z.number(),
      /** `field` is a StatementField that the header seems to mean, or null. */
      columns: z.array(fileColumn),
      /** The first 50 rows below the header, and their lines in the file. */
      sample: z.array(z.array(cell)),
      sampleLines: z.array(z.number()),
      rows: z.number(),
    })
    .nullable(),
  /** The mapping that `lines` were read by; null for formats that need none, or while none is possible. */
  mapping: statementMapping.nullable(),
  mappingFrom: z.enum(['sent', 'remembered', 'suggested']).nullable(),
  /** While there are any, `lines` is empty. */
  questions: z.array(statementQuestion),
  /** The accounts in the file (OFX, MT940, camt.053), and the one that was read. */
  parts: z.array(
    z.object({
      key: z.string(),
      account: z.string().nullable(),
      currency: z.string().nullable(),
      lines: z.number(),
    }),
  ),
  part: z.string().nullable(),
  account: z.string().nullable(),
  currency: z.string().nullable(),
  from: z.string().nullable(),
  to: z.string().nullable(),
  openingBalance: z.number().nullable(),
  closingBalance: z.number().nullable(),
  /** The side that a balance above zero means, and whether the lines show it or it was asked for. */
  balanceIs: balanceSide,
  balanceFrom: z.enum(['asked', 'lines']),
  totals: z.object({ lines: z.number(), debit: z.number(), credit: z.number() }),
  /** Things to look at before importing: opening + lines is not closing, several days left out, a guess from a PDF. */
  warnings: z.array(z.string()),
  /** At most 1,000; rows with problems are not in `lines`. Importing is possible only by the person's will. */
  problems: z.array(statementProblem),
  /** All problems, also those not listed. */
  problemCount: z.number(),
  lines: z.array(readLine),
})
export type StatementReading = z.output<typeof statementReading>

export const statementImport = z.object({
  version: maybe(recordId('Must be the version that was read.')),
  fileName: maybeText(300, 'File name'),
  format: z.enum(STATEMENT_FORMATS).default('typed'),
  account: maybeText(100),
  /** Books are in LKR: any other is refused (422 `statement.currency`). */
  currency: maybe(
    z
      .string()
      .max(100, { error: 'Must be a currency code of three letters.', abort: true })
      .trim()
      .regex(/^[A-Za-z]{3}$/, 'Must be a currency code of three letters.'),
  ),
  openingBalance: maybe(balance('Opening balance')),
  closingBalance: maybe(balance('Closing balance')),
  /** Kept for the account's next file. */
  mapping: maybe(statementMapping),
  lines: z
    .array(statementLineInput)
    .min(1, 'There are no lines to import.')
    .max(
      STATEMENT_LINES_MAX,
      `A statement takes at most ${STATEMENT_LINES_MAX.toLocaleString('en')} lines at once.`,
    ),
})
export type StatementImport = z.output<typeof statementImport>

/**
 * Why an imported line waits for a decision instead of counting: the bank's id was imported before; the same date,
 * amount, description and place among equal ones was imported before; it lies outside the reconciliation's period.
 */
export const HOLD_REASONS = ['same-bank-id', 'same-line', 'outside-period'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

/** An imported statement. */
export const statementRecord = z.object({
  id: z.number(),
  fileName: z.string().nullable(),
  format: z.enum(STATEMENT_FORMATS),
  account: z.string().nullable(),
  from: z.string(),
  to: z.string(),
  openingBalance: z.number().nullable(),
  closingBalance: z.number().nullable(),
  lines: z.number(),
  /** Of them waiting for a decision now. */
  held: z.number(),
  importedAt: z.string(),
  importedBy: z.string(),
})
export const noteworthy = z.object({ code: z.string(), message: text(1000) })
export type StatementRecord = z.output<typeof statementRecord>
