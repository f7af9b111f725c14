import {
  HARDNESSES,
  LIMIT_EFFECTS,
  LIMIT_KINDS,
  LIMIT_MEASURES,
  LIMIT_OPERATORS,
  LIMIT_STATES,
  LIMIT_UNITS,
  RESTRICTED_SIDES,
  SCOPE_TYPES,
  SUBJECT_TYPES,
} from '@em/core/limits/limit-codes'
import { z } from 'zod'
import {
  changeOf,
  date,
  decimal,
  neededVersion,
  optional,
  optionalText,
  price,
  recordId,
  shares,
  text,
} from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'
import { limitContent, wellSaid } from './limit-form.ts'
import { reportSpan } from './limit-report-span.ts'
import { ruleSet } from './limit-rule-sets.ts'

export { faultsOfLimit } from './limit-form.ts'

/**
 * Limits: what a portfolio, a group of them, an entity or all may hold, owe or do at most. A limit acts on intentions (orders, elections,
 * applications, transfer requests); what was dealt is recorded and opens a breach. Percentages have up to 4 decimals, amounts are in
 * rupees.
 */

/** Acts of one what-if; lines of one answer. */
export const WHAT_IF_ACTS_MAX = 50
export const UTILISATION_MAX = 2_000
export const BREACHES_MAX = 2_000

/** Which of the three screens shows the limits of a kind. */
export const LIMIT_TABS = {
  counterparty: ['exposure'],
  position: ['position', 'cash', 'act'],
  concentration: ['share', 'restriction'],
} as const satisfies Record<string, readonly (typeof LIMIT_KINDS)[number][]>

/** A limit, an exposure or a holding of another scope: only the state is shown. */
const subject = z.object({
  type: z.enum(SUBJECT_TYPES),
  /** Null where the person does not see all of it. */
  id: z.string().nullable(),
  /** The so many largest of them together. */
  top: z.number().nullable(),
  /** As a screen calls it: "COMB", "each issuer", "the 3 largest issuers". */
  label: z.string(),
})
const scope = z.object({
  type: z.enum(SCOPE_TYPES),
  id: z.string().nullable(),
  label: z.string(),
})
const version = z.object({
  version: z.number(),
  name: z.string(),
  bound: z.number().nullable(),
  operator: z.enum(LIMIT_OPERATORS),
  hardness: z.enum(HARDNESSES),
  warning: z.number(),
  effectiveFrom: z.string(),
  effectiveTo: z.string().nullable(),
  source: z.string().nullable(),
  grace: z.number().nullable(),
  days: z.number().nullable(),
  collateral: z.number().nullable(),
  side: z.enum(RESTRICTED_SIDES).nullable(),
  /** Of a restriction. Null also for who does not see the whole scope, or may not see the reasons of restrictions. */
  reason: z.string().nullable(),
  /** Why it changes days that are over; null where it changes none. */
  changeReason: z.string().nullable(),
  recordedBy: z.string(),
  recordedAt: z.string(),
})
export const limit = version.extend({
  code: z.string(),
  kind: z.enum(LIMIT_KINDS),
  measure: z.enum(LIMIT_MEASURES),
  subject,
  scope,
  unit: z.enum(LIMIT_UNITS),
  /** By its dates, on the day asked for. */
  state: z.enum(['in-force', 'coming', 'ended']),
})
export type Limit = z.output<typeof limit>
export const limitWithVersions = limit.extend({
  /** All that were recorded, the newest first. On a day holds the newest whose first day has come, until its last day. */
  versions: z.array(version),
})
export type LimitWithVersions = z.output<typeof limitWithVersions>

const named = z.object({ code: z.string(), name: z.string() })
const measured = z.object({
  /** Percent to 4 decimals, rupees or shares; null where it cannot be computed, and where the person does not see the whole scope. */
  value: z.number().nullable(),
})
const headroom = z.object({
  /** The most shares that the first act could be of and stay within; null where that says nothing. */
  quantity: z.number().nullable(),
  /** The value of these shares in rupees, or the rupees left under the bound. */
  amount: z.number().nullable(),
  /** If the bound is exceeded: the fewest shares whose sale returns it to within; null if none does. */
  cure: z.number().nullable(),
})
const head = {
  limit: named,
  kind: z.enum(LIMIT_KINDS),
  measure: z.enum(LIMIT_MEASURES),
  hardness: z.enum(HARDNESSES),
  scope,
  subject,
  /** Null for a restriction, and where the person does not see the whole scope. */
  bound: z.number().nullable(),
  warningAt: z.number().nullable(),
  unit: z.enum(LIMIT_UNITS),
  operator: z.enum(LIMIT_OPERATORS),
  state: z.enum(LIMIT_STATES),
  headroom,
  /** A sentence; of `unknown` it says why. */
  text: z.string(),
}

