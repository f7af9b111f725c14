import { z } from 'zod'
import { date, decimal, optional } from '../kit/fields.ts'
import { idParams, listQuery, removed } from '../kit/register.ts'
import { route } from '../kit/route.ts'

/**
 * Cost of Funds Definition. Rates are percentages: cost and tax with 4 decimals, after-tax with 2 and computed by
 * the server (cost x (100 - tax) / 100), whatever the request says.
 */
export const costOfFundsDefinition = z.object({
  id: z.number(),
  effective_date: z.string(),
  cost_of_funds: z.number(),
  tax_rate: z.number(),
  after_tax_cost_of_funds: z.number(),
  created_at: z.string(),
})
export type CostOfFundsDefinition = z.output<typeof costOfFundsDefinition>

/** Stored names are accepted as well as the payload's. */
const inPayloadNames = (body: unknown) => {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const {
    effective_date: effectiveDate,
    cost_of_funds: costOfFunds,
    tax_rate: taxRate,
    ...sent
  } = body as Record<string, unknown>
  return { effectiveDate, costOfFunds, taxRate, ...sent }
}

const definitionFields = z.object({
  effectiveDate: z
    .string({
      error: (issue) =>
        issue.input == null ? 'Effective date is required' : 'Must be a date like 2026-01-31.',
    })
    .min(1, 'Effective date is required')
    .max(100, { error: 'Must be a date like 2026-01-31.', abort: true })
    .pipe(date),
  costOfFunds: decimal({ scale: 4, max: 10_000_000n, what: 'Cost of funds' }).refine(
    (rate) => rate > 0n,
    'Cost of funds must be greater than 0',
  ),
  taxRate: decimal({ scale: 4, what: 'Tax rate' }).refine(
    (rate) => rate >= 0n && rate <= 100_0000n,
    'Tax rate must be between 0 and 100',
  ),
})
export const costOfFundsInput = z.preprocess(inPayloadNames, definitionFields) as unknown as z.ZodType<
  z.output<typeof definitionFields>,
  z.input<typeof definitionFields>
>

const base = { tag: 'Cost of funds' }
export const costOfFunds = {
  list: route({
    ...base,
    name: 'cost-of-funds.list',
    needs: 'registers.read',
    load: 'list',
    method: 'GET',
    path: '/cost-of-funds',
    summary:
      'The saved definitions, latest effective date first; with asOf only the one in force on that date, if any',
    query: listQuery
      .pick({ limit: true, cursor: true })
      .extend({ asOf: optional(date).optional() })
      .prefault({}),
    reply: z.array(costOfFundsDefinition),
  }),
  active: route({
    ...base,
    name: 'cost-of-funds.active',
    needs: 'registers.read',
    load: 'light',
    method: 'GET',
    path: '/cost-of-funds/active',
    summary: 'The definition in force today',
    reply: costOfFundsDefinition,
  }),
  activeAt: route({
    ...base,
    name: 'cost-of-funds.active-at',
    needs: 'registers.read',
    load: 'light',
    method: 'GET',
    path: '/cost-of-funds/active/:date',
    summary: 'The definition in force on a date',
    params: z.object({ date }),
    reply: costOfFundsDefinition,
  }),
  create: route({
    ...base,
    name: 'cost-of-funds.create',
    needs: 'registers.change',
    scope: 'all',
    method: 'POST',
    path: '/cost-of-funds',
    status: 201,
    summary: 'Save a definition',
    body: costOfFundsInput,
    reply: costOfFundsDefinition,
  }),
  remove: route({
    ...base,
    name: 'cost-of-funds.remove',
    needs: 'registers.change',
    scope: 'all',
    method: 'DELETE',
    path: '/cost-of-funds/:id',
    summary: 'Delete a definition',
    params: idParams,
    reply: removed,
  }),
}
