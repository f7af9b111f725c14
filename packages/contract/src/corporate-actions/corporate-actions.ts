import { z } from 'zod'
import { date, mine, money, optional, optionalText, recordId, text } from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { postingPreview } from '../ledger/previewed-lines.ts'
import {
  type ElectionInput,
  type ElectionSent,
  elections,
  portfolioOf,
  quantity,
  takenOut,
  unnamedLots,
} from './action-elections.ts'
import { changedActionForm, newActionForm } from './forms.ts'
import { ACTION_KINDS } from './kinds.ts'

/**
 * Corporate actions: what an issuer, or a move between portfolios, does to what is held. Each is announced, gives portfolios an
 * entitlement, is processed into the books, and can be reversed. Amounts in rupees, rates per share.
 */

/**
 * `announced` has entitlements and nothing in the books. `entitled` is in the books and waits for elections, allotments or money.
 * `processed` has everything booked.
 */
export const ACTION_STATES = ['draft', 'announced', 'entitled', 'processed', 'cancelled'] as const
export type ActionState = (typeof ACTION_STATES)[number]

export const actionDates = z.object({
  announcement: z.string().nullable(),
  /** XD, XR, or the day on which it takes effect. */
  ex: z.string().nullable(),
  record: z.string().nullable(),
  payment: z.string().nullable(),
  allotment: z.string().nullable(),
  subscription_start: z.string().nullable(),
  renunciation: z.string().nullable(),
  /** The last day of acceptance and payment. */
  last: z.string().nullable(),
})

/** A corporate action as a list shows it. */
export const corporateAction = z.object({
  id: z.number(),
  kind: z.enum(ACTION_KINDS),
  state: z.enum(ACTION_STATES),
  version: z.number(),
  /** What it is in a line: "Dividend 3.25 a share". */
  title: z.string(),
  equity_id: z.number().nullable(),
  securityCode: z.string().nullable(),
  securityName: z.string(),
  /** The portfolio that it was recorded for; null: every holder. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  dates: actionDates,
  /** Whether its day has come and it can be processed. */
  is_due: z.boolean(),
  portfolios: z.number(),
  shares_held: z.number(),
  entitled_shares: z.number(),
  gross: z.number(),
  tax: z.number(),
  net: z.number(),
  /** The part of its money that is still to come. */
  outstanding: z.number(),
  remarks: z.string().nullable(),
  /** Of an open item of its portfolio: the first day of the books that took it over; it is changed and taken out there. */
  taken_on: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: z.string(),
})
export type CorporateAction = z.output<typeof corporateAction>

/** Its acts, oldest first. */
const actionStep = z.object({
  at: z.string(),
  by: z.string(),
  /** announced, changed, processed, elected, allotted, received, written off, reversed, taken out, cancelled. */
  what: z.string(),
  detail: z.string().nullable(),
})

export const corporateActionDetail = corporateAction.extend({
  /** The form as it was sent, under its names: what an edit begins with. */
  form: z.record(z.string(), z.unknown()),
  /** Only of rights: theoretical ex-rights price, value of one right, and the price they rest on. */
  theoretical: z
    .object({ cumPrice: z.number(), terp: z.number(), rightValue: z.number(), rightsSymbol: z.string() })
    .nullable(),
  /** Fields without which it cannot be processed, by name. */
  missing: z.array(z.string()),
  warnings: z.array(z.string()),
  /**
   * While it is announced: how many portfolios chose, were allotted or were paid something. It is applied when the action is processed,
   * also after a reversal, unless it is taken out.
   */
  recorded_choices: z.number(),
  steps: z.array(actionStep),
})
export type CorporateActionDetail = z.output<typeof corporateActionDetail>

