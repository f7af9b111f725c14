import { brokerNames } from '@em/contract/brokers/broker-names'
import { brokers } from '@em/contract/brokers/brokers'
import { equities } from '@em/contract/equities/equities'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { useMemo } from 'react'
import { useMay } from '../lib/may.ts'
import { useAllPortfolios } from '../lib/portfolio-texts.ts'
import { useRoute } from '../lib/query.ts'
import { withChosen } from '../ui/form/FilterFields.tsx'
import { byLabel } from '../ui/form/options.ts'
import { type Choices, SelectField } from '../ui/form/TextFields.tsx'

/** In an address: a record that names none. */
export const NONE = { value: '-', label: 'None' }

interface FilterChoiceProps {
  value: string
  onChange: (value: string) => void
}

/** Filters a list by a portfolio of the register; `value` is its code. `blank` says what none chosen means, where it is not all of them. */
export function PortfolioFilter({ value, onChange, blank }: FilterChoiceProps & { blank?: string }) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const options = byLabel(
    (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName })),
  )
  const all = useAllPortfolios()
  return (
    <SelectField
      label="Portfolio"
      placeholder={blank ?? all}
      value={value}
      onChange={onChange}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
    />
  )
}

/** Filters a list by a security of the register; `value` is its symbol. */
export function SecurityFilter({ value, onChange }: FilterChoiceProps) {
  const list = useRoute(equities.routes.list, { query: {} })
  const options = useMemo(
    () =>
      byLabel(
        (list.data ?? []).map(({ symbol, name, formerly }) => ({
          value: symbol,
          label: [`${symbol} ${name}`, ...(formerly == null ? [] : [formerly])].join(', '),
        })),
      ),
    [list.data],
  )
  return (
    <SelectField
      label="Company"
      placeholder="All companies"
      searchable
      value={value}
      onChange={onChange}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch equities' } : {})}
    />
  )
}

/** Filters a list by a broker of the register, or by a name of trades that is not in it; `value` is the name. */
export function BrokerFilter({ value, onChange, none = false }: FilterChoiceProps & { none?: boolean }) {
  const list = useRoute(brokers.routes.list, { query: {} })
  const names = [...new Set((list.data ?? []).map((one) => one.name))].sort((a, b) => a.localeCompare(b))
  const open = useRoute(brokerNames.open, {}, { enabled: useMay()(brokerNames.open) })
  const others = (open.data?.names ?? [])
    .map(({ name }) => ({ value: name, label: name }))
    .filter(({ value: name }) => !names.includes(name))
  const registered = [...names.map((name) => ({ value: name, label: name })), ...(none ? [NONE] : [])]
  const known = [...registered, ...others].some((one) => one.value === value)
  const chosen = known ? registered : withChosen(registered, value)
  const options: Choices =
    others.length === 0
      ? chosen
      : [
          { group: 'Brokers', items: chosen },
          { group: 'Not in Brokers', items: byLabel(others) },
        ]
  return (
    <SelectField
      label="Broker"
      placeholder="All brokers"
      searchable
      value={value}
      onChange={onChange}
      options={options}
      {...(list.isError ? { error: 'Failed to fetch brokers' } : {})}
    />
  )
}
