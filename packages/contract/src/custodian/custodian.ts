import { HOLDING_CAUSES } from '@em/core/custodian/compare'
import { CONFIRMATION_CAUSES } from '@em/core/custodian/match'
import { HOLDING_BASES } from '@em/core/custodian/message'
import { z } from 'zod'
import { FILE_BYTES_MAX } from '../kit/bounds.ts'
import { date, money, optional, recordId, sentFile, text } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { SETTLEMENT_ITEMS_MAX, settlements } from '../settlements/settlements.ts'

/**
 * What custodians send: statements of holdings (MT535, semt.002), compared with the books as CDS statements are, and confirmations of
 * settlements (MT544 to MT547, sese.025), which propose the confirmation of a trade's settlement. 23G CANC or RVSL and sese.026 take a
 * message back. Nothing books itself. Quantities are shares, amounts rupees.
 */

export const CUSTODIAN_KINDS = ['holdings', 'confirmations', 'mixed'] as const
export const CUSTODIAN_KIND_LABELS: Readonly<Record<(typeof CUSTODIAN_KINDS)[number], string>> = {
  holdings: 'Holdings',
  confirmations: 'Confirmations',
  mixed: 'Holdings and confirmations',
}
export const CUSTODIAN_CAUSES = [...new Set([...HOLDING_CAUSES, ...CONFIRMATION_CAUSES] as const)] as const
export type CustodianCause = (typeof CUSTODIAN_CAUSES)[number]

export const custodianMessage = z.object({
  id: z.number(),
  kind: z.enum(CUSTODIAN_KINDS),
  file_name: z.string(),
  /** Hexadecimal. */
  sha256: z.string(),
  uploaded_by: z.string(),
  uploaded_at: z.string(),
  /** MT535, MT544 to MT547, semt.002, sese.025, sese.026. */
  types: z.array(z.string()),
  accounts: z.array(z.string()),
  custodians: z.array(z.string()),
  /** Of its statements the first and the last day, of its confirmations those of settlement. */
  first_date: z.string().nullable(),
  last_date: z.string().nullable(),
  messages: z.number(),
  line_count: z.number(),
  /** Lines that cannot be used. */
  faulty: z.number(),
  accepted: z.number(),
  /** Messages of types that are not read. */
  left_out: z.array(z.object({ type: z.string(), count: z.number() })),
})
export type CustodianMessage = z.output<typeof custodianMessage>

const proposal = z.object({
  trade_id: z.number(),
  deal_number: z.string(),
  portfolio: z.string(),
  date: z.string(),
  amount: z.number(),
  /** Before it is confirmed. */
  outstanding: z.number(),
  /** Some of it stays outstanding. */
  is_part: z.boolean(),
  /** Found by our reference, or by security, side, quantity, amount and day. */
  by: z.enum(['reference', 'terms']),
})

export const custodianLine = z.object({
  /** In the file, from 1; null for a security that the statement does not name. */
  line: z.number().nullable(),
  of: z.enum(['holding', 'confirmation']),
  /** MT535 and so on. */
  type: z.string(),
  /** The custodian's reference. */
  reference: z.string().nullable(),
  account_id: z.number(),
  account: z.string(),
  /** Of the statement, or of the settlement. */
  date: z.string().nullable(),
  basis: z.enum(HOLDING_BASES).nullable(),
  /** Null for a security that is not known here. */
  equity_id: z.number().nullable(),
  /** Our symbol; else how the message names the security. */
  symbol: z.string(),
  company_name: z.string().nullable(),
  isin: z.string().nullable(),
  description: z.string().nullable(),
  side: z.enum(['buy', 'sell']).nullable(),
  /** Shares; null where the message does not name the security, or the line is faulty. */
  stated: z.number().nullable(),
  /** Of a holding what our books have by the basis, of a confirmation the shares of the trade; null where there is no trade. */
  ours: z.number().nullable(),
  /** Stated less ours. */
  difference: z.number().nullable(),
  stated_pledged: z.number().nullable(),
  pledged: z.number().nullable(),
  stated_amount: z.number().nullable(),
  our_amount: z.number().nullable(),
  /** Null where both agree. */
  cause: z.enum(CUSTODIAN_CAUSES as unknown as [CustodianCause, ...CustodianCause[]]).nullable(),
  /** The awaited shares, if that is the cause. */
  awaited: z.string().nullable(),
  /** Of a faulty line: the field as the message writes it, and what is wrong with it. */
  fault: z.object({ field: z.string(), message: z.string() }).nullable(),
  /** Trades that have not settled, and those that a difference is of. */
  trades: z.array(
    z.object({
      id: z.number(),
      deal_number: z.string(),
      side: z.enum(['buy', 'sell']),
      quantity: z.number(),
      settlement_date: z.string().nullable(),
      isCause: z.boolean(),
    }),
  ),
  /** The settlement that accepting the line confirms. */
  proposal: proposal.nullable(),
  /** Of a cancellation the confirmation that it takes back, of a confirmation that was taken back its cancellation. */
  linked: z
    .object({
      /** Of the other message; blank where it has none. */
      reference: z.string(),
      /** The file with the other message; null where it was not received. */
      file_id: z.number().nullable(),
      /** The trade whose settlement is still confirmed by the confirmation. */
      deal_number: z.string().nullable(),
    })
    .nullable(),
  /** Until the settlement is reopened. */
  accepted: z
    .object({
      trade_id: z.number(),
      deal_number: z.string(),
      amount: z.number(),
      by: z.string(),
      at: z.string(),
    })
    .nullable(),
  /** A user's explanation of the difference. */
  note: z.object({ text: z.string(), by: z.string(), at: z.string() }).nullable(),
})
export type CustodianLine = z.output<typeof custodianLine>

