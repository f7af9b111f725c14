import { chartOfAccounts } from '@em/contract/chart-of-accounts/chart-of-accounts'
import { LEDGER_STATUSES, ledger } from '@em/contract/ledger/ledger'
import { Button } from '@mantine/core'
import { filtersSet } from '../../lib/filters.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { BrokerFilter, SecurityFilter } from '../../registers/FilterChoices.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { FilterSpan, SearchField, withChosen } from '../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../ui/form/FilterFrame.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { changesOf, type LedgerFilters, NO_FILTERS, TYPE_CHOICES, typeWords } from './filters.ts'

const change = (changes: Partial<LedgerFilters>) => changeHashQuery(changesOf(changes))

/** The ledger's filters; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: LedgerFilters }) {
  const accounts = useRoute(chartOfAccounts.routes.list, { query: {} })
  const portfolios = useRoute(ledger.portfolios)
  const options = (accounts.data ?? []).map((one) => ({
    value: one.account_code,
    label: `${one.account_code} ${one.account_name}`,
  }))
  return (
    <>
      {portfolios.isError && (
        <Banner tone="error">
          Failed to load portfolios. Please try again.{' '}
          <Button variant="subtle" size="compact-sm" onClick={() => void portfolios.refetch()}>
            Retry
          </Button>
        </Banner>
      )}
      <FilterFrame label="Filter the ledger" count={filtersSet(filters)} onClear={() => change(NO_FILTERS)}>
        <SearchField
          placeholder="Description, contract number, account, broker"
          value={filters.search}
          onSearch={(search) => change({ search })}
        />
        <SelectField
          label="Account code"
          placeholder="All accounts"
          searchable
          value={filters.account_code}
          onChange={(value) => change({ account_code: value })}
          {...(accounts.isError ? { error: 'Failed to fetch chart of accounts' } : {})}
          options={withChosen(options, filters.account_code)}
        />
        <SecurityFilter value={filters.symbol} onChange={(symbol) => change({ symbol })} />
        <FilterSpan
          labels={['Date from', 'Date to']}
          from={filters.from}
          to={filters.to}
          onChange={change}
          books={filters}
        />
        <SelectField
          label="Transaction type"
          placeholder="All types"
          value={filters.transaction_type}
          onChange={(value) => change({ transaction_type: value })}
          options={TYPE_CHOICES.map((type) => ({ value: type, label: typeWords(type) }))}
        />
        <SelectField
          label="Status"
          placeholder="All"
          value={filters.status}
          onChange={(value) => change({ status: value as LedgerFilters['status'] })}
          options={LEDGER_STATUSES.map((status) => ({ value: status, label: status }))}
        />
        <SelectField
          label="Portfolio"
          placeholder={useAllPortfolios()}
          value={filters.portfolio}
          onChange={(value) => change({ portfolio: value })}
          options={(portfolios.data ?? []).map((one) => ({
            value: one.portfolioId,
            label: one.portfolioName,
          }))}
        />
        <BrokerFilter value={filters.broker} onChange={(broker) => change({ broker })} />
      </FilterFrame>
    </>
  )
}
