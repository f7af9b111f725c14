/** Applications for new issues with what became of them. */
import {
  type CorporateAction,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../../lib/api.ts'
import { keyOf } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { sumOf } from '../../../ui/grid/columns.ts'
import { APPLICATION } from './application.ts'

/** The application of one portfolio in one issue, and its outcome. */
export interface Application {
  readonly id: number
  readonly company: string
  readonly symbol: string | null
  readonly portfolioId: string | null
  readonly portfolio: string
  readonly appliedOn: string | null
  readonly state: ApplicationState
  readonly applied: number
  readonly money: number
  /** Null until shares were allotted, or none. */
  readonly allotted: number | null
  readonly refund: string | null
  readonly refunded: number
  readonly outstanding: number
}

export const APPLICATION_STATES = {
  draft: { word: 'Draft', tone: 'quiet' },
  recorded: { word: 'Not in the books', tone: 'warn' },
  applied: { word: 'Applied', tone: 'warn' },
  refund: { word: 'Refund outstanding', tone: 'warn' },
  done: { word: 'Completed', tone: 'good' },
  cancelled: { word: 'Cancelled', tone: 'quiet' },
} as const
export type ApplicationState = keyof typeof APPLICATION_STATES

function stateOf(event: CorporateAction, of: Entitlement | null): ApplicationState {
  if (event.state === 'announced') return 'recorded'
  if (event.state === 'processed') return (of ?? event).outstanding === 0 ? 'done' : 'refund'
  return event.state === 'entitled' ? 'applied' : event.state
}

/** An event with the entitlement of one of its portfolios; none before it has any. */
export function applicationOf(event: CorporateAction, of: Entitlement | null): Application {
  const state = stateOf(event, of)
  const isAllotted = state === 'refund' || state === 'done'
  const refunded = of?.received ?? 0
  const outstanding = isAllotted ? (of?.outstanding ?? event.outstanding) : 0
  return {
    id: event.id,
    company: event.securityName,
    symbol: event.securityCode,
    portfolioId: of?.portfolioId ?? event.portfolioId,
    portfolio: of?.portfolioName ?? event.portfolioName ?? '',
    appliedOn: event.dates.ex ?? event.dates.announcement,
    state,
    applied: of?.entitled_shares ?? event.entitled_shares,
    money: of?.gross ?? event.gross,
    allotted: isAllotted ? (of?.allotted ?? 0) : null,
    refund: isAllotted ? sumOf([refunded, outstanding]) : null,
    refunded: isAllotted ? refunded : 0,
    outstanding,
  }
}

/** Each event's entitlements are a call of their own: few at a time. */
const PAGE = 50

/** Applications, the latest first, as far as they were asked for; `state` as the list of events has them, '' for all. */
export function useApplications(query: { portfolioId?: string; state?: string; search?: string }) {
  const scrolled = useScrolled<CorporateAction>(
    corporateActions.list,
    { query: { ...query, kind: APPLICATION } },
    { pageSize: PAGE },
  )
  const events = scrolled.rows
  const found = useQueries({
    queries: (events ?? []).map(({ id }) => {
      const input = { params: { id } }
      return {
        queryKey: keyOf(corporateActions.entitlements, input),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          call(corporateActions.entitlements, { ...input, signal }),
      }
    }),
    combine: (asked) => ({
      data: asked.map(({ data }) => data),
      isPending: asked.some(({ isPending }) => isPending),
      failed: asked.find(({ isError }) => isError)?.error ?? null,
      refetch: () => Promise.all(asked.map((one) => one.refetch())),
    }),
  })
  const rows = useMemo(
    () =>
      events === undefined || found.isPending || found.failed !== null
        ? undefined
        : events.flatMap((event, index) => {
            const of = found.data[index] ?? []
            return of.length === 0 ? [applicationOf(event, null)] : of.map((one) => applicationOf(event, one))
          }),
    [events, found],
  )
  const { list } = scrolled
  return {
    ...scrolled,
    rows,
    isError: list.isError || found.failed !== null,
    error: list.error ?? found.failed,
    refetch: () => Promise.all([list.refetch(), found.refetch()]),
  }
}