export const custodianMessageDetail = custodianMessage.extend({
  lines: z.array(custodianLine),
  /** Statements of which pages are missing: their other securities are not reported as missing. */
  incomplete: z.array(z.object({ account: z.string(), date: z.string(), missing: z.string() })),
  /** Accounts that have other portfolios now than those that the file is compared with: they are of its upload. */
  changed_accounts: z.array(z.string()),
  /** Statements of this file that were cancelled, and statements that this file cancels: they are not compared. */
  cancelled: z.array(
    z.object({
      account: z.string(),
      date: z.string(),
      reference: z.string(),
      /** The file with the statement, and the one with its cancellation. */
      file_id: z.number(),
      by_file: z.number(),
      by_reference: z.string(),
    }),
  ),
})
export type CustodianMessageDetail = z.output<typeof custodianMessageDetail>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'Custodian messages' } as const
const lineNumber = recordId('Must be the number of a line.')

export const custodianMessages = {
  upload: route({
    ...base,
    name: 'custodian-messages.upload',
    needs: 'settlements.confirm',
    scope: 'all',
    load: 'upload',
    sends: 'form',
    method: 'POST',
    path: '/custodian-messages',
    status: 201,
    alsoStatus: [200],
    summary:
      'Keep a file of a custodian (at most 10 MB): statements of holdings and confirmations of settlements; the same bytes again answer what is kept of them (200)',
    query: z.object({ dryRun: yes }),
    body: z.object({ file: sentFile(FILE_BYTES_MAX) }),
    reply: custodianMessage,
  }),
  list: route({
    ...base,
    name: 'custodian-messages.list',
    needs: 'settlements.read',
    load: 'list',
    method: 'GET',
    path: '/custodian-messages',
    summary: 'Files of custodians, the newest first',
    query: z.object({ limit: z.coerce.number().int().min(1).max(10_000).optional() }),
    reply: z.array(custodianMessage),
  }),
  get: route({
    ...base,
    name: 'custodian-messages.get',
    needs: 'settlements.read',
    load: 'report',
    method: 'GET',
    path: '/custodian-messages/:id',
    summary:
      'A file line by line, held against the books as they are now: differences with their causes, and what accepting a line would confirm',
    params: idParams,
    reply: custodianMessageDetail,
  }),
  file: route({
    ...base,
    name: 'custodian-messages.file',
    needs: 'settlements.read',
    method: 'GET',
    path: '/custodian-messages/:id/file',
    summary: 'The file itself, as a download',
    params: idParams,
    reply: z.string(),
  }),
  accept: route({
    ...base,
    name: 'custodian-messages.accept',
    needs: 'settlements.confirm',
    method: 'POST',
    path: '/custodian-messages/:id/accept',
    status: 201,
    summary: 'Confirm the settlements that lines propose, each once; all or nothing',
    params: idParams,
    query: settlements.confirm.query,
    body: z.object({
      lines: z
        .array(lineNumber)
        .min(1, 'Please choose at least one line.')
        .max(SETTLEMENT_ITEMS_MAX, `At most ${SETTLEMENT_ITEMS_MAX} lines at once.`)
        .refine((lines) => new Set(lines).size === lines.length, 'A line is named twice.'),
      /** The proposal that the person saw: refused if there is another one by now. */
      seen: z
        .array(
          z.object({
            line: lineNumber,
            trade: recordId('Must be the id of a trade.'),
            amount: money(),
          }),
        )
        .max(SETTLEMENT_ITEMS_MAX)
        .optional(),
    }),
    reply: settlements.confirm.reply,
  }),
  explain: route({
    ...base,
    name: 'custodian-messages.explain',
    needs: 'settlements.confirm',
    method: 'POST',
    path: '/custodian-messages/:id/notes',
    status: 201,
    summary: 'Explain a difference of a statement with a note; the newest note counts',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      account: recordId('Must be the id of a safekeeping account.'),
      symbol: text(40, 'The symbol'),
      /** Which of several lines with this symbol; else the first difference. */
      line: optional(lineNumber),
      /** Of which statement of the file; else of the first. */
      date: optional(date),
      note: text(500, 'The note'),
    }),
    reply: z.object({ text: z.string(), by: z.string(), at: z.string() }),
  }),
  chooseSecurity: route({
    ...base,
    name: 'custodian-messages.choose-security',
    needs: 'settlements.confirm',
    scope: 'all',
    method: 'PUT',
    path: '/custodian-messages/:id/securities',
    summary: 'Say which security a line means; remembered for later messages',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({ line: lineNumber, symbol: text(20, 'The symbol') }),
    reply: z.object({ written: z.string(), symbol: z.string() }),
  }),
}
