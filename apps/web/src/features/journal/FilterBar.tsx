import { JOURNAL_STATUSES } from '@em/contract/journal/journal'
import { LISTED_JOURNAL_TYPES } from '@em/contract/journal/journal-entry'
import { ledger } from '@em/contract/ledger/ledger'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterSpan, SearchField } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { byLabel } from '../../ui/form/options.ts'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { type JournalFilters, NO_FILTERS } from './filters.ts'

const change = (changes: Partial<JournalFilters>) => changeHashQuery(changes)
const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The journal's filters; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: JournalFilters }) {
  const portfolios = useRoute(ledger.portfolios)
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
        options={same(LISTED_JOURNAL_TYPES)}
      />
      <FilterSpan
        labels={['From', 'To']}
        from={filters.from}
        to={filters.to}
        onChange={change}
        books={filters}
      />
      <SelectField
        label="Portfolio"
        placeholder={useAllPortfolios()}
        value={filters.portfolio}
        onChange={(value) => change({ portfolio: value })}
        options={byLabel(
          (portfolios.data ?? []).map((one) => ({
            value: one.portfolioId,
            label: one.portfolioName,
          })),
        )}
      />
      <SelectField
        label="Entries"
        placeholder="Made by users"
        value={filters.source}
        onChange={(value) => change({ source: value === 'all' ? 'all' : '' })}
        options={[{ value: 'all', label: 'Users and system' }]}
      />
    </FilterFrame>
  )
}
