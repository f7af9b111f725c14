import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery } from '../../../lib/hash.ts'
import { BrokerFilter, PortfolioFilter, SecurityFilter } from '../../../registers/FilterChoices.tsx'
import { FilterSpan, SearchField } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { NO_FILTERS, STATUSES, type TradeFilters } from './filters.ts'

const change = (changes: Partial<TradeFilters>) => changeHashQuery({ ...changes })

/** The filters of the list; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: TradeFilters }) {
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
      <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
      <SecurityFilter value={filters.symbol} onChange={(symbol) => change({ symbol })} />
      <BrokerFilter value={filters.broker} onChange={(broker) => change({ broker })} />
      <SelectField
        label="Status"
        placeholder="All"
        value={filters.status}
        onChange={(value) => change({ status: value as TradeFilters['status'] })}
        options={STATUSES.map((status) => ({ value: status, label: status }))}
      />
      <FilterSpan
        labels={['Traded from', 'Traded to']}
        from={filters.from}
        to={filters.to}
        onChange={change}
        books={filters}
      />
    </FilterFrame>
  )
}
