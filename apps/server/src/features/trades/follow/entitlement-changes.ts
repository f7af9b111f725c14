/** The changes of entitlements by a write, for its preview: each of them before and after, with what is expected of its money. */
import {
  ENTITLEMENT_CHANGES_MAX,
  type EntitlementChange,
} from '@em/contract/corporate-actions/entitlement-changes'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import { isInBooks, type PlannedAction } from '../../corporate-actions/apply/plans.queries.ts'

const stood = (text: string | undefined) => rupees(decimalOf(text ?? '0', MONEY_SCALE))

function changeOf(first: PlannedAction, last: PlannedAction): EntitlementChange {
  const { action, portfolio, plan, known } = last
  const { standing } = first.known
  const { entitlement, expected } = plan
  return {
    action: action.id,
    kind: action.kind,
    title: action.title,
    securityCode: action.held?.symbol ?? null,
    portfolioId: portfolio.code,
    portfolioName: portfolio.name,
    ex_date: action.exDate,
    in_books: isInBooks(action),
    due: expected?.due ?? null,
    is_confirmed: expected !== null && known.money.length > 0,
    before: {
      held: standing?.held ?? 0,
      entitled: standing?.entitled ?? 0,
      gross: stood(standing?.gross),
      tax: stood(standing?.tax),
      net: stood(standing?.net),
    },
    after: {
      held: Number(entitlement.held),
      entitled: Number(entitlement.entitled),
      gross: rupees(entitlement.gross),
      tax: rupees(entitlement.tax),
      net: rupees(entitlement.net),
    },
  }
}

/** How many entitlements moved, and the first of them. One that moved several times counts once. */
export function entitlementsForAnswer(moved: readonly PlannedAction[]): {
  affectedEntitlements: number
  entitlements: EntitlementChange[]
} {
  const ends = new Map<string, { readonly first: PlannedAction; readonly last: PlannedAction }>()
  for (const one of moved) {
    const key = `${one.action.id} ${one.portfolio.id}`
    ends.set(key, { first: ends.get(key)?.first ?? one, last: one })
  }
  const shown = [...ends.values()].slice(0, ENTITLEMENT_CHANGES_MAX)
  return {
    affectedEntitlements: ends.size,
    entitlements: shown.map(({ first, last }) => changeOf(first, last)),
  }
}
