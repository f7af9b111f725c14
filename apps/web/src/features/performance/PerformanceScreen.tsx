import { indexValues } from '@em/contract/indices/index-values'
import {
  PERFORMANCE_RANGES,
  type PerformanceMetrics,
  performance,
} from '@em/contract/performance/performance'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { Group, SegmentedControl, Tabs } from '@mantine/core'
import { messageOf } from '../../lib/api.ts'
import { today } from '../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { ALL_PORTFOLIOS, useShownPortfolio } from '../../lib/last-portfolio.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { Banner } from '../../ui/Banner.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { NativeSelectField } from '../../ui/form/NativeSelectField.tsx'
import { SelectField } from '../../ui/form/TextFields.tsx'
import { Amount, DateText, Percent } from '../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../ui/Page.tsx'
import { RECALCULATING_MS, Recalculating } from '../../ui/Recalculating.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { useNarrow } from '../../ui/useNarrow.ts'
import { Allocation } from './Allocation.tsx'
import { BenchmarkAnalysis } from './BenchmarkAnalysis.tsx'
import { FigureCard } from './described-figures.tsx'
import { askedOf, filtersOf, type PerformanceFilters, RANGE_WORDS, VIEWS, type View } from './filters.ts'
import { Overview } from './Overview.tsx'
import css from './Performance.module.css'
import { performanceReport } from './performance-report.ts'
import { Risk } from './Risk.tsx'
import { TopHoldings } from './TopHoldings.tsx'

const RANGE_CHOICES = PERFORMANCE_RANGES.map((value) => ({ value, label: RANGE_WORDS[value] }))
const FAILED = 'Failed to load performance metrics'
const WHILE_BEHIND = {
  ms: RECALCULATING_MS,
  says: ({ data }: { readonly data: PerformanceMetrics }) => data.recalculatingFrom !== null,
}

