import {
  brokerReports,
  CONFIRMED_MAX,
  type TradeConfirmation,
} from '@em/contract/broker-reports/broker-reports'
import { portfolios } from '@em/contract/portfolios/portfolios'
import { messageOf } from '../../../lib/api.ts'
import { formatDate, isDate, today } from '../../../lib/dates.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { useShownPortfolio } from '../../../lib/last-portfolio.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { Facts } from '../../../ui/Facts.tsx'
import { FilterDate } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { Page, Section } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, ErrorState, Skeletons } from '../../../ui/States.tsx'
import { confirmationReport } from './confirmation-report.ts'
import { SectionTable, Totals } from './SectionTable.tsx'

const FAILED = 'Failed to load the trade confirmation'

/** Our confirmation of a day's trades of a portfolio, by broker, in the layout of the brokers' own. */
export default function ConfirmationScreen() {
  const hash = useHashQuery()
  const list = useRoute(portfolios.routes.list, { query: {} })
  const ids = list.isError ? [] : list.data?.map((one) => one.portfolioId)
  const named = hash.get('portfolio') ?? ''
  const shown = useShownPortfolio({ asked: named, ids, withAll: false })
  // One that is not there is asked for all the same: the answer says so.
  const portfolio = shown === '' ? named : (shown ?? '')
  const asked = hash.get('date') ?? ''
  const date = isDate(asked) ? asked : ''
  const query = useRoute(
    brokerReports.confirmations,
    { query: { portfolioId: portfolio, ...(date === '' ? {} : { date }) } },
    { enabled: portfolio !== '', keepPrevious: true },
  )
  const { data } = query
  return (
    <Page
      title="Trade Confirmation"
      lead="The recorded trades of a portfolio on one day, one confirmation for each broker, in the brokers' layout."
      actions={
        portfolio !== '' && (
          <RefreshButton loading={query.isRefetching} onClick={() => void query.refetch()} />
        )
      }
    >
      <FilterFrame
        label="Choose the portfolio and the day"
        count={(named === '' ? 0 : 1) + (date === '' ? 0 : 1)}
        onClear={() => changeHashQuery({ portfolio: '', date: '' })}
      >
        <PortfolioFilter
          value={portfolio}
          blank="Choose a portfolio"
          onChange={(code) => changeHashQuery({ portfolio: code })}
        />
        <FilterDate
          label="Trade date"
          value={date}
          max={today()}
          help="Leave blank for the last day with trades"
          onChange={(day) => changeHashQuery({ date: day })}
        />
      </FilterFrame>
      {shown === undefined ? (
        <Skeletons rows={10} />
      ) : portfolio === '' ? (
        <Section card>
          <EmptyState title="Choose a portfolio">Its last day with trades is then shown.</EmptyState>
        </Section>
      ) : data === undefined ? (
        query.isError ? (
          <ErrorState
            title={FAILED}
            message={messageOf(query.error, '')}
            onRetry={() => void query.refetch()}
          />
        ) : (
          <Skeletons rows={10} />
        )
      ) : (
        <>
          {query.isError && (
            <Banner tone="warning">{messageOf(query.error, FAILED)} What you see may be out of date.</Banner>
          )}
          {data.hasMore && (
            <Banner tone="warning">
              The day has more trades. The first {CONFIRMED_MAX.toLocaleString('en-LK')} are confirmed here.
            </Banner>
          )}
          {data.confirmations.length === 0 && (
            <Section card>
              <EmptyState
                title={data.date === null ? 'No trades yet' : `No trades on ${formatDate(data.date)}`}
                action={<TabButton to={['Trade Capture', 'Transactions']}>All transactions</TabButton>}
              >
                A confirmation is made from the recorded buys and sells of the day.
              </EmptyState>
            </Section>
          )}
          {data.confirmations.map((one) => (
            <Confirmation
              key={one.header.brokerName ?? ''}
              confirmation={one}
              old={query.isPlaceholderData}
            />
          ))}
        </>
      )}
    </Page>
  )
}

function Confirmation({ confirmation, old }: { confirmation: TradeConfirmation; old: boolean }) {
  const { user } = useSession()
  const { header, trades } = confirmation
  const report = () => confirmationReport(confirmation, `${user.first_name} ${user.last_name}`)
  const day = (date: string | null) => (date === null ? null : formatDate(date))
  return (
    <Section
      title={header.brokerName ?? 'Without a broker'}
      actions={
        <>
          <ReportButtons report={report} disabled={old} />
          <PrintReportButton report={report} disabled={old} />
        </>
      }
    >
      <Facts
        facts={[
          { label: 'Client A/C No', value: header.clientAccount },
          { label: 'Client Name', value: header.clientName },
          { label: 'Trade Date', value: day(header.tradeDate) },
          { label: 'Settlement Date', value: day(header.settlementDate) },
        ]}
      />
      <SectionTable trades={trades} side="buy" />
      <SectionTable trades={trades} side="sell" />
      <Totals trades={trades} />
    </Section>
  )
}
