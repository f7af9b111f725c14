import { batchStart } from '@em/contract/batches/batch-start'
import { dashboard } from '@em/contract/dashboard/dashboard'
import { activePortfolios } from '@em/contract/portfolios/portfolios'
import { settlements } from '@em/contract/settlements/settlements'
import { transactions } from '@em/contract/trades/transactions'
import { VALUE_RANGES } from '@em/contract/value-history/value-history'
import { GAIN_RANGES, type GainRange, RANGE_NAMES } from '@em/core/holidays/ranges'
import { Suspense, useEffect, useState } from 'react'
import { addressOf } from '../../lib/api.ts'
import { askFirstNextTime } from '../../lib/first-answers.ts'
import { ALL_PORTFOLIOS, portfolioShown, rememberPortfolio } from '../../lib/last-portfolio.ts'
import { lazyPart } from '../../lib/parts.ts'
import { useAllPortfolios } from '../../lib/portfolio-texts.ts'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { SectorPie } from '../../ui/chart/SectorPie.tsx'
import { NativeSelectField } from '../../ui/form/NativeSelectField.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { StartDrop } from '../batches/start/StartDrop.tsx'
import { DayMovers } from '../holdings/moves/DayMovers.tsx'
import { ValueHistory } from '../holdings/overview/ValueHistory.tsx'
import { CashAhead } from '../settlements/ladder/CashAhead.tsx'
import css from './Dashboard.module.css'
import { figuresBy, lastFigures, lastRange, rememberFigures, rememberRange } from './figures.ts'
import { Gains } from './Gains.tsx'
import { MarketStatus } from './MarketStatus.tsx'
import { MostTraded } from './MostTraded.tsx'
import { ProfitCards } from './ProfitCards.tsx'
import { QuickActions } from './QuickActions.tsx'
import { RecentTrades } from './RecentTrades.tsx'
import { SetupChecklist } from './SetupChecklist.tsx'
import { TopPerformers } from './TopPerformers.tsx'
import { Unpriced } from './Unpriced.tsx'

const StartFromSheet = lazyPart(() => import('../batches/start/StartFromSheet.tsx'))

const FAILED = 'Failed to load dashboard data. Please try again.'

/** The figures of the portfolio, the latest events, and links to the other screens. */
export default function DashboardScreen() {
  const { active, asked, choose } = useChosenPortfolio()
  const portfolioId = asked ?? null
  const allWords = useAllPortfolios()
  const [range, chooseRange] = useChosenRange()
  const [sheet, setSheet] = useState<File | null>(null)
  const query = useRoute(dashboard, figuresBy(range, portfolioId), {
    enabled: asked !== undefined,
    keepPrevious: true,
    refetchInterval: 60_000,
  })
  const { data } = query
  const figures = addressOf(dashboard, figuresBy(range, portfolioId))
  useEffect(() => askFirstNextTime([figures, addressOf(activePortfolios, {})]), [figures])
  const retry = () => void query.refetch()
  const starting = data?.setup.trades === 0
  const day = data === undefined ? null : { date: data.today, ...data.marketDay }
  return (
    <Page
      title="Dashboard"
      lead="Portfolio value and gains, recent transactions and market status."
      actions={
        active !== undefined &&
        active.length > 0 &&
        !starting && (
          <div className={css.pickers}>
            <NativeSelectField
              label="Realized over"
              value={range}
              onChange={(value) => chooseRange(value as GainRange)}
              required
              options={GAIN_RANGES.map((value) => ({ value, label: RANGE_NAMES[value] }))}
            />
            <NativeSelectField
              label="Portfolio"
              value={portfolioId ?? ALL_PORTFOLIOS}
              onChange={(value) => value !== '' && choose(value)}
              required
              options={[
                { value: ALL_PORTFOLIOS, label: allWords },
                ...active.map((one) => ({ value: one.portfolioId, label: one.portfolioName })),
              ]}
            />
          </div>
        )
      }
    >
      <MarketStatus day={day} />
      {query.isError && data !== undefined && (
        <Banner tone="warning">{FAILED} What you see may be out of date.</Banner>
      )}
      {starting ? (
        <>
          {sheet !== null ? (
            <Suspense fallback={<Skeletons rows={8} />}>
              <StartFromSheet file={sheet} onClose={() => setSheet(null)} />
            </Suspense>
          ) : (
            <IfMay call={batchStart}>
              <StartDrop onFile={setSheet} />
            </IfMay>
          )}
          {sheet === null && (
            <>
              <SetupChecklist setup={data.setup} />
              <QuickActions />
            </>
          )}
        </>
      ) : (
        <>
          {query.isError && data === undefined && active !== undefined ? (
            <Section card>
              <ErrorState title={FAILED} onRetry={retry} />
            </Section>
          ) : (
            <ProfitCards
              figures={data?.profitAndLoss}
              moves={data?.dayChange}
              unpriced={data?.unpriced ?? []}
              portfolioId={portfolioId}
            />
          )}
          <Unpriced symbols={data?.unpriced ?? []} />
          <QuickActions />
          <div className={css.columns}>
            <div className={css.pair}>
              <Section card>
                {active === undefined ? (
                  <Skeletons rows={6} />
                ) : (
                  <ValueHistory portfolio={portfolioId} ranges={VALUE_RANGES} height={240} />
                )}
              </Section>
              {data !== undefined && (
                <Section card>
                  <Gains portfolio={portfolioId} />
                </Section>
              )}
              <IfMay call={transactions.list}>
                <RecentTrades trades={data?.recent} failed={query.isError} onRetry={retry} />
              </IfMay>
              <DayMovers moves={data?.dayChange} />
            </div>
            {(data !== undefined || !query.isError) && (
              <div className={css.pair}>
                <Section card>
                  {data === undefined ? (
                    <Skeletons rows={8} />
                  ) : (
                    <SectorPie title="Sectors" sectors={data.sectors} decimals={0} empty="Nothing is held" />
                  )}
                </Section>
                {data !== undefined && (
                  <IfMay call={settlements.ladder}>
                    <Section card>
                      <CashAhead portfolio={portfolioId} />
                    </Section>
                  </IfMay>
                )}
                <TopPerformers performers={data?.topPerformers} />
                <MostTraded traded={data?.mostTraded} />
              </div>
            )}
          </div>
        </>
      )}
    </Page>
  )
}

/**
 * The active portfolios (undefined while loading), and the one that this user chose last on whichever screen; null: all together.
 * While they are loading it is the one whose figures were shown last, undefined where none were.
 */
function useChosenPortfolio() {
  const { data: active, isError } = useRoute(activePortfolios)
  const [, redraw] = useState('')
  const ids = active?.map((one) => one.portfolioId) ?? (isError ? [] : undefined)
  const shown = portfolioShown({ asked: '', ids, withAll: true })
  const asked = shown === undefined ? lastFigures() : shown === ALL_PORTFOLIOS ? null : shown
  useEffect(() => {
    if (shown !== undefined) rememberFigures(shown === ALL_PORTFOLIOS ? null : shown)
  }, [shown])
  return {
    active: active ?? (isError ? [] : undefined),
    asked,
    choose: (portfolio: string) => {
      rememberPortfolio(portfolio)
      redraw(portfolio)
    },
  }
}

/** The range of sales that this user chose last; a year at first. */
function useChosenRange(): [GainRange, (range: GainRange) => void] {
  const [range, setRange] = useState(lastRange)
  return [
    range,
    (chosen) => {
      rememberRange(chosen)
      setRange(chosen)
    },
  ]
}