/** The entitlement of one portfolio, in a version: a late trade leads to the next one. */
export const entitlement = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  version: z.number(),
  is_current: z.boolean(),
  shares_held: z.number(),
  /** As typed in the form, where it was. */
  shares_typed: z.number().nullable(),
  entitled_shares: z.number(),
  gross: z.number(),
  tax: z.number(),
  net: z.number(),
  /** The fraction of a share that was left, with 4 decimals. */
  fraction: z.number(),
  /** Withheld outside the books: the tax of a scrip dividend without income. */
  memo_tax: z.number(),
  /** Percent that tax was counted with: the form's, or of the register; null where nothing is withheld from. */
  tax_rate: z.number().nullable(),
  /** The day whose rate of the register that is: the payment date, before it has come the ex date (provisional); null where it was typed, and for entitlements from before it was kept. */
  tax_rate_on: z.string().nullable(),
  /** Percent withheld provisionally at the ex date, where the payment date has another rate. */
  ex_tax_rate: z.number().nullable(),
  subscribed: z.number(),
  sold: z.number(),
  /** The shares that the user let lapse. */
  lapse: z.number(),
  /** What lapsed when the last day was over, whatever was said; before, what was said to. */
  lapsed: z.number(),
  additional: z.number(),
  allotted: z.number(),
  /** Whether lots are named where a part of the shares is given: a buy-back or tender in a portfolio by cherry picking. */
  picks_lots: z.boolean(),
  /** The lots that were named. */
  allocations: z.array(z.object({ buyTransactionId: z.number(), allocatedQuantity: z.number() })),
  /** What came in so far, and what is still to come. */
  received: z.number(),
  outstanding: z.number(),
  /** False while its money is only assumed to come on its day. */
  is_confirmed: z.boolean(),
  recorded_at: z.string(),
})
export type Entitlement = z.output<typeof entitlement>

const holding = z.object({ quantity: z.number(), cost: z.number(), charges: z.number() })

/** The preview of a write: nothing is saved. */
export const actionPreview = z.object({
  dryRun: z.literal(true),
  id: z.number(),
  kind: z.enum(ACTION_KINDS),
  state: z.enum(ACTION_STATES),
  portfolios: z.number(),
  entitlements: z.array(entitlement),
  /** The ledger lines, added up by day and account. */
  postings: z.array(postingPreview),
  /** Holdings before and after; the first 200. */
  positions: z.array(
    z.object({
      portfolioId: z.string(),
      portfolioName: z.string(),
      symbol: z.string(),
      before: holding,
      after: holding,
    }),
  ),
  warnings: z.array(z.string()),
})
export type ActionPreview = z.output<typeof actionPreview>

/** Receipts that are confirmed at once. */
export const RECEIPTS_MAX = 100
export const receiptsDone = z.object({
  /** In the order sent. What was paid out is below zero. */
  receipts: z.array(
    z.object({
      action: z.number(),
      title: z.string(),
      portfolioId: z.string(),
      portfolioName: z.string(),
      date: z.string(),
      amount: z.number(),
    }),
  ),
  /** Of all of them. */
  amount: z.number(),
})
/** The preview: the ledger lines of all receipts, added up by day and account. */
const receiptsPreview = receiptsDone.extend({ dryRun: z.literal(true), postings: z.array(postingPreview) })
export type ReceiptsDone = z.output<typeof receiptsDone>
export type ReceiptsPreview = z.output<typeof receiptsPreview>

const base = { tag: 'Corporate actions' } as const
/** What its calls and those of its reports share: who reads, who records, how a portfolio is named. */
export const reads = { ...base, needs: 'actions.read' } as const
export const writes = { ...base, needs: 'actions.record' } as const
const page = listQuery.pick({ limit: true, cursor: true, search: true })
const dryRun = z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() })
const withPreview = z.union([corporateActionDetail, actionPreview])
export const named = {
  portfolio: z.string().max(200).optional(),
  portfolioId: z.string().max(200).optional(),
}

