import { POSTING_ROLES } from '@em/core/ledger/roles'
import { z } from 'zod'
import { date, optional, recordId, text, written } from '../kit/fields.ts'
import { route } from '../kit/route.ts'

/**
 * GL Mapping and Cash Flow Mapping: which account each posting role goes to, in general, per portfolio, and for cash
 * per settlement account. The most particular one wins: settlement account before portfolio before general. Each holds
 * from a day on; an entry goes to the account that is mapped on the day it belongs to.
 */

const role = z.enum(POSTING_ROLES, { error: 'Must be a posting role.' })
const account = z.object({ account_code: z.string(), account_name: z.string() })

export const glMapping = z.object({
  role,
  /** Null: for every portfolio. */
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  /** Null: for every settlement account. */
  settlement_account_id: z.number().nullable(),
  settlement_account: z.string().nullable(),
  ...account.shape,
  /** The first day that entries go there; `MAPPED_FROM_START` for a mapping that always held. */
  effective_from: z.string(),
  /** The last day; null while nothing follows. */
  effective_until: z.string().nullable(),
})
export type GlMapping = z.output<typeof glMapping>

export const mappedRole = z.object({
  role,
  label: z.string(),
  /** Accounts of this type may serve the role. */
  account_type: z.string(),
  /** Its balance follows from trades and events: the account serves no other role and takes no manual entries. */
  is_control: z.boolean(),
  /** The general mapping in force today. */
  ...account.shape,
  effective_from: z.string(),
  effective_until: z.string().nullable(),
  /** Debits less credits of the general account today, over all portfolios. */
  balance: z.number(),
  /** Exceptions per portfolio and settlement account that are in force today. */
  exceptions: z.array(glMapping),
  /** Mappings that held before today or will hold later, general ones and exceptions, latest first. */
  others: z.array(glMapping),
})
export type MappedRole = z.output<typeof mappedRole>

const mappingKey = {
  role,
  /** A portfolio's code, name or id; null or blank: for every portfolio. */
  portfolioId: written(
    z.union([text(200), z.number().int().positive().transform(String)]),
    'Write the portfolio, or null for every portfolio.',
  ),
  /** Only for the role `cash`, which needs it: null for every settlement account. */
  settlementAccount: optional(recordId('Must be the id of a settlement account.')).optional(),
}
const ACCOUNT_WRITTEN = {
  path: ['settlementAccount'],
  message: 'Write the settlement account, or null for every one.',
}

/** The keys of a mapping, all of them required: a key that is left out must not mean "all". */
const keyed = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...mappingKey, ...shape }).refine((sent) => {
    const at = sent as { readonly role?: unknown; readonly settlementAccount?: unknown }
    return at.role !== 'cash' || at.settlementAccount !== undefined
  }, ACCOUNT_WRITTEN)

/**
 * What an account still holds of a role that was moved away from it: a trade recorded since with an earlier date goes to the
 * account of its day. Corrections leave nothing there.
 */
export const leftBalance = z.object({
  role,
  label: z.string(),
  portfolioId: z.string().nullable(),
  portfolioName: z.string().nullable(),
  settlement_account_id: z.number().nullable(),
  from_account: z.string(),
  from_account_name: z.string(),
  /** Where postings of the role go now. */
  to_account: z.string(),
  /** Debits less credits. */
  balance: z.number(),
})
export type LeftBalance = z.output<typeof leftBalance>

/** A balance that was moved to another account because a mapping changed. */
const moved = z.object({
  entry_id: z.number(),
  date: z.string(),
  portfolioId: z.string().nullable(),
  from_account: z.string(),
  to_account: z.string(),
  /** Debits less credits that were moved. */
  amount: z.number(),
})

export const glMappings = {
  list: route({
    name: 'gl-mappings.list',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/gl-mappings',
    tag: 'GL mapping',
    summary: 'Every posting role with its account and the exceptions',
    reply: z.array(mappedRole),
  }),
  events: route({
    name: 'gl-mappings.events',
    needs: 'ledger.read',
    load: 'light',
    method: 'GET',
    path: '/gl-mappings/events',
    tag: 'GL mapping',
    summary: 'The events of the books with the roles that they debit and credit',
    reply: z.array(
      z.object({ event: z.string(), when: z.string(), debit: z.array(role), credit: z.array(role) }),
    ),
  }),
  set: route({
    name: 'gl-mappings.set',
    needs: 'mappings.change',
    scope: 'all',
    method: 'PUT',
    path: '/gl-mappings',
    tag: 'GL mapping',
    summary:
      'Map a role to an account from a day on, in general or as an exception; the balance may move along',
    query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
    body: keyed({
      account_code: text(30, 'The account'),
      /** Moves what the old account holds under this key to the new one, by an entry per portfolio. */
      move_balance: z.boolean().default(false),
      /** Where the balance comes from; the account mapped so far when left out. */
      from_account_code: optional(text(30)),
      /** The first day that entries go to the account, and the day of the move; today when left out. */
      effective_from: optional(date),
    }),
    reply: z.object({
      success: z.literal(true),
      data: glMapping,
      moved: z.array(moved),
      /** A warning before saving: other roles that use the account. */
      warnings: z.array(z.string()),
    }),
  }),
  remove: route({
    name: 'gl-mappings.remove',
    needs: 'mappings.change',
    scope: 'all',
    method: 'POST',
    path: '/gl-mappings/remove',
    tag: 'GL mapping',
    summary: 'Remove an exception, so that the general account is used again; the balance may move along',
    body: keyed({
      move_balance: z.boolean().default(false),
      /** The first day without the exception; today when left out, or the day it begins where that is later. */
      effective_from: optional(date),
    }),
    reply: z.object({ success: z.literal(true), moved: z.array(moved) }),
  }),
  withdraw: route({
    name: 'gl-mappings.withdraw',
    needs: 'mappings.change',
    scope: 'all',
    method: 'POST',
    path: '/gl-mappings/withdraw',
    tag: 'GL mapping',
    summary:
      'Withdraw the last change of a mapping before its effective date: what was moved for it is reversed, and what was posted by it moves back',
    body: keyed({ effective_from: date }),
    reply: z.object({
      success: z.literal(true),
      /** Entries that had moved balances and are reversed. */
      reversed: z.number(),
      /** The lines that had been posted to the account for days from the effective date on. */
      moved: z.array(moved),
    }),
  }),
  left: route({
    name: 'gl-mappings.left',
    needs: 'ledger.read',
    method: 'GET',
    path: '/gl-mappings/left',
    tag: 'GL mapping',
    summary: 'What accounts still hold of roles that were moved away from them',
    reply: z.array(leftBalance),
  }),
  moveLeft: route({
    name: 'gl-mappings.move-left',
    needs: 'mappings.change',
    scope: 'all',
    method: 'POST',
    path: '/gl-mappings/move-left',
    tag: 'GL mapping',
    summary: 'Move what an account still holds of a role to the account that the role goes to now',
    body: keyed({
      from_account_code: text(30, 'The account'),
      /** The day of the move; today when left out, or the day the present mapping begins where that is later. */
      date: optional(date),
    }),
    reply: z.object({ success: z.literal(true), moved: z.array(moved) }),
  }),
}
