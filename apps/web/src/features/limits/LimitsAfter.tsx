import { limits, WHAT_IF_ACTS_MAX } from '@em/contract/limits/limits'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { keyOf } from '../../lib/query.ts'
import { Section } from '../../ui/Page.tsx'
import { Checks } from './Checks.tsx'

export interface ProposedAct {
  readonly kind: 'buy' | 'sell'
  readonly portfolioId: string
  readonly symbol: string
  readonly quantity: number
  readonly price: number
}

/** The limits that proposed trades touch, before and after all of them. Nothing where no limit holds. */
export function LimitsAfter({ acts }: { acts: readonly ProposedAct[] }) {
  const may = useMay()
  const body = {
    acts: acts.map((act) => ({
      ...act,
      tradeDate: null,
      settlementDate: null,
      broker: null,
      settlementAccount: null,
    })),
  }
  const query = useQuery({
    queryKey: keyOf(limits.whatIf, body),
    queryFn: ({ signal }) => call(limits.whatIf, { body, signal }),
    enabled: may(limits.whatIf) && acts.length > 0 && acts.length <= WHAT_IF_ACTS_MAX,
  })
  const checks = query.data?.checks ?? []
  return checks.length === 0 ? null : (
    <Section title="Limits after this">
      <Checks checks={checks} />
    </Section>
  )
}
