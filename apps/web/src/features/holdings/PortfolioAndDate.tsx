import { portfolios } from '@em/contract/registers/portfolios'
import type { ReactNode } from 'react'
import { isDate, today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useAllPortfolios } from '../../lib/portfolio-words.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../places/TabButton.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Holdings.module.css'

/** In the address: all portfolios together. */
const ALL = 'all'

/** The active portfolio that the address names, and the day; '' for today. `all` where it names all of them. */
export function usePortfolioAndDate() {
  const query = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const active = (list.data ?? []).filter((one) => one.status === 'Active')
  const chosen = active.find((one) => one.portfolioId === query.get('portfolio'))
  const date = query.get('asOf') ?? ''
  const all = chosen === undefined && query.get('portfolio') === ALL
  return { list, active, chosen, all, asOf: isDate(date) ? date : '' }
}

type Chosen = ReturnType<typeof usePortfolioAndDate>

/** The two fields that choose them; `withAll`: all portfolios together are a choice. */
export function PortfolioAndDate({
  of: { list, active, chosen, all, asOf },
  withAll = false,
}: {
  of: Chosen
  withAll?: boolean
}) {
  const allWords = useAllPortfolios()
  return (
    <div className={css.filters}>
      <SelectField
        label="Portfolio"
        placeholder={
          list.isPending
            ? 'Loading portfolios...'
            : active.length === 0
              ? 'No active portfolios found'
              : 'Choose your portfolio'
        }
        disabled={active.length === 0}
        value={withAll && all ? ALL : (chosen?.portfolioId ?? '')}
        onChange={(portfolio) => changeHashQuery({ portfolio })}
        options={[
          ...(withAll ? [{ value: ALL, label: allWords }] : []),
          ...active.map((one) => ({
            value: one.portfolioId,
            label: `${one.portfolioName} (${one.portfolioId})`,
          })),
        ]}
        {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
      />
      <FilterDate
        label="As of"
        value={asOf}
        max={today()}
        help="Leave blank for today"
        onChange={(date) => changeHashQuery({ asOf: date })}
        {...(asOf > today() ? { error: 'Must not be after today.' } : {})}
      />
    </div>
  )
}

/** Stands where the figures would be; `shows` says what is shown once a portfolio is chosen. */
export function NoPortfolio({ of: { list, active }, shows }: { of: Chosen; shows: ReactNode }) {
  if (list.data === undefined) return null
  return active.length > 0 ? (
    <EmptyState title="Choose your portfolio">{shows}</EmptyState>
  ) : (
    <EmptyState
      title="No active portfolios found"
      action={<TabButton to={['Master Data Management', 'Portfolio Master']}>Portfolio Master</TabButton>}
    >
      Only active portfolios can be chosen here.
    </EmptyState>
  )
}
