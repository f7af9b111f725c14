import { z } from 'zod'
import { changeOf, date, decimal, money, neededVersion, optional, recordId, text } from '../kit/fields.ts'
import { idParams, listQuery } from '../kit/register.ts'
import { type Route, route } from '../kit/route.ts'

/**
 * Approvals: a write that an approval rule asks for is run, rolled back and kept until other people decide.
 * Nothing of it is in the books until then. Amounts in rupees, days as YYYY-MM-DD.
 */

/** A request that waits answers this in place of the write (202). */
export const approvalAccepted = z.object({
  approvalId: z.number(),
  /** "APR-000123" */
  number: z.string(),
  state: z.literal('waiting'),
  /** The names of the rules that ask. */
  rules: z.array(z.string()),
  /** The last day on which it can be decided. */
  expiresAt: z.string(),
})
export type ApprovalAccepted = z.output<typeof approvalAccepted>

/** How a request is called: "APR-000123". */
export const requestNumber = (id: number): string => `APR-${String(id).padStart(6, '0')}`

/** The value of the header `X-Approval` in a preview: the write would wait for approval. */
export const approvalAsked = z.object({ rules: z.array(z.string()), approvers: z.array(z.string()) })
export type ApprovalAsked = z.output<typeof approvalAsked>
export const APPROVAL_HEADER = 'X-Approval'
/** In that header of a write: where it would wait, say so first (409 `approval.asks`). The same without it is submitted. */
export const ASK_FIRST = 'ask'

const NAMED = 3

/** "Nimal Perera, Sunil Silva or 2 others": any of them may approve. */
export function anyOf(names: readonly string[]): string {
  const more = names.length - NAMED
  if (more > 0) return `${names.slice(0, NAMED).join(', ')} or ${more} ${more === 1 ? 'other' : 'others'}`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** The facts in the sentence of `approval.asks`. */
export const askedFacts = ({ rules, approvers }: ApprovalAsked) => ({
  approvers: anyOf(approvers),
  rules: rules.join(', '),
})

export const APPROVAL_STATES = [
  'waiting',
  'approved',
  'done',
  'rejected',
  'withdrawn',
  'expired',
  'returned',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** Days that a rule's requests wait, in market days. */
export const EXPIRES_AFTER = 5
const EXPIRES_MOST = 60
const ACTS_MOST = 300
const RULE_PORTFOLIOS_MOST = 1_000
/** Days that a delegation lasts at most. */
export const DELEGATION_DAYS_MOST = 30

/**
 * Calls that are never held for approval: one's own sign-in and account, the calls of approvals, the end and
 * the repetition of a job.
 */
const NEVER_HELD = /^(identity|approvals|approval-rules|approval-delegations|jobs)\./
/** Calls that change nothing in the books: personal marks, drafts, and reads. */
const NOTHING_DECIDED: ReadonlySet<string> = new Set([
  'batches.see',
  'limits.note',
  'report-schedules.create',
  'report-schedules.change',
  'report-schedules.remove',
  'report-schedules.run',
  'saved-views.create',
  'saved-views.change',
  'saved-views.remove',
  'favourites.save',
])
/** Calls that change something, by a load that a read has not. */
const READS = new Set(['light', 'heavy', 'list', 'report', 'export', 'file', 'none'])
const ONLY_CALCULATE = /\.(calculate|calculate-buy|calculate-bulk-buy|calculate-bulk-sell)$/

/** Whether an approval rule can ask for this write: all writes but those of one's own account, drafts of one's own, and what only reads. */
export const canWait = ({ name, method, load, needs, onlyReads }: Route): boolean =>
  method !== 'GET' &&
  needs !== 'public' &&
  onlyReads !== true &&
  !READS.has(load) &&
  !ONLY_CALCULATE.test(name) &&
  !NEVER_HELD.test(name) &&
  !NOTHING_DECIDED.has(name)

const portfolios = z.union(
  [
    z.literal('all'),
    z
      .array(z.union([z.number(), z.string().trim().min(1).max(100)]))
      .min(1)
      .max(RULE_PORTFOLIOS_MOST),
  ],
  { error: 'Must be "all" or a list of codes or ids of portfolios.' },
)

const ruleFields = {
  name: text(100, 'The name'),
  /** Names of calls (operationId). */
  acts: z.array(z.string().min(1).max(100)).min(1, 'Please choose at least one act.').max(ACTS_MOST),
  /** Asks from this amount on: gross of trades, else the debits of an act's own entries. Null: always. */
  atLeast: optional(money('The amount')),
  /** Of prices typed by hand: asks where one changes by so many percent or more. Null: always. */
  changeOver: optional(decimal({ scale: 4, min: 1n, max: 10_000_000n, what: 'The change' })),
  approvals: z.union([z.literal(1), z.literal(2)], { error: 'Must be 1 or 2.' }),
  portfolios: portfolios.optional().default('all'),
  expiresAfter: z.number().int().min(1).max(EXPIRES_MOST).optional().default(EXPIRES_AFTER),
}

const rule = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  acts: z.array(z.string()),
  atLeast: z.number().nullable(),
  changeOver: z.number().nullable(),
  approvals: z.number(),
  /** Their codes, or all. */
  portfolios: z.union([z.literal('all'), z.array(z.string())]),
  /** Market days that a request waits. */
  expiresAfter: z.number(),
  isOn: z.boolean(),
  /** Whether enough people are left to decide what it asks for. */
  canBeDecided: z.boolean(),
  recordedBy: z.string(),
  recordedAt: z.string(),
})
export type ApprovalRule = z.output<typeof rule>