/** Return and risk of one portfolio or of all, computed from what they were worth day by day. */
export default function PerformanceScreen() {
  const { filters, known } = usePerformanceFilters()
  const query = useRoute(
    performance.metrics,
    { query: askedOf(filters) },
    { enabled: known, keepPrevious: true, refetchWhile: WHILE_BEHIND },
  )
  const data = query.data?.data
  const all = useAllPortfolios()
  const { user } = useSession()
  const report = () => {
    if (data === undefined) throw new Error(FAILED)
    return performanceReport(data, filters, { by: `${user.first_name} ${user.last_name}`, all })
  }
  return (
    <Page
      title="Performance Metrics"
      lead={
        data?.from == null || data.to === null ? (
          'Return and risk, computed from the value of the shares day by day.'
        ) : (
          <>
            Return and risk from <DateText value={data.from} /> to <DateText value={data.to} />, computed from{' '}
            {data.days.market} market days.
          </>
        )
      }
      actions={
        <>
          <ReportButtons
            report={report}
            formats={['pdf', 'xlsx']}
            pdfLabel="Generate Performance Report"
            disabled={data === undefined || query.isPlaceholderData}
          />
          <RefreshButton
            label="Refresh Data"
            loading={query.isRefetching}
            onClick={() => void query.refetch()}
          />
        </>
      }
    >
      <Filters filters={filters} data={data} all={all} />
      <Recalculating from={data?.recalculatingFrom} />
      {query.isError && data === undefined ? (
        <Section card>
          <ErrorState
            title={FAILED}
            message={messageOf(query.error, '')}
            onRetry={() => void query.refetch()}
          />
        </Section>
      ) : (
        <>
          {query.isError && <Banner tone="warning">{messageOf(query.error, FAILED)}</Banner>}
          <Summary data={data} />
          <Tabs
            value={filters.view}
            onChange={(view) => changeHashQuery({ view: view === 'overview' ? null : view })}
          >
            <Tabs.List>
              {Object.entries(VIEWS).map(([view, label]) => (
                <Tabs.Tab key={view} value={view}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
          </Tabs>
          {data === undefined ? (
            <Skeletons rows={10} />
          ) : (
            <Shown view={filters.view} data={data} filters={filters} />
          )}
          {data !== undefined && <Missing missing={data.missing} />}
        </>
      )}
    </Page>
  )
}

/** The filters of the address; without a portfolio the one shown last. `known` once the portfolios are loaded. */
function usePerformanceFilters(): { filters: PerformanceFilters; known: boolean } {
  const hash = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const ids = list.isError ? [] : list.data?.map((one) => one.portfolioId)
  const asked = hash.get('portfolio') ?? ''
  const shown = useShownPortfolio({ asked, ids, withAll: true })
  // One that is not there is asked for all the same: the answer says so.
  const portfolio = shown === '' ? asked : shown
  const filters = filtersOf(hash)
  const isAll = portfolio === undefined || portfolio === ALL_PORTFOLIOS
  return { filters: { ...filters, portfolio: isAll ? null : portfolio }, known: shown !== undefined }
}

function Shown({
  view,
  data,
  filters,
}: {
  view: View
  data: PerformanceMetrics
  filters: PerformanceFilters
}) {
  switch (view) {
    case 'overview':
      return <Overview data={data} />
    case 'risk':
      return <Risk data={data} />
    case 'benchmark':
      return <BenchmarkAnalysis data={data} />
    case 'allocation':
      return <Allocation data={data} filters={filters} />
    case 'holdings':
      return <TopHoldings data={data} />
  }
}

interface FiltersProps {
  filters: PerformanceFilters
  data: PerformanceMetrics | undefined
  /** How all portfolios are called. */
  all: string
}

function Filters({ filters, data, all }: FiltersProps) {
  const list = useRoute(portfolios.routes.list, { query: {} })
  const indices = useRoute(indexValues.latest)
  const fundMissing = data?.fundMissing ?? null
  const narrow = useNarrow()
  const range = filters.from === '' ? filters.range : ''
  const choose = (value: string) => changeHashQuery({ range: value === '1Y' ? null : value, from: null })
  return (
    <>
      <Group align="end" gap="md" className={css.filters}>
        <div className={css.picker}>
          <SelectField
            label="Portfolio"
            value={filters.portfolio ?? ALL_PORTFOLIOS}
            onChange={(value) => changeHashQuery({ portfolio: value })}
            clearable={false}
            options={[
              { value: ALL_PORTFOLIOS, label: all },
              ...(list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName })),
            ]}
            {...(list.isError ? { error: 'Failed to fetch portfolios' } : {})}
          />
        </div>
        <div className={css.picker}>
          <SelectField
            label="Benchmark"
            value={filters.benchmark ?? data?.benchmarkComparison.benchmark ?? ''}
            onChange={(value) => changeHashQuery({ benchmark: value === '' ? null : value })}
            clearable={false}
            options={(indices.data ?? [])
              .filter(({ kind }) => kind !== 'Sector' && kind !== 'Indicator')
              .map(({ code, date }) => ({ value: code, label: date === null ? `${code} (no data)` : code }))}
          />
        </div>
        {narrow ? (
          <NativeSelectField
            label="Time range"
            placeholder="Own dates"
            value={range}
            onChange={choose}
            options={RANGE_CHOICES}
          />
        ) : (
          <SegmentedControl aria-label="Time range" value={range} onChange={choose} data={RANGE_CHOICES} />
        )}
        <div className={css.day}>
          <FilterDate
            label="From"
            value={filters.from}
            onChange={(from) => changeHashQuery({ from: from === '' ? null : from })}
            max={filters.to || today()}
          />
        </div>
        <div className={css.day}>
          <FilterDate
            label="As At"
            value={filters.to}
            onChange={(to) => changeHashQuery({ to: to === '' ? null : to })}
            max={today()}
          />
        </div>
        <SegmentedControl
          aria-label="Basis"
          value={filters.basis}
          onChange={(basis) => changeHashQuery({ basis: basis === 'securities' ? null : basis })}
          data={[
            { value: 'securities', label: 'Securities' },
            { value: 'fund', label: 'Fund', disabled: fundMissing !== null && filters.basis !== 'fund' },
          ]}
        />
      </Group>
      {fundMissing !== null && <p className={css.hint}>Fund basis not offered. {fundMissing}</p>}
    </>
  )
}

function Summary({ data }: { data: PerformanceMetrics | undefined }) {
  const loading = data === undefined
  const sum = data?.portfolioSummary
  return (
    <Stats>
      <StatCard
        label={data?.basis === 'fund' ? 'Fund Value (LKR)' : 'Total Value (LKR)'}
        loading={loading}
        value={<Amount value={sum?.totalValue} grouping="en-IN" />}
        note={data?.basis === 'fund' ? 'Shares and cash, at the end' : 'Shares at fair value, at the end'}
      />
      <StatCard
        label="Time-Weighted Return"
        loading={loading}
        value={<Percent value={sum?.totalReturnPercent} signed />}
        note={
          <>
            Return of the range: LKR <Amount value={sum?.totalReturn} grouping="en-IN" signed />
            {sum?.annualizedPercent != null && (
              <>
                , <Percent value={sum.annualizedPercent} signed /> a year
              </>
            )}
          </>
        }
      />
      {(['moneyWeighted', 'daily', 'monthly', 'yearly'] as const).map((of) => (
        <FigureCard key={of} of={of} data={data} />
      ))}
    </Stats>
  )
}

/** Figures that cannot be computed, and why. */
function Missing({ missing }: { missing: PerformanceMetrics['missing'] }) {
  if (missing.length === 0) return null
  return (
    <Section title="Not available">
      <ul className={css.missing}>
        {missing.map(({ figure, why }) => (
          <li key={figure}>
            <strong>{figure}.</strong> {why}
          </li>
        ))}
      </ul>
    </Section>
  )
}
