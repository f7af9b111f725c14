import { z } from 'zod'
import {
  date,
  money,
  optional,
  optionalText,
  portfolioNamed,
  portfolioWritten,
  recordId,
} from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { postingPreview } from '../ledger/previewed-lines.ts'

/**
 * Settlement instructions: what each trade still has to pay or receive, when and through which account, and what
 * happened. Amounts in rupees, without a sign: the direction says who pays.
 */

/** The state of a settlement in one word, as every screen, slip, list and export shows it. */
export const SETTLEMENT_WORDS = {
  pending: 'Pending',
  overdue: 'Overdue',
  part: 'Part settled',
  settled: 'Settled',
  failed: 'Failed',
  assumed: 'Settled (assumed)',
} as const
export type SettlementState = keyof typeof SETTLEMENT_WORDS
export type SettlementWord = (typeof SETTLEMENT_WORDS)[SettlementState]
export const settlementWord = z.enum(Object.values(SETTLEMENT_WORDS) as [SettlementWord, ...SettlementWord[]])
export const SETTLEMENT_STATES = Object.keys(SETTLEMENT_WORDS) as [SettlementState, ...SettlementState[]]

/** Trades in one confirmation, at most. */
export const SETTLEMENT_ITEMS_MAX = 1000
/** Trades that one call of "confirm all due" takes; what is left is confirmed by the next. */
export const SETTLEMENTS_AT_ONCE = 20_000

/**
 * `open`: a payment is still to come (pending, part settled, overdue or failed). `pending`: expected today or
 * later, with what was paid in part (`part`). `overdue`: expected before today, on an account that settles by
 * hand or after something was recorded. `settled`: confirmed. `assumed`: due before today on an automatic
 * account, and nothing was recorded.
 */
export const SETTLEMENT_FILTERS = [
  'open',
  'pending',
  'overdue',
  'part',
  'failed',
  'settled',
  'assumed',
  'all',
] as const
export type SettlementFilter = (typeof SETTLEMENT_FILTERS)[number]

/**
 * The evidence of a confirmed payment: a bank line, a reference that was typed, or nothing but the word of
 * who confirmed it.
 */
export const EVIDENCE = ['none', 'reference', 'bank line'] as const
export type Evidence = (typeof EVIDENCE)[number]
const evidence = z.enum(EVIDENCE, { error: `Must be one of: ${EVIDENCE.join(', ')}.` })

export const settlementRow = z.object({
  trade_id: z.number(),
  deal_number: z.string(),
  contract_number: z.string().nullable(),
  side: z.enum(['buy', 'sell']),
  direction: z.enum(['pay', 'receive']),
  symbol: z.string(),
  company_name: z.string(),
  portfolio: z.string(),
  portfolioId: z.string(),
  broker_name: z.string().nullable(),
  /** The account's id. */
  settlement_account: z.number().nullable(),
  account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  payment_method: z.string().nullable(),
  trade_date: z.string(),
  /** As the trade booked it. */
  settlement_date: z.string(),
  /** When what is outstanding is expected; null where nothing is, or it failed. */
  due_date: z.string().nullable(),
  /** The day of the last payment; null where none was confirmed. */
  paid_on: z.string().nullable(),
  /** Of the version in force; 0 of a trade that was deleted after it was paid. */
  net_value: z.number(),
  /** The amount confirmed, less refunds. */
  paid: z.number(),
  /**
   * The amount not confirmed, in the row's direction: a refund where more was paid than the corrected net
   * value.
   */
  outstanding: z.number(),
  status: z.enum(SETTLEMENT_STATES),
  is_part: z.boolean(),
  /** The trade was deleted; what was paid for it is to come back. */
  is_deleted: z.boolean(),
  /** Whether the ledger has an entry of what is outstanding: not of what failed, nor of what a correction left open. */
  is_booked: z.boolean(),
  /** The bank's reference of the last confirmation. */
  reference: z.string().nullable(),
  /** The evidence of the last payment; null where none was confirmed. */
  evidence: evidence.nullable(),
})
export type SettlementRow = z.output<typeof settlementRow>

