import { type LimitCheck, limits } from '@em/contract/limits/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { keyOf } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Page.tsx'
import { Checks } from './Checks.tsx'

export interface TouchingAct {
  readonly kind: 'buy' | 'sell'
  readonly portfolioId: string
  readonly symbol: string
  readonly quantity: string
  readonly price: string
  readonly tradeDate: string
  readonly settlementDate: string
  readonly broker: string
  /** The id of the settlement account. */
  readonly settlementAccount: string
}

/** The question for the server; blank fields are left out. */
export const touchingQuestion = (act: TouchingAct) => ({
  acts: [
    {
      ...act,
      tradeDate: act.tradeDate || null,
      settlementDate: act.settlementDate || null,
      broker: act.broker || null,
      settlementAccount: act.settlementAccount || null,
    },
  ],
})

/** The limits that come nearer to their bound by the trade, and are at their warning or beyond. */
export const worsened = (checks: readonly LimitCheck[]): LimitCheck[] =>
  checks.filter(({ turn, state }) => turn === 'worse' && state !== 'within')

/** In the review of a dealt trade: the limits that it puts at their warning or beyond. Nothing where there are none. */
export function LimitsTouched({ act }: { act: TouchingAct }) {
  const may = useMay()
  const body = touchingQuestion(act)
  const query = useQuery({
    queryKey: keyOf(limits.whatIf, body),
    queryFn: ({ signal }) => call(limits.whatIf, { body, signal }),
    enabled: may(limits.whatIf),
    // The books may have moved since the same trade was reviewed.
    staleTime: 0,
  })
  const checks = worsened(query.data?.checks ?? [])
  return checks.length === 0 ? null : (
    <Section title="Limits">
      <LimitsPassed checks={checks} />
    </Section>
  )
}

/** The limits that a trade puts at their warning or beyond, after it was dealt. */
export function LimitsPassed({ checks }: { checks: readonly LimitCheck[] }) {
  return (
    <>
      {checks.some(({ state }) => state === 'exceeded') && (
        <Banner tone="warning">
          This trade exceeds a limit. What was dealt is recorded all the same; it opens a breach.
        </Banner>
      )}
      <Checks checks={checks} />
    </>
  )
}
