/** The terms of an action from its form, once it has all that a plan needs; and the dates that it goes by. */
import type { ActionForm } from '@em/contract/books/action-forms'
import type { ActionTerms } from '@em/core/corporate-actions/plan-of'

/** What a form names, once it was found. */
export interface TermsOf {
  readonly title: string
  readonly portfolioId: number | null
  readonly toPortfolioId: number | null
  /** Of a transfer: between entities. */
  readonly across: boolean
  /** Of a transfer: whether the giving portfolio keeps an average pool. */
  readonly isPooled: boolean
  /** Of an open item: the first day of the books that took it over. */
  readonly takenOn: string | null
}

/** The terms; null while a date or a figure is missing without which nothing can be counted. */
export function termsOf(form: ActionForm, of: TermsOf): ActionTerms | null {
  const what = of.title
  const takenOn = of.takenOn === null ? null : { on: of.takenOn }
  switch (form.kind) {
    case 'dividend': {
      const { exDividendDate: exDate, paymentDate, dividendRate: rate, recoveryOfCost } = form
      if (exDate === null) return null
      const taxRate = form.taxRate
      return {
        kind: 'dividend',
        what,
        exDate,
        paymentDate,
        rate,
        exemptRate: form.exemptRate ?? 0n,
        taxRate,
        recoveryOfCost,
        takenOn: takenOn && { ...takenOn, shares: form.sharesHeld ?? 0n },
      }
    }
    case 'scrip': {
      const {
        exDividendDate: exDate,
        allotmentDate,
        paymentDate,
        asIncome,
        residualPaid,
        dividendRate,
        ratePerShare,
        issuePrice,
      } = form
      const by =
        ratePerShare !== null && issuePrice !== null
          ? { rate: ratePerShare, price: issuePrice }
          : dividendRate === null
            ? null
            : { percent: dividendRate }
      if (exDate === null || by === null) return null
      const taxRate = form.taxRate
      return { kind: 'scrip', what, exDate, allotmentDate, paymentDate, by, taxRate, asIncome, residualPaid }
    }
    case 'bonus': {
      const { exDate, paymentDate, allotmentDate, ratioFrom: from, ratioTo: to, fractionPrice } = form
      if (exDate === null) return null
      return {
        kind: 'bonus',
        what,
        exDate,
        paymentDate: paymentDate ?? allotmentDate,
        allotmentDate,
        from,
        to,
        fractionPrice,
      }
    }
    case 'split':
    case 'consolidation': {
      const { kind, effectiveDate: exDate, paymentDate, ratioFrom: from, ratioTo: to, fractionPrice } = form
      return { kind, what, exDate, paymentDate, from, to, fractionPrice }
    }
    case 'rights': {
      const {
        exRightsDate: exDate,
        subscriptionEnd: lastDate,
        rightsRatioFrom: from,
        rightsRatioTo: to,
        offerPrice: price,
      } = form
      return exDate === null ? null : { kind: 'rights', what, exDate, lastDate, from, to, price }
    }
    case 'merger': {
      const {
        effectiveDate: exDate,
        paymentDate,
        ratioFrom: from,
        ratioTo: to,
        cashPerShare,
        firstDayPrice,
      } = form
      if (firstDayPrice === null) return null
      return {
        kind: 'merger',
        what,
        exDate,
        paymentDate,
        from,
        to,
        cashPerShare: cashPerShare ?? 0n,
        firstDayPrice,
      }
    }
    case 'spin-off': {
      const {
        effectiveDate: exDate,
        paymentDate,
        ratioFrom: from,
        ratioTo: to,
        parentPrice,
        firstDayPrice,
        fractionPrice,
      } = form
      if (parentPrice === null || firstDayPrice === null) return null
      return {
        kind: 'spin-off',
        what,
        exDate,
        paymentDate,
        from,
        to,
        parentPrice,
        firstDayPrice,
        fractionPrice,
      }
    }
    case 'identity':
      return { kind: 'identity', what, exDate: form.effectiveDate }
    case 'delisting': {
      const { effectiveDate: exDate, paymentDate, pricePerShare } = form
      return { kind: 'delisting', what, exDate, paymentDate, pricePerShare: pricePerShare ?? 0n }
    }
    case 'buyback':
    case 'tender': {
      const { kind, effectiveDate: exDate, paymentDate, offerPrice: price, fees } = form
      const [from, to] = form.kind === 'buyback' ? [form.ratioFrom, form.ratioTo] : [null, null]
      return { kind, what, exDate, paymentDate, price, fees: fees ?? 0n, from, to }
    }
    case 'election': {
      const {
        exDividendDate: exDate,
        electionDate: lastDate,
        allotmentDate,
        paymentDate,
        ratePerShare: rate,
        issuePrice: price,
      } = form
      const taxRate = form.taxRate
      return { kind: 'election', what, exDate, lastDate, allotmentDate, paymentDate, rate, price, taxRate }
    }
    case 'ipo':
      return {
        kind: 'ipo',
        what,
        exDate: form.appliedDate,
        price: form.pricePerShare,
        invested: form.totalInvestment,
        takenOn,
      }
    case 'transfer': {
      const { quantity, transferDate: exDate, transferPrice } = form
      if (of.portfolioId === null || of.toPortfolioId === null || (of.across && transferPrice === null))
        return null
      const allocations = (form.allocations ?? []).map((one) => ({
        lotId: String(one.buyTransactionId),
        quantity: one.allocatedQuantity,
      }))
      const [from, to] = [of.portfolioId, of.toPortfolioId]
      const price = of.across ? transferPrice : null
      return { kind: 'transfer', what, exDate, quantity, from, to, price, allocations, isPooled: of.isPooled }
    }
  }
}

