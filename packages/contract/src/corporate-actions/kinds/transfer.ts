import { z } from 'zod'
import { optional, recordId, shares, text } from '../../kit/fields.ts'
import { field, neededDate, neededShares, somePrice } from '../field.ts'
import { describe } from '../kind.ts'

const toPortfolio = z.union([text(200, 'To Portfolio'), z.number().int().positive().transform(String)], {
  error: 'To Portfolio is required.',
})
const allocations = optional(
  z
    .array(
      z.object({
        buyTransactionId: recordId('Must be the id of a lot.'),
        allocatedQuantity: shares('Allocated quantity'),
      }),
    )
    .max(1000, 'At most 1,000 lots.'),
)

export const transfer = describe({
  kind: 'transfer',
  word: 'Portfolio transfer',
  many: 'portfolio transfers',
  ex: 'Transfer Date',
  due: ['Transfer', 'Transfer'],
  gives: { shares: true, money: true },
  hasOwnScreen: true,
  ofOne: true,
  withoutHolders: true,
  keepsAges: true,
  fields: {
    /** The portfolio that gives is `portfolio`; this one takes. */
    toPortfolio: field('text', 'To Portfolio', toPortfolio),
    transferDate: neededDate('Transfer Date', 'ex'),
    quantity: neededShares('Quantity'),
    /** Only between entities: what one share is sold at. */
    transferPrice: somePrice('Price', { toPlan: (_form, isAcross) => isAcross }),
    /** Only from a portfolio by cherry picking. */
    allocations: field('text', 'Lots', allocations, { hidden: true }),
  },
  title: ({ quantity, toPortfolio }, symbol, to) =>
    `Transfer ${quantity.toLocaleString('en')} ${symbol} to ${to ?? toPortfolio}`,
  terms: (form, { title, portfolioId: from, toPortfolioId: to, across, isPooled }) => {
    const { quantity, transferDate: exDate, transferPrice } = form
    if (from === null || to === null || (across && transferPrice === null)) return null
    const lots = (form.allocations ?? []).map(({ buyTransactionId, allocatedQuantity }) => ({
      lotId: String(buyTransactionId),
      quantity: allocatedQuantity,
    }))
    const price = across ? transferPrice : null
    return { kind: 'transfer', what: title, exDate, quantity, from, to, price, allocations: lots, isPooled }
  },
})