export const corporateActions = {
  create: route({
    ...writes,
    name: 'corporate-actions.create',
    method: 'POST',
    path: '/corporate-actions',
    status: 201,
    summary:
      'Record a corporate action: announced with its entitlements at once, or kept as a draft. `?dryRun=1` shows the entitlements, with `process=1` also what processing it would do',
    query: dryRun.extend({ process: dryRun.shape.dryRun }),
    body: newActionForm,
    reply: withPreview,
  }),
  list: route({
    ...reads,
    name: 'corporate-actions.list',
    load: 'list',
    method: 'GET',
    path: '/corporate-actions',
    summary: 'Corporate actions, the latest day first',
    query: page.extend({
      ...named,
      /** Several, with commas between. */
      kind: z.string().max(300).optional(),
      state: z.string().max(100).optional(),
      securityCode: z.string().max(20).optional(),
      from: optional(date).optional(),
      to: optional(date).optional(),
      mine,
    }),
    reply: z.array(corporateAction),
  }),
  get: route({
    ...reads,
    name: 'corporate-actions.get',
    method: 'GET',
    path: '/corporate-actions/:id',
    summary: 'One corporate action with its form, what happened to it and what it lacks',
    params: idParams,
    reply: corporateActionDetail,
  }),
  change: route({
    ...writes,
    name: 'corporate-actions.change',
    runs: 'job',
    method: 'PUT',
    path: '/corporate-actions/:id',
    summary:
      'Change a corporate action; a field left out stays, null empties it; of a processed one the difference is posted',
    params: idParams,
    query: dryRun,
    body: changedActionForm,
    reply: withPreview,
  }),
  entitlements: route({
    ...reads,
    name: 'corporate-actions.entitlements',
    load: 'list',
    method: 'GET',
    path: '/corporate-actions/:id/entitlements',
    summary:
      'What each portfolio is entitled to, in the current version; `versions=all` answers earlier ones too',
    params: idParams,
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend({ versions: z.enum(['all', 'current']).optional() }),
    reply: z.array(entitlement),
  }),
  process: route({
    ...writes,
    name: 'corporate-actions.process',
    runs: 'job',
    method: 'POST',
    path: '/corporate-actions/:id/process',
    summary: 'Bring a corporate action into the books, once; `?dryRun=1` previews it, also before its day',
    params: idParams,
    query: dryRun,
    body: z.preprocess(
      (body) => body ?? {},
      z.object({ elections: optional(elections), unnamedLots, reason: optionalText(500) }),
    ) as unknown as z.ZodType<
      { elections: ElectionInput[] | null; unnamedLots: 'oldest' | null; reason: string | null },
      { elections?: ElectionSent[] | null; unnamedLots?: 'oldest' | null; reason?: string | null } | undefined
    >,
    reply: withPreview,
  }),
  elect: route({
    ...writes,
    name: 'corporate-actions.elect',
    method: 'PUT',
    path: '/corporate-actions/:id/elections',
    summary:
      'Say what portfolios do with their entitlement, until the last day; what is not elected lapses the day after',
    params: idParams,
    query: dryRun,
    body: z.object({
      elections: elections.min(1, 'There are no elections to save.'),
      /** The reason that a soft limit asks for. */
      reason: optionalText(500),
    }),
    reply: withPreview,
  }),
  allot: route({
    ...writes,
    name: 'corporate-actions.allot',
    method: 'POST',
    path: '/corporate-actions/:id/allot',
    status: 201,
    summary: 'Record what a portfolio was allotted, and the refund of the rest',
    params: idParams,
    query: dryRun,
    body: z.object({
      portfolioId: optional(portfolioOf),
      allotted: quantity('Allocated Quantity'),
      date,
      /** IPO: the security, where the application did not name it. */
      securityCode: optionalText(20),
      /** Left out: no refund was received yet. */
      refundDate: optional(date),
      settlementAccount: optional(recordId('Must be the id of a settlement account.')),
    }),
    reply: withPreview,
  }),
  receive: route({
    ...writes,
    name: 'corporate-actions.receive',
    method: 'POST',
    path: '/corporate-actions/:id/receive',
    status: 201,
    summary:
      'Confirm money that came in: a dividend, a refund, cash of a merger. What is short stays outstanding',
    params: idParams,
    query: dryRun,
    body: z.object({
      portfolioId: optional(portfolioOf),
      date,
      amount: money('Amount'),
      settlementAccount: optional(recordId('Must be the id of a settlement account.')),
      reference: optionalText(60),
    }),
    reply: withPreview,
  }),
  receiveMany: route({
    ...writes,
    name: 'corporate-actions.receive-many',
    method: 'POST',
    path: '/corporate-actions/receipts',
    status: 201,
    summary: 'Confirm the money of several receivables at once, each as a whole: all of them or none',
    query: dryRun,
    body: z
      .object({
        receipts: z
          .array(
            z.object({
              action: recordId('Must be the id of a corporate action.'),
              portfolioId: portfolioOf,
              date,
            }),
          )
          .min(1, 'There are no receipts to confirm.')
          .max(RECEIPTS_MAX, `At most ${RECEIPTS_MAX} receipts can be confirmed at once.`),
        settlementAccount: optional(recordId('Must be the id of a settlement account.')),
        reference: optionalText(60),
      })
      .superRefine(({ receipts }, context) => {
        const seen = new Set<string>()
        for (const [at, { action, portfolioId }] of receipts.entries()) {
          const key = `${action} ${portfolioId}`
          if (seen.has(key)) {
            const message = 'Is named twice.'
            context.addIssue({ code: 'custom', path: ['receipts', at, 'portfolioId'], message })
          }
          seen.add(key)
        }
      }),
    reply: z.union([receiptsDone, receiptsPreview]),
  }),
  writeOff: route({
    ...writes,
    name: 'corporate-actions.write-off',
    method: 'POST',
    path: '/corporate-actions/:id/write-off',
    status: 201,
    summary: 'Write off what will not come in any more, with a reason',
    params: idParams,
    query: dryRun,
    body: z.object({
      portfolioId: optional(portfolioOf),
      date,
      amount: optional(money('Amount')),
      reason: text(500, 'Reason'),
      /** `income`: against income, as write-offs of books from before impairment had an account; left out: impairment. */
      against: optional(z.enum(['impairment', 'income'])),
    }),
    reply: withPreview,
  }),
  reverse: route({
    ...writes,
    name: 'corporate-actions.reverse',
    runs: 'job',
    method: 'POST',
    path: '/corporate-actions/:id/reverse',
    status: 201,
    summary:
      'Take a corporate action out of the books again: its entries are reversed, and it is announced as before. Elections, allotments and refunds are kept and applied when it is processed again',
    params: idParams,
    query: dryRun,
    body: z.object({ reason: text(500, 'Reason') }),
    reply: withPreview,
  }),
  takeOut: route({
    ...writes,
    name: 'corporate-actions.take-out',
    method: 'POST',
    path: '/corporate-actions/:id/take-out',
    status: 201,
    summary:
      'Take out what portfolios chose, were allotted and were paid, of a corporate action that is not in the books: it is not applied when the action is processed',
    params: idParams,
    query: dryRun,
    body: takenOut,
    reply: withPreview,
  }),
  cancel: route({
    ...writes,
    name: 'corporate-actions.cancel',
    runs: 'job',
    method: 'POST',
    path: '/corporate-actions/:id/cancel',
    status: 201,
    summary: 'Cancel a corporate action: what is in the books of it is reversed',
    params: idParams,
    query: dryRun,
    body: z.preprocess((body) => body ?? {}, z.object({ reason: optionalText(500) })) as unknown as z.ZodType<
      { reason: string | null },
      { reason?: string | null } | undefined
    >,
    reply: withPreview,
  }),
}