export const limitCheck = z.object({
  ...head,
  before: measured,
  after: measured,
  /** With open orders and requests that wait; they hold nothing. */
  waiting: measured.extend({ state: z.enum(LIMIT_STATES) }),
  turn: z.enum(LIMIT_EFFECTS),
  /** Its effect on the acts: none, asks for a reason, refuses. */
  asks: z.enum(['nothing', 'reason', 'refusal']),
})
export type LimitCheck = z.output<typeof limitCheck>

export const utilisationRow = z.object({
  ...head,
  value: z.number().nullable(),
  /** What is measured over what, in rupees or shares; the denominator is null where there is none. */
  numerator: z.number().nullable(),
  denominator: z.number().nullable(),
  /** A percent of the bound, for a bar; null where it is unknown. */
  used: z.number().nullable(),
  /** The open breach of it. */
  breach: z.number().nullable(),
})
export type UtilisationRow = z.output<typeof utilisationRow>

export const BREACH_STATES = ['open', 'late', 'overridden', 'cured'] as const
export const BREACH_CAUSES = [
  'trade',
  'correction',
  'action',
  'price',
  'issued-shares',
  'reference-data',
  'limit',
  'cash',
  'other',
] as const
export const BREACH_STEPS = ['opened', 'worsened', 'noted', 'overridden', 'cured', 'reopened'] as const

export const breach = z.object({
  id: z.number(),
  limit: named,
  kind: z.enum(['active', 'passive']),
  limitKind: z.enum(LIMIT_KINDS),
  measure: z.enum(LIMIT_MEASURES),
  hardness: z.enum(HARDNESSES),
  scope,
  subject,
  cause: z.enum(BREACH_CAUSES),
  /** A sentence: which trade, which price set, which change of the limit. */
  causeText: z.string(),
  /** The day of the books on which it opened, and on which it was cured. */
  opened: z.string(),
  cured: z.string().nullable(),
  /** At the last step; the highest of it, or the lowest of a lower bound. Null where the person does not see the whole scope. */
  value: z.number().nullable(),
  worst: z.number().nullable(),
  bound: z.number().nullable(),
  unit: z.enum(LIMIT_UNITS),
  state: z.enum(BREACH_STATES),
  /** Market days since it opened. */
  age: z.number(),
  /** Market days; null: none was given. */
  grace: z.number().nullable(),
  override: z.object({ level: z.number(), until: z.string(), by: z.string(), reason: z.string() }).nullable(),
  steps: z.array(
    z.object({
      what: z.enum(BREACH_STEPS),
      on: z.string(),
      value: z.number().nullable(),
      /** Of what worsened it: the value before. */
      before: z.number().nullable(),
      /** Of an override: up to which value, and its last day. */
      level: z.number().nullable(),
      until: z.string().nullable(),
      /** Null: the books found it. */
      by: z.string().nullable(),
      at: z.string(),
      /** What a person wrote; of what worsened it: which act, which prices. */
      note: z.string().nullable(),
    }),
  ),
})
export type Breach = z.output<typeof breach>

const issuedShares = z.object({
  id: z.number(),
  symbol: z.string(),
  companyName: z.string(),
  from: z.string(),
  quantity: z.number(),
  source: z.string(),
  /** With our own splits since; today's number of the newest row. */
  today: z.number(),
  recordedBy: z.string(),
  recordedAt: z.string(),
})
export type IssuedShares = z.output<typeof issuedShares>