/** One line of an entry that an act posts. */
const line = z.object({
  date: z.string(),
  account_code: z.string(),
  account_name: z.string(),
  portfolio: z.string().nullable(),
  debit: z.string(),
  credit: z.string(),
})
const ownTrade = z.object({
  side: z.string(),
  symbol: z.string(),
  portfolio: z.string(),
  quantity: z.number(),
  price: z.string(),
  gross: z.string(),
  fees: z.string(),
  net: z.string(),
  cost_out: z.string().nullable(),
  capital_gain: z.string().nullable(),
})
/**
 * The contents of the hash in addition to the request: the act's own lines and money, and the states of its
 * checks. Money as exact text.
 */
export const approvalFacts = z.object({
  trades: z.array(ownTrade),
  lines: z.array(line),
  checks: z.array(z.object({ limit: z.string(), state: z.string() })),
  /** The file that the act makes of entries that were posted before: a batch for an outside ledger. */
  file: z
    .object({
      name: z.string(),
      entries: z.number(),
      lines: z.number(),
      amount: z.string(),
      sha256: z.string(),
    })
    .optional(),
  /** Of an act of more trades or lines than are listed above: the sums of all, and a hash of all. */
  whole: z
    .object({
      trades: z.object({
        count: z.number(),
        gross: z.string(),
        fees: z.string(),
        net: z.string(),
        cost_out: z.string().nullable(),
        capital_gain: z.string().nullable(),
        sha256: z.string(),
      }),
      lines: z.object({ count: z.number(), amount: z.string(), sha256: z.string() }),
      accounts: z.array(
        z.object({
          account_code: z.string(),
          account_name: z.string(),
          debit: z.string(),
          credit: z.string(),
        }),
      ),
    })
    .optional(),
})
export type ApprovalFacts = z.output<typeof approvalFacts>

const fieldChange = z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })
/** A record that the act changes. */
const recordChange = z.object({
  kind: z.string(),
  name: z.string(),
  what: z.string(),
  changes: z.array(fieldChange),
})
const computed = z.object({
  facts: approvalFacts,
  /** Lines and trades of a large act are cut: how many there are in all. */
  counts: z.object({ trades: z.number(), lines: z.number() }),
  records: z.array(recordChange),
  /** The answer of the call's preview: consequences for later sales, holdings before and after, warnings. */
  preview: z.unknown(),
  hash: z.string(),
  computedAt: z.string(),
})