const filter = z.object({
  status: z.enum(SETTLEMENT_FILTERS).default('open'),
  side: z.enum(['buy', 'sell']).optional(),
  /** Due dates, both included; of settled ones the days of payment, of failed and assumed ones the dates as booked. */
  from: optional(date),
  to: optional(date),
  /** The broker's name; `-` for trades without one. */
  broker: z.string().max(200).optional(),
  /** The settlement account's id; `-` for trades without one. */
  account: z
    .string()
    .max(15, { error: 'Must be the id of a settlement account, or -.', abort: true })
    .regex(/^(-|\d{1,15})$/, 'Must be the id of a settlement account, or -.')
    .optional(),
  ...portfolioNamed,
  search: z.string().max(200).optional(),
})

const flow = z.object({ count: z.number(), amount: z.number() })
const totals = z.object({
  count: z.number(),
  pay: flow,
  receive: flow,
  /** Receivable less payable. */
  net: z.number(),
})

export const nettedRow = z.object({
  broker_name: z.string().nullable(),
  /** The due date; of settled ones the day of payment. */
  date: z.string(),
  settlement_account: z.number().nullable(),
  account_name: z.string().nullable(),
  account_number: z.string().nullable(),
  bank_name: z.string().nullable(),
  count: z.number(),
  receivable: z.number(),
  payable: z.number(),
  net: z.number(),
})
export type NettedRow = z.output<typeof nettedRow>

export const LADDER_STEPS = ['failed', 'overdue', 'today', 't1', 't2', 't3', 'later'] as const
export type LadderStep = (typeof LADDER_STEPS)[number]
const step = totals.extend({
  step: z.enum(LADDER_STEPS),
  /** The days it takes in; null for an end that is open, both for failed. */
  from: z.string().nullable(),
  to: z.string().nullable(),
})
const ordersOpen = z.object({
  /** The day on which they would settle if they were dealt today. */
  due: z.string(),
  /**
   * What buys would cost and sales would yield, fees included, by the limit price, else by the newest one.
   */
  pay: z.object({ count: z.number(), amount: z.number() }),
  receive: z.object({ count: z.number(), amount: z.number() }),
  net: z.number(),
  /** Orders without a limit and without a price, which are in no amount. */
  unpriced: z.number(),
})
export type OrdersOpen = z.output<typeof ordersOpen>
export const ladder = z.object({
  today: z.string(),
  steps: z.array(step),
  /** The cash of open orders, in no step and no balance; null for users who do not see orders. */
  orders: ordersOpen.nullable(),
  /** The cash that each account needs (net below zero) or gets on each step. */
  accounts: z.array(
    z.object({
      settlement_account: z.number().nullable(),
      account_name: z.string().nullable(),
      account_number: z.string().nullable(),
      bank_name: z.string().nullable(),
      cells: z.array(
        z.object({
          step: z.enum(LADDER_STEPS),
          payable: z.number(),
          receivable: z.number(),
          net: z.number(),
        }),
      ),
    }),
  ),
})
export type Ladder = z.output<typeof ladder>

const trade = recordId('Must be the id of a trade.')
const note = optionalText(500, 'The note')
/** The outstanding amount that the person saw: refused if it is another one by now. */
const seen = optional(money('The outstanding amount'))
const items = <T extends z.ZodType<{ tradeId: number }>>(item: T) =>
  z
    .array(item)
    .min(1, 'Please choose at least one settlement.')
    .max(SETTLEMENT_ITEMS_MAX, `At most ${SETTLEMENT_ITEMS_MAX} settlements at once.`)
    .superRefine((all, context) => {
      const known = new Set<number>()
      for (const [index, { tradeId }] of all.entries()) {
        if (known.has(tradeId)) {
          context.addIssue({
            code: 'custom',
            path: [index, 'tradeId'],
            message: 'This trade is named twice.',
          })
        }
        known.add(tradeId)
      }
    })

