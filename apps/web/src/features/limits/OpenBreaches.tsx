import { type Breach, LIMIT_TABS, limits } from '@em/contract/limits/limits'
import type { LimitKind } from '@em/core/limits/limit-codes'
import { Anchor } from '@mantine/core'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { inUnit } from './limit-texts.ts'

const TAB_NAMES = {
  counterparty: 'Counterparty Limits',
  position: 'Position Limits',
  concentration: 'Concentration Limits',
} as const
const NAMED = 3

interface OpenBreachesProps {
  /** A portfolio's code; all that are seen where left out. */
  portfolio?: string | undefined
  symbol?: string | undefined
}

function tabOf(kind: LimitKind): (typeof TAB_NAMES)[keyof typeof TAB_NAMES] {
  const kinds: Readonly<Record<keyof typeof TAB_NAMES, readonly LimitKind[]>> = LIMIT_TABS
  const tab = (Object.keys(TAB_NAMES) as (keyof typeof TAB_NAMES)[]).find((one) => kinds[one].includes(kind))
  return TAB_NAMES[tab ?? 'concentration']
}

/** "COMB: 12.5000 %"; a restriction has no figure. */
const measured = ({ subject, value, unit }: Breach): string =>
  value === null ? subject.label : `${subject.label}: ${inUnit(value, unit)}`

/** Above a portfolio or a security: the breaches that are not cured. Nothing where there are none. */
export function OpenBreaches({ portfolio, symbol }: OpenBreachesProps) {
  const may = useMay()
  const query = useRoute(
    limits.breaches,
    {
      query: {
        ...(portfolio === undefined ? {} : { portfolio }),
        ...(symbol === undefined ? {} : { symbol }),
      },
    },
    { enabled: may(limits.breaches), keepPrevious: true },
  )
  const found = query.data ?? []
  if (found.length === 0) return null
  const named = found.slice(0, NAMED)
  return (
    <Banner tone="warning">
      {found.length === 1 ? 'A limit is exceeded: ' : `${found.length} limits are exceeded: `}
      {named.map((breach, index) => (
        <span key={breach.id}>
          {index > 0 && '; '}
          <Anchor
            inherit
            href={hrefOf('Risk and Limit Management', tabOf(breach.limitKind), { view: 'breaches' })}
          >
            {breach.limit.name}
          </Anchor>
          {` (${measured(breach)})`}
        </span>
      ))}
      {found.length > NAMED ? ` and ${found.length - NAMED} more.` : '.'}
    </Banner>
  )
}