const requestRow = z.object({
  id: z.number(),
  number: z.string(),
  /** The call's name (operationId), and what it does. */
  act: z.string(),
  summary: z.string(),
  title: z.string(),
  state: z.enum(APPROVAL_STATES),
  maker: z.object({ id: z.number(), name: z.string() }),
  submittedAt: z.string(),
  /** The last day on which it can be decided. */
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  amount: z.number().nullable(),
  /** Codes of the portfolios that it touches; null: all. */
  portfolios: z.array(z.string()).nullable(),
  rules: z.array(z.object({ name: z.string(), version: z.number().nullable() })),
  approvals: z.object({ given: z.number(), needed: z.number() }),
  isMine: z.boolean(),
  /** Whether the person who asks may decide it now. */
  mayDecide: z.boolean(),
  /** Approving it needs a sign-in of the last minutes. */
  needsSignIn: z.boolean(),
  /** Its answer holds a secret: the maker fetches it once after approval. */
  isCollected: z.boolean(),
  jobId: z.number(),
})
export type ApprovalRow = z.output<typeof requestRow>

const step = z.object({
  what: z.enum([
    'submitted',
    'approved',
    'lapsed',
    'carried-out',
    'rejected',
    'withdrawn',
    'expired',
    'returned',
  ]),
  at: z.string(),
  /** Null: the clock, or the command on the machine. */
  by: z.string().nullable(),
  /** Whom a delegate decided for. */
  for: z.string().nullable(),
  reason: z.string().nullable(),
  hash: z.string().nullable(),
})
export const approvalRequest = requestRow.extend({
  sent: z.object({ params: z.unknown(), query: z.unknown(), body: z.unknown() }),
  /** As it came to at the submission, and now; now is null where it was not run again. */
  submitted: computed,
  now: computed.nullable(),
  /** The differences of the two, in words. */
  differs: z.array(z.string()),
  /** Where carrying it out now would be refused: the sentence. */
  refusal: z.string().nullable(),
  steps: z.array(step),
  /** The maker let the account in that approved it. */
  letInByMaker: z.array(z.string()),
  approvers: z.array(z.string()),
})
export type ApprovalRequest = z.output<typeof approvalRequest>

const delegation = z.object({
  id: z.number(),
  from: z.object({ id: z.number(), name: z.string() }),
  to: z.object({ id: z.number(), name: z.string() }),
  fromDay: z.string(),
  until: z.string(),
  reason: z.string(),
  endedAt: z.string().nullable(),
})
export type ApprovalDelegation = z.output<typeof delegation>

export const RULE_SETS = ['money', 'full-desk'] as const
export type RuleSet = (typeof RULE_SETS)[number]

const reason = text(500, 'The reason').pipe(
  z.string().min(5, 'Please give a reason of 5 or more characters.'),
)
const signedIn = { tag: 'Approvals', needs: 'signed-in' } as const

export const approvals = {
  list: route({
    ...signedIn,
    name: 'approvals.list',
    load: 'list',
    method: 'GET',
    path: '/approvals',
    summary:
      'Requests for approval, newest first: those that wait for me, those that I asked for, or all that I may see',
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend({
        state: z.enum(APPROVAL_STATES).optional(),
        of: z.enum(['for-me', 'mine', 'all']).optional().default('all'),
        /** Calls, or features by the first word of their calls, separated by commas. */
        acts: z.string().trim().min(1).max(500).optional(),
        /** A part of the number or of the title. */
        search: z.string().trim().min(1).max(100).optional(),
      })
      .prefault({}),
    reply: z.array(requestRow),
  }),
  get: route({
    ...signedIn,
    name: 'approvals.get',
    method: 'GET',
    path: '/approvals/:id',
    summary:
      'One request: what was sent, what it came to at the submission and comes to now, and who did what with it',
    params: idParams,
    query: z
      .object({
        /** Of long work: run it again, as a job. */
        again: z.coerce.number().int().min(0).max(1).optional(),
      })
      .prefault({}),
    reply: approvalRequest,
  }),
  approve: route({
    ...signedIn,
    name: 'approvals.approve',
    method: 'POST',
    dryRunStatus: null,
    path: '/approvals/:id/approve',
    summary: 'Approve what was seen, by its hash: the last approval carries it out as its maker',
    params: idParams,
    body: z.object({ seen: text(64, 'The hash that was shown') }),
    reply: approvalRequest,
  }),
  reject: route({
    ...signedIn,
    name: 'approvals.reject',
    method: 'POST',
    path: '/approvals/:id/reject',
    summary: 'Reject a request: nothing of it is done',
    params: idParams,
    body: z.object({ reason }),
    reply: approvalRequest,
  }),
  withdraw: route({
    ...signedIn,
    name: 'approvals.withdraw',
    method: 'POST',
    path: '/approvals/:id/withdraw',
    summary: "Withdraw one's own request",
    params: idParams,
    body: z.object({ reason: optional(text(500, 'The reason')) }),
    reply: approvalRequest,
  }),
  collect: route({
    ...signedIn,
    name: 'approvals.collect',
    method: 'POST',
    dryRunStatus: null,
    path: '/approvals/:id/collect',
    summary: 'Carry out an approved request whose answer holds a secret, and answer it: once, to its maker',
    params: idParams,
    reply: z.object({ number: z.string(), answer: z.unknown() }),
  }),
}