/** The dates of an action by what they are for, whatever its form calls them. */
export interface ActionDates {
  readonly announcement: string | null
  readonly ex: string | null
  readonly record: string | null
  readonly payment: string | null
  readonly allotment: string | null
  readonly subscriptionStart: string | null
  readonly renunciation: string | null
  readonly last: string | null
}

/** Reads the dates off a form. */
export function datesOf(form: ActionForm): ActionDates {
  const fields: Readonly<Record<string, unknown>> = form
  const first = (...names: readonly string[]) => {
    const found = names.map((name) => fields[name]).find((value) => typeof value === 'string')
    return typeof found === 'string' ? found : null
  }
  return {
    announcement: first('announcementDate', 'declarationDate', 'ipoDate'),
    ex: first('exDividendDate', 'exDate', 'exRightsDate', 'effectiveDate', 'appliedDate', 'transferDate'),
    record: first('recordDate'),
    payment: first('paymentDate'),
    allotment: first('allotmentDate'),
    subscriptionStart: first('subscriptionStart'),
    renunciation: first('renunciationDate'),
    last: first('subscriptionEnd', 'electionDate', 'acceptanceDate'),
  }
}

/** What must be entered before the action can be processed, by the labels of the form. */
export function missingOf(form: ActionForm, of: TermsOf): string[] {
  if (termsOf(form, of) !== null) return []
  switch (form.kind) {
    case 'dividend':
      return ['Ex-Dividend Date']
    case 'scrip':
      return [
        ...(form.exDividendDate === null ? ['Ex-Dividend Date'] : []),
        ...(form.dividendRate === null && (form.ratePerShare === null || form.issuePrice === null)
          ? ['Dividend Rate']
          : []),
      ]
    case 'bonus':
      return ['Ex Date']
    case 'rights':
      return ['Ex-Rights Date']
    case 'merger':
      return ['First-day Price']
    case 'spin-off':
      return [
        ...(form.parentPrice === null ? ['First-day Price of the Parent'] : []),
        ...(form.firstDayPrice === null ? ['First-day Price'] : []),
      ]
    case 'transfer':
      return [...(of.portfolioId === null ? ['Portfolio'] : []), ...(of.across ? ['Price'] : [])]
    default:
      return []
  }
}