export const confirmInput = z.object({
  items: items(
    z.object({
      tradeId: trade,
      /** The day of the payment; the due date, at most today, where left out. */
      date: optional(date),
      /** The amount paid; all that is outstanding where left out. */
      amount: optional(money()),
      /** When the rest is expected; the due date if it is still to come, else the next market day. */
      nextDate: optional(date),
      reference: optionalText(100, 'The bank reference'),
      note,
      outstanding: seen,
    }),
  ),
})
export const failInput = z.object({
  items: items(
    z.object({
      tradeId: trade,
      /** The day on which it failed; the due date, at most today, where left out. */
      date: optional(date),
      note,
      outstanding: seen,
    }),
  ),
})
export const rescheduleInput = z.object({
  items: items(z.object({ tradeId: trade, date, note, outstanding: seen })),
})
export const reopenInput = z.object({
  items: items(z.object({ tradeId: trade, note })),
  /**
   * What becomes of matches with bank lines that contain the payments: `unmatch` takes them apart, `keep`
   * leaves them, which only a payment allows whose entry stays. Left out: 409 `settlement.matched` where
   * there is one.
   */
  matches: optional(z.enum(['unmatch', 'keep'], { error: 'Must be unmatch or keep.' })),
})
const dueFields = z.object({
  /** Everything expected up to this day, at most today. */
  upTo: date,
  broker: filter.shape.broker,
  account: filter.shape.account,
  /** `all`: every portfolio that the person changes. */
  ...portfolioNamed,
  reference: optionalText(100, 'The bank reference'),
  /**
   * What the confirmations rest on: `none`, `reference` (typed here), or `bank line`: then only those are confirmed whose
   * unmatched bank line is there, and the two are matched. Default: `reference` where one is sent, else `none`.
   */
  evidence: optional(evidence),
})
export const confirmDueInput = dueFields.superRefine((body, context) => {
  portfolioWritten()(body, context)
  const { evidence: rests, reference } = body
  if (rests === 'reference' && reference === null) {
    context.addIssue({ code: 'custom', path: ['reference'], message: 'Please enter the bank reference.' })
  }
  if (rests !== null && rests !== 'reference' && reference !== null) {
    context.addIssue({
      code: 'custom',
      path: ['reference'],
      message: 'Leave the bank reference blank, or choose Reference as evidence.',
    })
  }
})

const acted = z.object({
  dryRun: z.boolean(),
  results: z.array(
    z.object({
      trade_id: z.number(),
      deal_number: z.string(),
      kind: z.enum(['settled', 'part', 'failed', 'rescheduled', 'reopened']),
      date: z.string().nullable(),
      amount: z.number(),
      paid: z.number(),
      outstanding: z.number(),
      due_date: z.string().nullable(),
      /** Entries that it caused; none where it happened as booked. */
      entries: z.array(z.number()),
    }),
  ),
  /** The ledger lines for the first of them; only in a preview. */
  postings: z.array(postingPreview),
})
export type SettlementsActed = z.output<typeof acted>