const act = z.object({
  kind: z.enum(['buy', 'sell'], { error: 'Must be buy or sell.' }),
  portfolioId: z.union([text(200, 'The portfolio'), z.number().int().positive().transform(String)]),
  symbol: text(20, 'The symbol'),
  quantity: shares(),
  price: price(),
  /** Left out: the usual day. */
  settlementDate: optional(date),
  /** Of what was dealt: the day. Left out: today. */
  tradeDate: optional(date),
  broker: optionalText(200, 'The broker'),
  /** Of what was dealt: where it settles. What is due on an account that is confirmed by hand is late. */
  settlementAccount: optional(recordId('Please choose a settlement account.')),
})

const report = z.object({
  from: z.string(),
  to: z.string(),
  portfolio: z.string(),
  generatedAt: z.string(),
  /** On the last day, what is used most first. */
  utilisation: z.array(utilisationRow),
  /** Opened, worsened, overridden or cured in the span, or open at its end. */
  breaches: z.array(breach),
  /** Versions of limits recorded in the span. */
  changes: z.array(version.extend({ code: z.string(), unit: z.enum(LIMIT_UNITS) })),
  totals: z.object({
    limits: z.number(),
    exceeded: z.number(),
    warning: z.number(),
    unknown: z.number(),
    opened: z.number(),
    cured: z.number(),
    /** On the last day. */
    late: z.number(),
    /** Breaches that an override covered on a day of the span. */
    overridden: z.number(),
  }),
})
export type LimitsReport = z.output<typeof report>

const kinds = z
  .string()
  .max(200)
  .transform((said) => said.split(',').map((one) => one.trim()))
  .pipe(z.array(z.enum(LIMIT_KINDS, { error: `Must be some of: ${LIMIT_KINDS.join(', ')}.` })))
  .optional()
const portfolio = z.string().max(200).optional()
const yes = z.enum(['0', '1', 'true', 'false']).optional()
const codeParams = z.object({ code: text(40, 'The code') })
const base = { tag: 'Limits', needs: 'limits.read' } as const
const change = { tag: 'Limits', needs: 'limits.change', scope: 'all' } as const

