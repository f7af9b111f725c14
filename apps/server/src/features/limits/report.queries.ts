/** The Limits Report: how far limits are used at the end of a span, its breaches and changes. */
import type { Breach, LimitsReport } from '@em/contract/limits/limits'
import type { LimitKind } from '@em/core/limits/limit-codes'
import type { Portfolios } from '../../platform/authorize.ts'
import type { Queryable } from '../../platform/database/database.ts'
import type { Portfolio } from '../portfolios/portfolios.queries.ts'
import { listBreaches } from './breaches.queries.ts'
import { changesOfLimits, limitsInForce } from './register.queries.ts'
import { seenLimit } from './seen.ts'
import { utilisationOn } from './utilisation.queries.ts'

interface Asked {
  readonly from: string
  readonly to: string
  /** Null: all that the person sees. */
  readonly portfolio: Portfolio | null
  readonly today: string
  readonly see: Portfolios
  readonly kinds?: readonly LimitKind[] | undefined
  /** Whether it says why something is restricted. */
  readonly reasons: boolean
  readonly now: Date
}

/** For the books, cut to what the person sees. */
export async function limitsReport(db: Queryable, asked: Asked): Promise<LimitsReport> {
  const { from, to, portfolio, today, see, kinds, reasons } = asked
  const portfolioId = portfolio?.id ?? null
  const { rows } = await utilisationOn(db, { day: to, today, see, kinds, portfolioId })
  const breaches = await listBreaches(db, {
    today: to < today ? to : today,
    see,
    kinds,
    portfolioId,
    span: { from, to },
  })
  const { limits } = await limitsInForce(db, to)
  const mine = limits.filter(
    (one) =>
      seenLimit(one, see) === 'all of it' &&
      (kinds === undefined || kinds.includes(one.kind)) &&
      (portfolioId === null || one.members.some(({ ids }) => ids.has(portfolioId))),
  )
  const changes = await changesOfLimits(db, { from, to, seen: new Set(mine.map(({ id }) => id)), reasons })
  const inSpan = (day: string | null) => day !== null && day >= from && day <= to
  const counted = (state: string) => rows.filter((row) => row.state === state).length
  return {
    from,
    to,
    portfolio: portfolio?.portfolioName ?? 'All portfolios',
    generatedAt: asked.now.toISOString(),
    utilisation: rows,
    breaches,
    changes,
    totals: {
      limits: mine.length,
      exceeded: counted('exceeded'),
      warning: counted('warning'),
      unknown: counted('unknown'),
      opened: breaches.filter(({ opened }) => inSpan(opened)).length,
      cured: breaches.filter(({ cured }) => inSpan(cured)).length,
      late: breaches.filter(({ state }) => state === 'late').length,
      overridden: breaches.filter((breach) => wasOverridden(breach, { from, to })).length,
    },
  }
}

/** Whether an override covered a breach on a day of a span: from the day on which it was given until its last, or until the cure. */
const wasOverridden = (
  { steps, cured }: Breach,
  { from, to }: { readonly from: string; readonly to: string },
): boolean =>
  steps.some(
    ({ what, on, until }) =>
      what === 'overridden' && on <= to && (until ?? '') >= from && (cured === null || cured >= from),
  )
