import { z } from 'zod'
import { pageQuery } from '../kit/register.ts'
import { route } from '../kit/route.ts'

export const COSTING_METHODS = ['WAP', 'FIFO', 'CHERRY'] as const
export type CostingMethod = (typeof COSTING_METHODS)[number]
export const COSTING_METHOD_LABELS: Record<CostingMethod, string> = {
  FIFO: 'FIFO (First-In First-Out)',
  CHERRY: 'Cherry Picking',
  WAP: 'Weighted Average Price (WAP)',
}

/** The method by which a portfolio's sales take cost out: assigned once, then locked. */
export const costingAssignment = z.object({
  portfolioId: z.string(),
  portfolioName: z.string(),
  costing_method: z.enum(COSTING_METHODS),
  assigned_at: z.string(),
  /** Trades of the portfolio are recorded: the assignment cannot be taken back any more. */
  hasTrades: z.boolean(),
})
export type CostingAssignment = z.output<typeof costingAssignment>

/** The sentence of the specification for a form that is not complete. */
export const COSTING_INCOMPLETE = 'Please select a portfolio id, portfolio name, and a costing method.'
const named = (value: unknown) => (typeof value === 'number' ? String(value) : value)
export const costingMethodInput = z.object({
  portfolioId: z.preprocess(
    named,
    z.string({ error: COSTING_INCOMPLETE }).trim().min(1, COSTING_INCOMPLETE).max(200),
  ) as unknown as z.ZodType<string, string | number>,
  costing_method: z.enum(COSTING_METHODS, {
    error: (issue) =>
      issue.input == null || issue.input === ''
        ? COSTING_INCOMPLETE
        : `Must be one of: ${COSTING_METHODS.join(', ')}.`,
  }),
})

const base = { tag: 'Costing methods' }
export const costingMethods = {
  list: route({
    ...base,
    name: 'costing-methods.list',
    needs: 'registers.read',
    load: 'list',
    method: 'GET',
    path: '/portfolio-costing-method',
    summary: 'The assigned methods, newest first',
    query: pageQuery,
    reply: z.array(costingAssignment),
  }),
  assign: route({
    ...base,
    name: 'costing-methods.assign',
    needs: 'portfolios.change',
    method: 'POST',
    path: '/portfolio-costing-method',
    status: 201,
    summary: 'Assign a method to a portfolio; FIFO and CHERRY need the premium edition',
    body: costingMethodInput,
    reply: costingAssignment,
  }),
  remove: route({
    ...base,
    name: 'costing-methods.remove',
    needs: 'portfolios.change',
    method: 'DELETE',
    path: '/portfolio-costing-method/:portfolioId',
    summary: 'Take an assignment back while the portfolio has no trades',
    params: z.object({ portfolioId: z.string().min(1).max(200) }),
    reply: z.object({ success: z.literal(true), portfolioId: z.string() }),
  }),
}
