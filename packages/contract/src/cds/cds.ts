import { z } from 'zod'
import { date, optional, optionalText, recordId, shares, text, written } from '../kit/fields.ts'
import { idParams } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * The shares in the accounts at the Central Depository: by portfolio and security, settled and not, free and
 * pledged. A portfolio holds in its main account, but for the trades that were placed in another one.
 * Quantities are shares.
 */

const portfolioOf = { portfolioId: z.string(), portfolioName: z.string() }
const securityOf = { equity_id: z.number(), symbol: z.string(), company_name: z.string() }

const served = z.object({
  ...portfolioOf,
  /** The account is the main one of the portfolio today, and since when; null: from the beginning. */
  isMain: z.boolean(),
  mainFrom: z.string().nullable(),
})
export type ServedPortfolio = z.output<typeof served>

/** Portfolios that one account serves: as many as an installation has. */
export const SERVED_MOST = 5_000

export const cdsHolding = z.object({
  ...portfolioOf,
  ...securityOf,
  /** By trade date. Below zero: more was sold from the account than it held. */
  quantity: z.number(),
  unsettled_buys: z.number(),
  unsettled_sales: z.number(),
  settled: z.number(),
  pledged: z.number(),
  /** Settled and not pledged. */
  free: z.number(),
})
export type CdsHolding = z.output<typeof cdsHolding>

const placedEvent = z.object({
  id: z.number(),
  kind: z.string(),
  deal_number: z.string().nullable(),
  date: z.string(),
  /** The shares that came in, or went out (below zero). */
  quantity: z.number(),
  /** The account that holds it; null where its portfolio has none. */
  account_id: z.number().nullable(),
  account: z.string().nullable(),
  /** So many of its shares were placed there; null: all of them. */
  placed_quantity: z.number().nullable(),
  /** It was placed, and does not only follow the main account. */
  isPlaced: z.boolean(),
})
export type PlacedEvent = z.output<typeof placedEvent>
/** Trades of one portfolio in one security, newest first; further back they keep the account that they have. */
export const EVENTS_MOST = 1_000

export const cdsPledge = z.object({
  id: z.number(),
  account_id: z.number(),
  account: z.string(),
  ...portfolioOf,
  ...securityOf,
  quantity: z.number(),
  pledged_on: z.string(),
  pledgee: z.string(),
  reason: z.string().nullable(),
  released_on: z.string().nullable(),
  release_reason: z.string().nullable(),
  recorded_by: z.string(),
  recorded_at: z.string(),
})
export type CdsPledge = z.output<typeof cdsPledge>

const yes = z.enum(['0', '1', 'true', 'false']).optional()
const base = { tag: 'CDS accounts' } as const
const named = text(200, 'The portfolio')
export const cds = {
  portfolios: route({
    ...base,
    name: 'cds.portfolios',
    needs: 'registers.read',
    load: 'light',
    method: 'GET',
    path: '/cds-accounts/:id/portfolios',
    summary: 'The portfolios that a CDS account serves',
    params: idParams,
    reply: z.array(served),
  }),
  setPortfolios: route({
    ...base,
    name: 'cds.set-portfolios',
    needs: 'registers.change',
    scope: 'all',
    method: 'PUT',
    path: '/cds-accounts/:id/portfolios',
    summary:
      'Set the portfolios that a CDS account serves; `main` makes it the main account of one from a day on, left out: from the beginning',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({
      portfolios: z
        .array(
          z.object({
            portfolio: named,
            main: z.boolean().default(false),
            mainFrom: optional(date).optional(),
          }),
        )
        .max(SERVED_MOST),
    }),
    reply: z.array(served),
  }),
  without: route({
    ...base,
    name: 'cds.without',
    needs: 'registers.read',
    load: 'light',
    method: 'GET',
    path: '/cds-accounts/portfolios-without',
    summary: 'Active portfolios without a CDS account, at most 100 of them',
    reply: z.array(z.object(portfolioOf)),
  }),
  holdings: route({
    ...base,
    name: 'cds.holdings',
    needs: 'holdings.read',
    load: 'report',
    method: 'GET',
    path: '/cds-accounts/:id/holdings',
    summary: 'What stands in a CDS account at the end of a day (default today)',
    params: idParams,
    query: z.object({ date: optional(date).optional() }),
    reply: z.object({ account: z.string(), date: z.string(), rows: z.array(cdsHolding) }),
  }),
  events: route({
    ...base,
    name: 'cds.events',
    needs: 'holdings.read',
    load: 'report',
    method: 'GET',
    path: '/cds-events',
    summary:
      'Trades, openings and other events of a portfolio in a security with the CDS account that each stands in, newest first',
    query: z.object({ portfolio: named, symbol: text(20, 'The symbol') }),
    reply: z.array(placedEvent),
  }),
  place: route({
    ...base,
    name: 'cds.place',
    needs: 'trades.correct',
    method: 'PUT',
    path: '/cds-events/account',
    summary:
      'Say in which CDS account trades and other events stand; by a written null they follow the main account again',
    query: z.object({ dryRun: yes }),
    body: z
      .object({
        ids: z.array(recordId()).min(1, 'Please choose at least one trade.').max(EVENTS_MOST),
        /** A written null: they follow the main account again. */
        account: written(
          recordId('Must be the id of a CDS account.'),
          'Write the account, or null to follow the main account again.',
        ),
        /** Only so many shares of one event; the rest is in the main account. Null: all of them. */
        quantity: optional(shares()).optional(),
      })
      .refine(({ account, quantity }) => account === null || quantity !== undefined, {
        path: ['quantity'],
        message: 'Write how many shares, or null for all of them.',
      }),
    reply: z.object({ placed: z.number() }),
  }),
  pledges: route({
    ...base,
    name: 'cds.pledges',
    needs: 'holdings.read',
    load: 'list',
    method: 'GET',
    path: '/cds-pledges',
    summary: 'Pledged shares, newest first',
    query: z.object({
      account: optional(recordId('Must be the id of a CDS account.')).optional(),
      /** Only those that are pledged at the end of this day. */
      date: optional(date).optional(),
      limit: z.coerce.number().int().min(1).max(10_000).optional(),
    }),
    reply: z.array(cdsPledge),
  }),
  pledge: route({
    ...base,
    name: 'cds.pledge',
    needs: 'registers.change',
    method: 'POST',
    path: '/cds-pledges',
    status: 201,
    summary: 'Record that shares in a CDS account were pledged',
    query: z.object({ dryRun: yes }),
    body: z.object({
      account: recordId('Please choose a CDS account.'),
      /** Left out where the account serves one portfolio only. */
      portfolio: optional(named).optional(),
      symbol: text(20, 'The symbol'),
      quantity: shares('The quantity'),
      pledgedOn: date,
      pledgee: text(200, 'In favour of'),
      reason: optionalText(500, 'The reason').optional(),
    }),
    reply: cdsPledge,
  }),
  release: route({
    ...base,
    name: 'cds.release',
    needs: 'registers.change',
    method: 'POST',
    path: '/cds-pledges/:id/release',
    status: 201,
    summary: 'Record that pledged shares are free again from a day on',
    params: idParams,
    query: z.object({ dryRun: yes }),
    body: z.object({ releasedOn: date, reason: optionalText(500, 'The reason').optional() }),
    reply: cdsPledge,
  }),
}
