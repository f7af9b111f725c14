import { type MarketSummary, marketSummary } from '@em/contract/market-summary/market-summary'
import { tradeSummaries } from '@em/contract/prices/trade-summary'
import { ActionIcon, Button, Tabs } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate, today } from '../../lib/dates.ts'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { useRoute } from '../../lib/query.ts'
import { useSession } from '../../lib/useSession.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { RefreshButton } from '../../ui/RefreshButton.tsx'
import { ReportButtons } from '../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../ui/States.tsx'
import { IndexCards } from './IndexCards.tsx'
import css from './Market.module.css'
import { Movers } from './Movers.tsx'
import { marketReport } from './market-report.ts'
import { NewsOfDay } from './NewsOfDay.tsx'
import { Indicators, Overview } from './Overview.tsx'
import { Sectors } from './Sectors.tsx'
import { Statistics } from './Statistics.tsx'

const TABS = [
  ['overview', 'Market Overview'],
  ['sectors', 'Sector Performance'],
  ['movers', 'Top Movers'],
  ['statistics', 'Market Statistics'],
  ['news', 'News & Events'],
] as const
type TabName = (typeof TABS)[number][0]

/** Another user may upload a day meanwhile. */
const REFRESH_MS = 300_000
/** The part of the tab before that stays in sight, in pixels. */
const MARGIN = 32
const FAILED = 'Failed to load the market summary'

/** Market Summary: a day of the market from the trade summaries that were uploaded. */
export default function MarketSummaryScreen() {
  const address = useHashQuery()
  const date = dateIn(address, 'date')
  const tab = TABS.find(([name]) => name === address.get('tab'))?.[0] ?? 'overview'
  const { user } = useSession()
  const query = useRoute(
    marketSummary,
    { query: date === '' ? {} : { date } },
    { keepPrevious: true, refetchInterval: REFRESH_MS },
  )
  const { data } = query
  const refresh = () => void query.refetch()
  const list = useRef<HTMLDivElement>(null)
  // Where not all tabs fit next to each other, the chosen one is scrolled into sight.
  useEffect(() => {
    const chosen = list.current?.querySelector<HTMLElement>(`[data-tab="${tab}"]`)
    if (list.current !== null && chosen != null) list.current.scrollLeft = chosen.offsetLeft - MARGIN
  }, [tab])
  return (
    <Page
      title="Market Summary"
      lead="A day of the market, from the trade summaries uploaded here."
      actions={
        <>
          <TabButton to={['Valuation and MTM', 'Index Values']} variant="default">
            Index Values
          </TabButton>
          <ReportButtons
            report={() => marketReport(data as MarketSummary, `${user.first_name} ${user.last_name}`.trim())}
            disabled={data === undefined || data.market === null || query.isPlaceholderData}
          />
          <RefreshButton loading={query.isRefetching} onClick={refresh} />
        </>
      }
    >
      <DayChoice asked={date} days={data} />
      {query.isError && data !== undefined && (
        <Banner tone="warning">
          {FAILED}: {messageOf(query.error, '')} What you see may be out of date.
        </Banner>
      )}
      {query.isError && data === undefined ? (
        <ErrorState title={FAILED} message={messageOf(query.error, '')} onRetry={refresh} />
      ) : (
        <>
          <IndexCards indices={data?.indices} date={data?.date ?? null} />
          <Tabs
            value={tab}
            onChange={(to) => changeHashQuery({ tab: to === 'overview' ? '' : (to ?? '') })}
            keepMounted={false}
          >
            <Tabs.List className={css.tabs ?? ''} ref={list}>
              {TABS.map(([name, label]) => (
                <Tabs.Tab key={name} value={name} data-tab={name}>
                  {label}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            {TABS.map(([name]) => (
              <Tabs.Panel key={name} value={name} className={css.panel ?? ''}>
                {data === undefined ? <Skeletons rows={8} /> : <Part name={name} summary={data} />}
              </Tabs.Panel>
            ))}
          </Tabs>
        </>
      )}
    </Page>
  )
}

function Part({ name, summary }: { name: TabName; summary: MarketSummary }) {
  const { date, market, indices } = summary
  if (name === 'news') {
    return date === null ? (
      <EmptyState title="No news or events">
        Once a day has prices, what was announced on it is listed here.
      </EmptyState>
    ) : (
      <NewsOfDay date={date} />
    )
  }
  if (market === null) {
    return (
      <>
        <NoPrices summary={summary} />
        {name === 'overview' && <Indicators indices={indices} date={date} />}
      </>
    )
  }
  if (name === 'sectors') return <Sectors sectors={summary.sectors} />
  if (name === 'movers') return <Movers {...summary} />
  if (name === 'statistics') {
    return <Statistics market={market} trend={summary.trend} indices={indices} date={date} />
  }
  return (
    <>
      <Overview market={market} />
      <Indicators indices={indices} date={date} />
    </>
  )
}

/** Which day is shown, and the days with prices around it. */
function DayChoice({ asked, days }: { asked: string; days: MarketSummary | undefined }) {
  const show = (day: string | null) => changeHashQuery({ date: day === days?.newest ? '' : (day ?? '') })
  const shown = asked === '' ? (days?.date ?? '') : asked
  const step = (label: string, day: string | null | undefined, Icon: typeof IconChevronLeft) => (
    <ActionIcon
      variant="default"
      size="lg"
      aria-label={label}
      title={day == null ? label : `${label}: ${formatDate(day)}`}
      disabled={day == null}
      onClick={() => show(day ?? null)}
    >
      <Icon size={16} />
    </ActionIcon>
  )
  return (
    <div className={`${css.day} em-line`}>
      {step('Previous market day', days?.previous, IconChevronLeft)}
      <FilterDate label="Market day" value={shown} max={today()} onChange={show} />
      {step('Next market day', days?.next, IconChevronRight)}
      {days?.newest != null && shown !== days.newest && (
        <Button variant="default" onClick={() => show(days.newest)}>
          Newest: {formatDate(days.newest)}
        </Button>
      )}
    </div>
  )
}

function NoPrices({ summary: { date, newest, previous, next } }: { summary: MarketSummary }) {
  const upload = (
    <IfMay call={tradeSummaries.upload}>
      <TabButton to={['Valuation and MTM', 'Trade Summary Data']} query={{ open: 'upload' }}>
        Upload Trade Summary
      </TabButton>
    </IfMay>
  )
  if (newest === null || date === null) {
    return (
      <EmptyState title="No Data Found" action={upload}>
        No trade summary was uploaded yet. The market of a day is shown from its trade summary.
      </EmptyState>
    )
  }
  const near = previous ?? next ?? newest
  return (
    <EmptyState
      title={`No trade summary of ${formatDate(date)}`}
      action={
        <Button variant="default" onClick={() => changeHashQuery({ date: near === newest ? '' : near })}>
          Show {formatDate(near)}
        </Button>
      }
    >
      The market was closed on this day, or its trade summary was not uploaded.
    </EmptyState>
  )
}
