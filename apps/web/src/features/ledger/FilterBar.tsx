import { LEDGER_TYPES, ledger } from '@em/contract/books/ledger'
import { chartOfAccounts } from '@em/contract/registers/chart-of-accounts'
import { Button, CloseButton, TextInput } from '@mantine/core'
import IconFilter from '@tabler/icons-react/dist/esm/icons/IconFilter.mjs'
import { useEffect, useId, useRef, useState } from 'react'
import { isDate } from '../../lib/dates.ts'
import { changeHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DateField } from '../../ui/form/DateField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { changesOf, filtersSet, isFiltered, type LedgerFilters, NO_FILTERS, STATUSES } from './filters.ts'
import css from './Ledger.module.css'

const change = (changes: Partial<LedgerFilters>) => changeHashQuery(changesOf(changes))

/** The ledger's filters; each change goes to the address at once, the search after a pause. */
export function FilterBar({ filters }: { filters: LedgerFilters }) {
  const accounts = useRoute(chartOfAccounts.routes.list, { query: {} })
  const portfolios = useRoute(ledger.portfolios)
  const options = (accounts.data ?? []).map((one) => ({
    value: one.account_code,
    label: `${one.account_code} ${one.account_name}`,
  }))
  const narrow = useNarrow()
  const [open, setOpen] = useState(false)
  const count = filtersSet(filters)
  const wrongOrder = filters.from !== '' && filters.to !== '' && filters.from > filters.to
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
      {narrow && (
        <Button
          variant="default"
          aria-expanded={open}
          leftSection={<IconFilter size={16} />}
          onClick={() => setOpen((now) => !now)}
        >
          {count === 0 ? 'Filters' : `Filters (${count})`}
        </Button>
      )}
      <div className={css.filters} role="search" aria-label="Filter the ledger" hidden={narrow && !open}>
        <SearchField value={filters.search} />
        <SelectField
          label="Account code"
          placeholder="All accounts"
          searchable
          value={filters.account_code}
          onChange={(value) => change({ account_code: value })}
          {...(accounts.isError ? { error: 'Failed to fetch chart of accounts' } : {})}
          // An account that the list does not (yet) know must still be seen to filter.
          options={
            filters.account_code === '' || options.some((one) => one.value === filters.account_code)
              ? options
              : [{ value: filters.account_code, label: filters.account_code }, ...options]
          }
        />
        <FilterDate label="Date from" value={filters.from} onChange={(from) => change({ from })} />
        <FilterDate
          label="Date to"
          value={filters.to}
          onChange={(to) => change({ to })}
          {...(wrongOrder ? { error: 'Lies before the date from.' } : {})}
        />
        <SelectField
          label="Transaction type"
          placeholder="All types"
          value={filters.transaction_type}
          onChange={(value) => change({ transaction_type: value })}
          options={LEDGER_TYPES.map((type) => ({ value: type, label: type }))}
        />
        <SelectField
          label="Status"
          placeholder="All"
          value={filters.status}
          onChange={(value) => change({ status: value as LedgerFilters['status'] })}
          options={STATUSES.map((status) => ({ value: status, label: status }))}
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
        <div className={css.clear}>
          <Button variant="default" disabled={!isFiltered(filters)} onClick={() => change(NO_FILTERS)}>
            Clear Filters
          </Button>
        </div>
      </div>
    </>
  )
}

/** Typing is answered after this pause. */
const SEARCH_MS = 300

function SearchField({ value }: { value: string }) {
  const id = useId()
  const [text, setText] = useState(value)
  const sent = useRef(value)
  useEffect(() => {
    // Somebody else changed it: a link, Clear Filters, Back.
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (text.trim() === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text.trim()
      change({ search: sent.current })
    }, SEARCH_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <TextInput
      id={id}
      type="search"
      label="Search"
      placeholder="Description, reference, account, symbol"
      maxLength={200}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      rightSection={
        text === '' ? null : <CloseButton size="xs" aria-label="Clear search" onClick={() => setText('')} />
      }
    />
  )
}

interface FilterDateProps {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string
}

/** A date that filters once it is one; half typed it stays in the field. */
function FilterDate({ label, value, onChange, error }: FilterDateProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (value !== known) {
    setKnown(value)
    setTyped(value)
  }
  return (
    <DateField
      label={label}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if ((text === '' || isDate(text)) && text !== value) onChange(text)
      }}
      {...(error === undefined ? {} : { error })}
    />
  )
}
