import { type StartValues, trades } from '@em/contract/trades/trades'
import { useCallback, useMemo, useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import type { Start, StartRules } from '../../../ui/form/start.ts'
import { useStart } from '../../../ui/form/useStart.ts'
import { rememberedText } from '../../trades/form/start-values.ts'
import { type DefaultValues, NO_DEFAULTS } from './rows-draft.ts'

const RULES: StartRules<DefaultValues> = {
  groups: Object.fromEntries(Object.keys(NO_DEFAULTS).map((name) => [name, [name]])),
  empty: NO_DEFAULTS,
}

/** Of one dealing alone. */
const OF_THE_TRADE = ['tradeDate', 'costOfFunds'] as const

const startOf = ({ portfolio, broker_name, account, cost_of_funds, trade_date }: StartValues): Start => ({
  ...(portfolio !== null && { portfolioId: portfolio.portfolioId }),
  ...(broker_name !== null && { brokerName: broker_name }),
  ...(account !== null && { settlementAccount: String(account.id) }),
  ...(cost_of_funds !== null && { costOfFunds: String(cost_of_funds) }),
  ...(trade_date !== null && { tradeDate: trade_date }),
})
const wordsOf = (field: string, isOfLast: boolean) =>
  rememberedText(field === 'portfolioId' ? 'portfolio' : field, isOfLast)

interface Options {
  /** The defaults that were kept with the rows. */
  readonly restored: DefaultValues | undefined
  /** Rows are in the table: nothing is put in below them. */
  readonly hasRows: boolean
  /** Forgets the last check of the rows, which was by other defaults. Stable. */
  readonly forgetCheck: () => void
}

/** The defaults for blank cells: those that were restored with the rows, else those of the person's newest trade. */
export function useDefaults({ restored, hasRows, forgetCheck }: Options) {
  const [defaults, set] = useState(restored ?? NO_DEFAULTS)
  const setDefaults = useCallback(
    (next: DefaultValues | ((now: DefaultValues) => DefaultValues)) => {
      set(next)
      forgetCheck()
    },
    [forgetCheck],
  )
  const enabled = restored === undefined
  const { data, isFetching, isError } = useRoute(
    trades.startValues,
    {},
    { enabled, refetchOnMount: 'always' },
  )
  const found = useMemo(
    () =>
      data === undefined || isFetching
        ? undefined
        : { start: startOf(data), isOfLast: data.last_deal !== null },
    [data, isFetching],
  )
  const put = useCallback(
    (how: (now: DefaultValues) => Start) => setDefaults((now) => ({ ...now, ...how(now) })),
    [setDefaults],
  )
  const { started } = useStart({
    rules: RULES,
    values: defaults,
    put,
    found,
    isFailed: isError,
    enabled: enabled && !hasRows,
    wordsOf,
  })
  const { remembered } = started
  /** Empties the date and the rate where they are remembered: a file's blank cells are no dealing of the last trade. */
  const dropRememberedDate = () =>
    setDefaults((now) => ({
      ...now,
      ...Object.fromEntries(OF_THE_TRADE.filter((name) => name in remembered).map((name) => [name, ''])),
    }))
  return { defaults, setDefaults, remembered, dropRememberedDate }
}
