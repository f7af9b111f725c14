import { brokers } from '@em/contract/registers/brokers'
import { equities } from '@em/contract/registers/equities'
import { portfolios } from '@em/contract/registers/portfolios'
import { useMemo } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { changesOf, filtersSet, NO_FILTERS, STATUSES, type TradeFilters } from './filters.ts'

const change = (changes: Partial<TradeFilters>) => changeHashQuery(changesOf(changes))

/** The filters of the list; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: TradeFilters }) {
  const wrongOrder = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return (
    <FilterFrame
      label="Filter the transactions"
      count={filtersSet(filters)}
      onClear={() => change(NO_FILTERS)}
    >
      <SearchField
        placeholder="Deal, contract, company, broker"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <PortfolioFilter value={filters.portfolio} />
      <SymbolFilter value={filters.symbol} />
      <BrokerFilter value={filters.broker} />
      <SelectField
        label="Status"
        placeholder="All"
        value={filters.status}
        onChange={(value) => change({ status: value as TradeFilters['status'] })}
        options={STATUSES.map((status) => ({ value: status, label: status }))}
      />
      <FilterDate label="Traded from" value={filters.from} onChange={(from) => change({ from })} />
      <FilterDate
        label="Traded to"
        value={filters.to}
        onChange={(to) => change({ to })}
        {...(wrongOrder ? { error: 'Lies before the date from.' } : {})}
      />
    </FilterFrame>
  )
}

function PortfolioFilter({ value }: { value: string }) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const options = (list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName }))
  return (
    <SelectField
      label="Portfolio"
      placeholder="All portfolios"
      value={value}
      onChange={(portfolio) => change({ portfolio })}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
    />
  )
}

function SymbolFilter({ value }: { value: string }) {
  const list = useRoute(equities.routes.list, { query: {} })
  const options = useMemo(
    () =>
      (list.data ?? [])
        .map((one) => ({ value: one.symbol, label: `${one.symbol} ${one.name}` }))
        .sort((a, b) => a.label.localeCompare(b.label)),
    [list.data],
  )
  return (
    <SelectField
      label="Company"
      placeholder="All companies"
      searchable
      value={value}
      onChange={(symbol) => change({ symbol })}
      options={withChosen(options, value)}
      {...(list.isError ? { error: 'Failed to fetch equities' } : {})}
    />
  )
}

function BrokerFilter({ value }: { value: string }) {
  const list = useRoute(brokers.routes.list, { query: {} })
  const names = [...new Set((list.data ?? []).map((one) => one.name))].sort((a, b) => a.localeCompare(b))
  return (
    <SelectField
      label="Broker"
      placeholder="All brokers"
      searchable
      value={value}
      onChange={(broker) => change({ broker })}
      options={withChosen(
        names.map((name) => ({ value: name, label: name })),
        value,
      )}
      {...(list.isError ? { error: 'Failed to fetch brokers' } : {})}
    />
  )
}
