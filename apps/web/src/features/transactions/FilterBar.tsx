import { brokers } from '@em/contract/registers/brokers'
import { equities } from '@em/contract/registers/equities'
import { portfolios } from '@em/contract/registers/portfolios'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import type { Choice } from '../../ui/form/ChoiceFields.tsx'
import { FilterDate, SearchField } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { changesOf, isFiltered, NO_FILTERS, STATUSES, type TradeFilters } from './filters.ts'
import css from './Transactions.module.css'

const change = (changes: Partial<TradeFilters>) => changeHashQuery(changesOf(changes))

/** The filters of the list; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: TradeFilters }) {
  const wrongOrder = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return (
    <div className={css.filters} role="search" aria-label="Filter the transactions">
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
      <div className={css.clear}>
        <Button variant="default" disabled={!isFiltered(filters)} onClick={() => change(NO_FILTERS)}>
          Clear Filters
        </Button>
      </div>
    </div>
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

/** What the list does not (yet) know must still be seen to filter. */
function withChosen(options: readonly Choice[], chosen: string): readonly Choice[] {
  return chosen === '' || options.some((one) => one.value === chosen)
    ? options
    : [{ value: chosen, label: chosen }, ...options]
}
