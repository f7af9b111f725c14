import { type Exposure, holdings } from '@em/contract/holdings/holdings'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { useMemo } from 'react'
import { messageOf } from '../../../lib/api.ts'
import { today } from '../../../lib/dates.ts'
import { dateIn } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { ALL_PORTFOLIOS, useShownPortfolio } from '../../../lib/last-portfolio.ts'
import { useAllPortfolios } from '../../../lib/portfolio-texts.ts'
import { useRoute } from '../../../lib/query.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { Chart } from '../../../ui/chart/Chart.tsx'
import { SectorPie } from '../../../ui/chart/SectorPie.tsx'
import { FilterDate } from '../../../ui/form/FilterFields.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { count, percent } from '../../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, Percent } from '../../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import holdingsCss from '../Holdings.module.css'
import { held } from '../money-columns.ts'
import { Largest } from './Largest.tsx'
import css from './Monitor.module.css'

type Row = Exposure['sectors'][number]

const columns: Column<Row>[] = [
  { id: 'sector', header: 'Sector', value: (row) => row.sector, width: 240, phone: true },
  count('securities', 'Securities', (row) => row.securities, { total: 'sum', width: 100, phone: false }),
  held('value', (row) => row.value, { width: 160, phone: true }),
  percent('weight', 'Share', (row) => row.weight, { width: 90, phone: true }),
  held('cost', (row) => row.cost, { width: 160, phone: false }),
  held('gain', (row) => row.gain, { width: 170, phone: false }),
  percent('percent', 'Gain', (row) => row.gainPercent, { signed: true, width: 90, phone: false }),
]

/** From here on a market of shares counts as concentrated (US Department of Justice, Merger Guidelines 2023). */
const CONCENTRATED = 1_800

const concentrationNote = (index: number | undefined): string => {
  const limit = CONCENTRATED.toLocaleString('en-LK')
  const scale = `Herfindahl-Hirschman, 0 to 10,000; above ${limit} is concentrated`
  return index === undefined || index === 0
    ? scale
    : `${scale}: ${index > CONCENTRATED ? 'it is' : 'it is not'}`
}

/** Sector/Exposure Analysis: where the value lies, and how concentrated it is. */
export default function ExposureScreen() {
  const address = useHashQuery()
  const asOf = dateIn(address, 'asOf')
  const all = useAllPortfolios()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const ids = list.isError ? [] : list.data?.map((one) => one.portfolioId)
  const asked = address.get('portfolio') ?? ''
  const shown = useShownPortfolio({ asked, ids, withAll: true })
  // One that is not there is asked for all the same: the answer says so.
  const portfolio = shown === '' ? asked : (shown ?? ALL_PORTFOLIOS)
  const query = useRoute(
    holdings.exposure,
    {
      query: {
        ...(portfolio === ALL_PORTFOLIOS ? {} : { portfolioId: portfolio }),
        ...(asOf === '' ? {} : { asOf }),
      },
    },
    { enabled: shown !== undefined, keepPrevious: true },
  )
  const { data } = query
  const refresh = () => void query.refetch()
  const pie = useMemo(
    () =>
      (data?.sectors ?? []).map(({ sector, value, weight }) => ({
        sector,
        value,
        weight: Math.round(weight * 10) / 10,
      })),
    [data],
  )
  const loading = data === undefined
  return (
    <Page
      title="Sector/Exposure Analysis"
      lead="Where the value lies by sector and security, and how much of it lies in few."
      actions={<RefreshButton loading={query.isRefetching} onClick={refresh} />}
    >
      <div className={holdingsCss.filters}>
        <SelectField
          label="Portfolio"
          value={portfolio}
          onChange={(value) => changeHashQuery({ portfolio: value })}
          clearable={false}
          options={[
            { value: ALL_PORTFOLIOS, label: all },
            ...(list.data ?? []).map((one) => ({ value: one.portfolioId, label: one.portfolioName })),
          ]}
        />
        <FilterDate
          label="As of"
          value={asOf}
          max={today()}
          help="Leave blank for today"
          onChange={(date) => changeHashQuery({ asOf: date })}
        />
      </div>
      <Stats>
        <StatCard
          label="Market Value (LKR)"
          loading={loading}
          value={<Amount value={data?.total.value} />}
          note={`${data?.total.securities ?? 0} securities`}
        />
        <StatCard
          label="Largest Sector"
          loading={loading}
          value={<Percent value={data?.sectors[0]?.weight} />}
          note={data?.sectors[0]?.sector ?? 'Nothing is held'}
        />
        <StatCard
          label="Largest Holding"
          loading={loading}
          value={<Percent value={data?.concentration.largest} />}
          note={data?.largest[0]?.symbol ?? 'Nothing is held'}
        />
        <StatCard
          label="Ten Largest Holdings"
          loading={loading}
          value={<Percent value={data?.concentration.top10} />}
          note={
            <>
              The five largest <Percent value={data?.concentration.top5} />
            </>
          }
        />
        <StatCard
          label="Concentration Index"
          loading={loading}
          value={data?.concentration.index.toLocaleString('en-LK') ?? ''}
          note={concentrationNote(data?.concentration.index ?? 0)}
        />
      </Stats>
      {data !== undefined && data.sectors.length > 0 && (
        <div className={css.pair}>
          <Section card>
            <SectorPie title="Sectors" sectors={pie} empty="Nothing is held" height={260} />
          </Section>
          <Section card>
            <Chart
              title="Unrealized capital gain by sector (LKR)"
              kind="bar"
              horizontal
              categories={data.sectors.map((row) => row.sector)}
              series={[{ name: 'Unrealized capital gain', values: data.sectors.map((row) => row.gain) }]}
              xName="Sector"
              yName="LKR"
              height={Math.max(260, data.sectors.length * 28 + 60)}
            />
          </Section>
        </div>
      )}
      <DataGrid
        id="sector-exposure"
        title={`Sector exposure ${portfolio === ALL_PORTFOLIOS ? '' : portfolio} ${data?.asOf ?? ''}`}
        noun="sectors"
        rows={data?.sectors}
        columns={columns}
        rowKey={(row) => row.sector}
        search={false}
        totalsLabel="Total"
        error={
          query.isError
            ? { title: 'Failed to load the exposure', message: messageOf(query.error, ''), onRetry: refresh }
            : null
        }
        empty={
          <EmptyState
            title="No Holdings Data"
            action={<TabButton to={['Trade Capture', 'Buy']}>Record a buy</TabButton>}
          >
            Nothing was held on this date.
          </EmptyState>
        }
      />
      {data !== undefined && data.largest.length > 0 && <Largest rows={data.largest} />}
    </Page>
  )
}
