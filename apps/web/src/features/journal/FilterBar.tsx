import { JOURNAL_STATUSES, JOURNAL_TYPES } from '@em/contract/books/journal'
import { ledger } from '@em/contract/books/ledger'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate, SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { filtersSet, type JournalFilters, NO_FILTERS } from './filters.ts'

const change = (changes: Partial<JournalFilters>) => changeHashQuery(changes)
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The journal's filters; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: JournalFilters }) {
  const portfolios = useRoute(ledger.portfolios)
  const wrongOrder = filters.from !== '' && filters.to !== '' && filters.from > filters.to
  return (
    <FilterFrame label="Filter the journal" count={filtersSet(filters)} onClear={() => change(NO_FILTERS)}>
      <SearchField
        placeholder="Number, description, reference, account"
        value={filters.search}
        onSearch={(search) => change({ search })}
      />
      <SelectField
        label="Status"
        placeholder="All"
        value={filters.status}
        onChange={(value) => change({ status: value as JournalFilters['status'] })}
        options={same(JOURNAL_STATUSES)}
      />
      <SelectField
        label="Transaction type"
        placeholder="All types"
        value={filters.transaction_type}
        onChange={(value) => change({ transaction_type: value })}
        options={same(JOURNAL_TYPES)}
      />
      <FilterDate label="From" value={filters.from} onChange={(from) => change({ from })} />
      <FilterDate
        label="To"
        value={filters.to}
        onChange={(to) => change({ to })}
        {...(wrongOrder ? { error: 'Lies before the date from.' } : {})}
      />
      <SelectField
        label="Portfolio"
        placeholder="All portfolios"
        value={filters.portfolio}
        onChange={(value) => change({ portfolio: value })}
        options={(portfolios.data ?? []).map((one) => ({
          value: one.portfolioId,
          label: one.portfolioName,
        }))}
      />
      <SelectField
        label="Entries"
        placeholder="Made by people"
        value={filters.source}
        onChange={(value) => change({ source: value === 'all' ? 'all' : '' })}
        options={[{ value: 'all', label: 'People and system' }]}
      />
    </FilterFrame>
  )
}
