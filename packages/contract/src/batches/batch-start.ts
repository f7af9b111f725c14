import { z } from 'zod'
import { COSTING_METHODS } from '../costing-methods/costing-methods.ts'
import { date, money, optional, text } from '../kit/fields.ts'
import { route } from '../kit/route.ts'
import { portfolios } from '../portfolios/portfolios.ts'
import { settlementAccounts } from '../settlement-accounts/settlement-accounts.ts'
import { batchInput, batchRecord, batchReport } from './batches.ts'

/**
 * Start from a sheet: old trades or what is held, and what they need to be recorded (equities, portfolio, costing method, settlement
 * account, opening cash), made on the way in one write. Amounts in rupees.
 */

/** Equities that are on no list and named by the sender. */
const NEW_EQUITIES_MAX = 500

export const startInput = batchInput.omit({ source: true }).extend({
  /** Made where no portfolio has its ID; an existing one is used as it is. */
  portfolio: portfolios.routes.create.body,
  /** Assigned where the portfolio has none; another one than the assigned is refused. */
  costing_method: z.enum(COSTING_METHODS).default('WAP'),
  /** Made where no account of the bank has its number; an existing one is used as it is. */
  account: settlementAccounts.routes.create.body,
  /** Money in the account when the books begin, against Capital; none where left out. */
  openingCash: optional(money('Opening cash')),
  /** `holdings`: each row is what is held of a security, at its cost; recorded as an opening lot. */
  rowsAre: z.enum(['trades', 'holdings']).default('trades'),
  /** The first day of the books; the first trade date where left out, for holdings the last market day. */
  openingDate: optional(date),
  /** Symbols that the sender has looked at: made as equities though the exchange's list has none of them. */
  newEquities: z.array(text(20, 'Symbol')).max(NEW_EQUITIES_MAX).default([]),
})
export type StartInput = z.output<typeof startInput>

const security = z.object({ symbol: z.string(), name: z.string() })

/** What a start would do: the report of its trades, and what is made on the way. */
export const startReport = batchReport.extend({
  /** Whether it is made; false where it is there already and used. */
  portfolio: z.object({ portfolioId: z.string(), portfolioName: z.string(), isNew: z.boolean() }),
  account: z.object({ account_name: z.string(), isNew: z.boolean() }),
  /** Equities that are made. */
  equities: z.array(security.extend({ isListed: z.boolean() })),
  /** Names of securities in the rows that are not symbols, and the security found for each. */
  companies: z.array(security.extend({ text: z.string(), rows: z.number() })),
  /**
   * Names that are none or several: `choices` are the nearest three to a misspelt one, or those that it may mean; `canAdd` where it
   * has the form of a symbol and can be made as one.
   */
  unnamed: z.array(
    z.object({ text: z.string(), rows: z.number(), choices: z.array(security), canAdd: z.boolean() }),
  ),
  /** Of holdings the first day of the books. */
  firstTrade: z.string().nullable(),
})
export type StartReport = z.output<typeof startReport>

export const batchStart = route({
  tag: 'Batches',
  name: 'batches.start',
  needs: 'imports.run',
  scope: 'all',
  load: 'upload',
  runs: 'job',
  method: 'POST',
  path: '/trade-batches/start',
  status: 201,
  summary:
    'Start from a sheet: record its trades and make the equities, portfolio, account and opening cash that they need, all or nothing; `?dryRun=1` answers what would be done',
  query: z.object({ dryRun: z.enum(['0', '1', 'true', 'false']).optional() }),
  body: startInput,
  reply: z.union([batchRecord, startReport]),
})
