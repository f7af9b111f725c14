/** An action of the naive model in the terms of the rules: the same figures under their names. */
import type { ActionTerms } from '../corporate-actions/plan-of.ts'
import type { WorldAction } from './action-world.ts'
import type { NaiveAction, NaivePortfolio, NaiveTerms } from './naive-facts.ts'

/** The same action as the rules have it. */
export function actionOf(action: NaiveAction, portfolios: readonly NaivePortfolio[]): WorldAction {
  const { key, security, portfolio, terms } = action
  const elections = [...action.choices].map(([at, choice]) => {
    const { subscribe, sell, additional, date } = choice
    return [at, { subscribe, sell, lapse: 0n, additional, date, settlementAccountId: null }] as const
  })
  const allotments = [...action.allotments].map(
    ([at, one]) => [at, { ...one, settlementAccountId: null }] as const,
  )
  const money = [...action.money].map(
    ([at, rows]) => [at, rows.map((one) => ({ ...one, settlementAccountId: null }))] as const,
  )
  return {
    key,
    terms: termsOf(terms, portfolio, portfolios),
    exDate: terms.ex,
    lastDate: terms.kind === 'rights' ? terms.last : null,
    portfolio,
    securities: { held: security, new: 'B', rights: 'R' },
    elections: new Map(elections),
    allotments: new Map(allotments),
    money: new Map(money),
    inBooks: true,
  }
}

function termsOf(
  terms: NaiveTerms,
  portfolio: number | null,
  portfolios: readonly NaivePortfolio[],
): ActionTerms {
  const dated = { what: 'It', exDate: terms.ex, paymentDate: terms.payment }
  switch (terms.kind) {
    case 'dividend': {
      const { rate, exempt: exemptRate, tax: taxRate, recovery: recoveryOfCost } = terms
      return { ...dated, kind: 'dividend', rate, exemptRate, taxRate, recoveryOfCost }
    }
    case 'scrip':
      return {
        ...dated,
        kind: 'scrip',
        allotmentDate: null,
        by: { percent: terms.percent },
        taxRate: 150_000n,
        asIncome: false,
        residualPaid: false,
      }
    case 'scrip at a price': {
      const { rate, price, tax: taxRate, asIncome, residual: residualPaid } = terms
      return {
        ...dated,
        kind: 'scrip',
        allotmentDate: null,
        by: { rate, price },
        taxRate,
        asIncome,
        residualPaid,
      }
    }
    case 'bonus':
      return { ...terms, ...dated, allotmentDate: terms.ex }
    case 'split':
    case 'consolidation':
      return { ...terms, ...dated }
    case 'rights':
      return { ...terms, ...dated, lastDate: terms.last }
    case 'merger':
      return { ...terms, ...dated, cashPerShare: terms.cash, firstDayPrice: terms.firstDay }
    case 'spin-off':
      return { ...terms, ...dated, parentPrice: terms.parent, firstDayPrice: terms.firstDay }
    case 'identity':
      return { kind: 'identity', what: 'It', exDate: terms.ex }
    case 'delisting':
      return { ...dated, kind: 'delisting', pricePerShare: terms.cash }
    case 'buyback':
      return { ...terms, ...dated }
    case 'tender':
      return { ...terms, ...dated, from: null, to: null }
    case 'election': {
      const { rate, price, tax: taxRate, ex, payment, allotment: allotmentDate } = terms
      const paymentDate = payment ?? allotmentDate
      return {
        kind: 'election',
        what: 'It',
        exDate: ex,
        lastDate: terms.last,
        allotmentDate,
        paymentDate,
        rate,
        price,
        taxRate,
      }
    }
    case 'ipo':
      return { kind: 'ipo', what: 'It', exDate: terms.ex, price: terms.price, invested: terms.invested }
    case 'transfer': {
      const allocations = (terms.picks ?? []).map(([lotId, quantity]) => ({ lotId, quantity }))
      const isPooled = portfolios[portfolio ?? 0]?.method === 'WAP'
      const { quantity, to, price, ex: exDate } = terms
      return {
        kind: 'transfer',
        what: 'It',
        exDate,
        quantity,
        from: portfolio ?? 0,
        to,
        price,
        allocations,
        isPooled,
      }
    }
  }
}