export const limits = {
  list: route({
    ...base,
    name: 'limits.list',
    method: 'GET',
    path: '/limits',
    summary:
      'The limits, each in the version of the day asked for (today when left out), else in its newest; by code',
    query: z.object({ asOf: date.optional(), kind: kinds }),
    reply: z.array(limit),
  }),
  utilisation: route({
    ...base,
    name: 'limits.utilisation',
    load: 'report',
    method: 'GET',
    path: '/limits/utilisation',
    summary: `How far the limits in force on a day are used, computed from the books of that day; what is used most first, at most ${UTILISATION_MAX} lines`,
    query: z.object({
      asOf: date.optional(),
      kind: kinds,
      portfolio,
      symbol: z.string().max(20).optional(),
      code: z.string().max(40).optional(),
    }),
    reply: z.object({
      asOf: z.string(),
      rows: z.array(utilisationRow),
      hasMore: z.boolean(),
    }),
  }),
  whatIf: route({
    ...base,
    name: 'limits.what-if',
    load: 'report',
    dryRunStatus: null,
    method: 'POST',
    path: '/limits/what-if',
    summary: 'What buys and sales would do to the limits that they touch; nothing is written',
    body: z.object({
      acts: z
        .array(act)
        .min(1, 'Please enter an act.')
        .max(WHAT_IF_ACTS_MAX, `At most ${WHAT_IF_ACTS_MAX} acts.`),
    }),
    reply: z.object({
      checks: z.array(limitCheck),
      /** The strictest of them. */
      asks: z.enum(['nothing', 'reason', 'refusal']),
    }),
  }),
  breaches: route({
    ...base,
    name: 'limits.breaches',
    method: 'GET',
    path: '/limits/breaches',
    summary: `Breaches, the newest first, at most ${BREACHES_MAX}`,
    query: z.object({
      /** States, separated by commas; those that are not cured where left out. */
      state: z
        .string()
        .max(200)
        .transform((said) => said.split(',').map((one) => one.trim()))
        .pipe(z.array(z.enum(BREACH_STATES, { error: `Must be some of: ${BREACH_STATES.join(', ')}.` })))
        .optional(),
      kind: kinds,
      portfolio,
      symbol: z.string().max(20).optional(),
    }),
    reply: z.array(breach),
  }),
  note: route({
    tag: 'Limits',
    name: 'limits.note',
    needs: 'orders.propose',
    orNeeds: 'limits.override',
    method: 'POST',
    path: '/limits/breaches/:id/notes',
    summary: 'Add a note to a breach: what is planned, who was told',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({ note: text(1_000, 'The note') }),
    reply: breach,
  }),
  override: route({
    tag: 'Limits',
    name: 'limits.override',
    needs: 'limits.override',
    method: 'POST',
    path: '/limits/breaches/:id/override',
    summary: 'Allow a breach up to a level until a day; by another person than who caused it',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      /** In the unit of the limit. */
      level: decimal({ scale: 4, min: 0n, max: 10n ** 17n, what: 'The level' }),
      until: date,
      reason: text(500, 'The reason').refine(
        (said) => said.length >= 5,
        'The reason must have at least 5 characters.',
      ),
    }),
    reply: breach,
  }),
  report: route({
    ...base,
    name: 'limits.report',
    load: 'report',
    method: 'GET',
    path: '/limits/report',
    summary: 'Limits of a span: how far they are used on its last day, breaches, changes',
    query: reportSpan(z.object({ from: date, to: date, portfolio, kind: kinds })),
    reply: report,
  }),
  ruleSets: route({
    ...base,
    name: 'limits.rule-sets',
    load: 'light',
    method: 'GET',
    path: '/limits/rule-sets',
    summary:
      'Drafts of limits by law: none of them is in force; each line is to be checked and written as a limit',
    reply: z.array(ruleSet),
  }),
  issued: route({
    ...base,
    name: 'limits.issued-shares',
    method: 'GET',
    path: '/limits/issued-shares',
    summary: 'Issued shares of securities by date, the newest first',
    query: z.object({ symbol: z.string().max(20).optional() }),
    reply: z.array(issuedShares),
  }),
  addIssued: route({
    ...change,
    name: 'limits.add-issued-shares',
    method: 'POST',
    path: '/limits/issued-shares',
    status: 201,
    summary:
      'Record how many shares of a security are issued from a day on; our own splits move them from there',
    query: z.object({ dryRun: yes }),
    body: z.object({
      symbol: text(20, 'The symbol'),
      from: date,
      quantity: decimal({ scale: 0, min: 1n, max: 10n ** 15n, what: 'The number of issued shares' }),
      source: text(300, 'The source'),
    }),
    reply: issuedShares,
  }),
  create: route({
    ...change,
    name: 'limits.create',
    method: 'POST',
    path: '/limits',
    status: 201,
    summary: 'Write a limit; one that is exceeded already opens a passive breach',
    query: z.object({ dryRun: yes }),
    body: z
      .object({
        code: text(40, 'The code').refine(
          (code) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code),
          'The code has letters, digits, dots, hyphens and low lines.',
        ),
        ...limitContent,
      })
      .superRefine(wellSaid),
    reply: limitWithVersions,
  }),
  one: route({
    ...base,
    name: 'limits.one',
    load: 'light',
    method: 'GET',
    path: '/limits/:code',
    summary: 'A limit with all its versions',
    params: codeParams,
    reply: limitWithVersions,
  }),
  change: route({
    ...change,
    name: 'limits.change',
    method: 'PUT',
    path: '/limits/:code',
    summary:
      'Write the next version of a limit, which holds from its first day on and replaces versions that come on that day or later; what is left out stays as it is in force on that day. Kind, measure, subject, scope and unit are those of its first version',
    params: codeParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      ...changeOf({
        bound: limitContent.bound,
        operator: limitContent.operator,
        warning: limitContent.warning,
        effectiveTo: limitContent.effectiveTo,
        source: limitContent.source,
        grace: limitContent.grace,
        days: limitContent.days,
        collateral: limitContent.collateral,
        side: limitContent.side,
        reason: limitContent.reason,
      }),
      name: limitContent.name.optional(),
      hardness: limitContent.hardness.optional(),
      /** Left out: today. A day that is over corrects what the limit said then, and asks for `changeReason`. */
      effectiveFrom: date.optional(),
      changeReason: optionalText(500, 'The reason of the change').optional(),
      /** The newest version that was read: that of `versions[0]`. */
      version: neededVersion,
    }),
    reply: limitWithVersions,
  }),
}