export const approvalRules = {
  list: route({
    ...signedIn,
    name: 'approval-rules.list',
    load: 'light',
    method: 'GET',
    path: '/approval-rules',
    summary: 'The approval rules as they are now',
    reply: z.array(rule),
  }),
  create: route({
    tag: 'Approvals',
    needs: 'approvals.rules',
    scope: 'all',
    name: 'approval-rules.create',
    method: 'POST',
    path: '/approval-rules',
    summary: 'Write an approval rule',
    status: 201,
    body: z.object(ruleFields),
    reply: rule,
  }),
  change: route({
    tag: 'Approvals',
    needs: 'approvals.rules',
    scope: 'all',
    name: 'approval-rules.change',
    method: 'PUT',
    path: '/approval-rules/:id',
    summary: 'Write another version of an approval rule, or switch it off (isOn false)',
    params: idParams,
    body: z.object({ ...changeOf({ ...ruleFields, isOn: z.boolean().optional() }), version: neededVersion }),
    reply: rule,
  }),
  load: route({
    tag: 'Approvals',
    needs: 'approvals.rules',
    scope: 'all',
    name: 'approval-rules.load',
    method: 'POST',
    path: '/approval-rules/sets',
    summary: 'Load a set of approval rules: two pairs of eyes on money, or the full desk',
    status: 201,
    body: z.object({
      set: z.enum(RULE_SETS),
      /** Of manual entries and write-offs, in rupees. */
      atLeast: optional(money('The amount')),
      /** Of prices changed by hand, in percent. */
      changeOver: optional(decimal({ scale: 4, min: 1n, max: 10_000_000n, what: 'The change' })),
    }),
    reply: z.array(rule),
  }),
}

export const approvalDelegations = {
  list: route({
    ...signedIn,
    name: 'approval-delegations.list',
    load: 'light',
    method: 'GET',
    path: '/approval-delegations',
    summary: 'Who decides for whom: delegations from me and to me; who writes rules sees all',
    reply: z.array(delegation),
  }),
  people: route({
    ...signedIn,
    name: 'approval-delegations.people',
    load: 'light',
    method: 'GET',
    path: '/approval-delegations/people',
    summary: 'Active people whom one who decides can let decide: their names alone',
    reply: z.array(z.object({ id: z.number(), name: z.string() })),
  }),
  create: route({
    tag: 'Approvals',
    needs: 'approvals.decide',
    name: 'approval-delegations.create',
    method: 'POST',
    path: '/approval-delegations',
    summary: 'Let another person decide for me, from a day until another (at most 30 days)',
    status: 201,
    body: z.object({ to: recordId('Must be the id of a person.'), from: date, until: date, reason }),
    reply: delegation,
  }),
  end: route({
    tag: 'Approvals',
    needs: 'approvals.decide',
    name: 'approval-delegations.end',
    method: 'DELETE',
    path: '/approval-delegations/:id',
    summary: 'End a delegation of mine now',
    params: idParams,
    reply: delegation,
  }),
}