const yesNo = z.enum(['0', '1', 'true', 'false']).optional()
const writeQuery = z.object({
  dryRun: yesNo,
  /** Entries dated in a locked period are posted on the first open day. */
  openPeriod: yesNo,
  /** A signed-off reconciliation that covers the day is marked as changed since. */
  changeReconciled: yesNo,
})
const base = { tag: 'Settlements' } as const
const act = { ...base, method: 'POST', status: 201, query: writeQuery, reply: acted } as const
export const settlements = {
  list: route({
    ...base,
    name: 'settlements.list',
    needs: 'settlements.read',
    load: 'list',
    method: 'GET',
    path: '/settlements',
    summary: 'Settlement instructions, the earliest due first (settled ones: the latest first)',
    query: filter.extend({
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
      cursor: z.string().max(60).optional(),
    }),
    reply: z.array(settlementRow),
  }),
  summary: route({
    ...base,
    name: 'settlements.summary',
    needs: 'settlements.read',
    method: 'GET',
    path: '/settlements/summary',
    summary:
      'Counts and sums over a whole filter: what is outstanding, of settled ones what was paid, of all the net values',
    query: filter,
    reply: totals,
  }),
  netted: route({
    ...base,
    name: 'settlements.netted',
    needs: 'settlements.read',
    load: 'list',
    method: 'GET',
    path: '/settlements/netted',
    summary: 'Receivable, payable and net per broker, day and settlement account, by pages of whole days',
    query: filter.extend({
      /** The day that the page begins with. */
      cursor: optional(date),
    }),
    reply: z.array(nettedRow),
  }),
  ladder: route({
    ...base,
    name: 'settlements.ladder',
    needs: 'settlements.read',
    method: 'GET',
    path: '/settlements/ladder',
    summary: 'Amounts due by day, and the cash that each settlement account needs',
    query: z.object(portfolioNamed),
    reply: ladder,
  }),
  confirm: route({
    ...act,
    name: 'settlements.confirm',
    needs: 'settlements.confirm',
    path: '/settlements/confirm',
    summary: 'Confirm what was paid: one or many, in full or in part; all or nothing',
    body: confirmInput,
  }),
  confirmDue: route({
    ...base,
    name: 'settlements.confirm-due',
    needs: 'settlements.confirm',
    runs: 'job',
    method: 'POST',
    status: 201,
    path: '/settlements/confirm-due',
    summary: `Confirm everything due up to a day as booked, ${SETTLEMENTS_AT_ONCE} trades a call`,
    query: writeQuery,
    body: confirmDueInput,
    reply: totals.extend({
      dryRun: z.boolean(),
      /** Trades that are still due up to the day: call again. By bank lines: pairs that wait for the next call. */
      remaining: z.number(),
      /** By bank lines: trades that are due and have none. */
      withoutLine: z.number(),
      /**
       * Of these: remainders of trades that were corrected after they were paid. The ledger has no entry of them that a bank line
       * could be matched with, so they are confirmed one by one or with another evidence.
       */
      withoutEntry: z.number(),
    }),
  }),
  fail: route({
    ...act,
    name: 'settlements.fail',
    needs: 'settlements.confirm',
    path: '/settlements/fail',
    summary: 'Mark settlements as failed: nothing is expected until they are rescheduled',
    body: failInput,
  }),
  reschedule: route({
    ...act,
    name: 'settlements.reschedule',
    needs: 'settlements.confirm',
    path: '/settlements/reschedule',
    summary: 'Set a new date for what is outstanding',
    body: rescheduleInput,
  }),
  reopen: route({
    ...act,
    name: 'settlements.reopen',
    needs: 'settlements.confirm',
    path: '/settlements/reopen',
    summary: 'Reverse the confirmations: the settlement is again as booked with the trade',
    body: reopenInput,
  }),
  one: route({
    ...base,
    name: 'settlements.one',
    needs: 'settlements.read',
    load: 'light',
    method: 'GET',
    path: '/settlements/:id',
    summary: "One trade's settlement with everything that happened to it and its ledger entries",
    params: idParams,
    reply: z.object({
      settlement: settlementRow,
      /** Our reference to the custodian; null where no safekeeping account has the portfolio. */
      custodian_reference: z.string().nullable(),
      history: z.array(
        z.object({
          id: z.number(),
          kind: z.enum(['settled', 'part', 'failed', 'rescheduled', 'reopened']),
          date: z.string().nullable(),
          amount: z.number(),
          due_date: z.string().nullable(),
          reference: z.string().nullable(),
          /** The evidence of a payment; null of anything else. */
          evidence: evidence.nullable(),
          /** The day of the bank line; the ledger's day stays where it is locked or signed off. */
          bank_date: z.string().nullable(),
          /** The reconciliation that holds the bank line. */
          reconciliation: z.number().nullable(),
          note: z.string().nullable(),
          entries: z.array(z.number()),
          recorded_at: z.string(),
          recorded_by: z.string(),
        }),
      ),
      entries: z.array(
        z.object({
          id: z.number(),
          date: z.string(),
          description: z.string(),
          total: z.number(),
          reversal_of: z.number().nullable(),
          reversed_by: z.number().nullable(),
          status: z.enum(['Posted', 'Pending']),
        }),
      ),
    }),
  }),
}
