import { type NetAssets, netAssets, type PortfolioNetAssets } from '@em/contract/reports/net-assets'
import { columnsFrom } from '@em/paper/report'
import { useRoute } from '../../lib/query.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { ValuationBanner } from '../valuation/note/ValuationBanner.tsx'
import { bridgeOf, GROUP_NAMES, GROUPS, NET_ASSET_COLUMNS, netAssetsReport } from './net-assets-report.ts'
import css from './Reports.module.css'
import { ReportTab } from './ReportTab.tsx'
import { Verdict } from './Ties.tsx'
import { booksAsked, type DateFilters } from './tabs.ts'

/** Net assets at a date, by portfolio and entity. */
export function NetAssetsTab({ filters }: { filters: DateFilters }) {
  const query = useRoute(
    netAssets,
    { query: { ...booksAsked(filters), asOf: filters.date } },
    { keepPrevious: true },
  )
  return (
    <ReportTab
      title="Net assets"
      note="Investments at fair value, receivables and cash, less payables, at the end of the day by posting date. What is not in the ledger is named, as is what a lock moved to a later day."
      failed="Failed to load the net assets"
      query={query}
      report={(data, by) => netAssetsReport(data, filters, by)}
      hasRows={({ rows }) => rows.length > 0}
    >
      {(data) => <Body data={data} filters={filters} />}
    </ReportTab>
  )
}

function Body({ data, filters }: { data: NetAssets; filters: DateFilters }) {
  const { total, tie, rows } = data
  return (
    <>
      <ValuationBanner note={data.valuation} books={filters} />
      <Stats>
        <StatCard label="Net Assets (LKR)" value={<Amount value={total.netAssets} />} />
        <StatCard
          label="Investments (LKR)"
          value={<Amount value={total.investments} />}
          note="At fair value"
        />
        <StatCard
          label="Receivables and Cash (LKR)"
          value={<Amount value={total.receivables + total.cash + total.otherAssets} />}
          note="With other assets"
        />
        <StatCard label="Payables (LKR)" value={<Amount value={total.payables} />} />
        <StatCard
          label="Difference (LKR)"
          value={<Amount value={tie.difference} />}
          note={<Verdict ok={tie.difference === 0} />}
        />
      </Stats>
      {rows.length === 0 ? (
        <Section card>
          <EmptyState title="Nothing in the books on this date">
            Portfolios appear here from the day of their first entry.
          </EmptyState>
        </Section>
      ) : (
        <>
          <Bridge data={data} />
          <Section title="By portfolio">
            <DataGrid
              id="net-assets"
              title="Net assets by portfolio"
              noun="portfolios"
              rows={rows}
              columns={columns}
              rowKey={(row) => row.portfolioId ?? ''}
              exportable={false}
              totalsLabel="Total"
              offset={260}
            />
          </Section>
          {data.entities.length > 1 && <Entities data={data} />}
        </>
      )}
    </>
  )
}

/** From the ledger to fair values and on to trade date, with the shares that were posted later. */
function Bridge({ data }: { data: NetAssets }) {
  const { moved } = data
  return (
    <Section title="From the ledger to net assets">
      <div className={css.bridge}>
        <SmallTable label="Net assets line by line">
          <thead>
            <tr>
              <th scope="col">
                <span className="em-visually-hidden">Line</span>
              </th>
              <th scope="col" data-right>
                Amount (LKR)
              </th>
            </tr>
          </thead>
          <tbody>
            {bridgeOf(data).map((line) => (
              <tr key={line.label} data-level={line.level}>
                <th scope="row">{line.label}</th>
                <td data-right>
                  <Amount value={line.amount} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
      {moved.rows.length > 0 && (
        <div className={css.sums}>
          <SmallTable label="Shares posted later" tall>
            <caption>Shares that belong to the date and were posted later, since the day was locked</caption>
            <thead>
              <tr>
                <th scope="col" data-optional>
                  Portfolio
                </th>
                <th scope="col">Symbol</th>
                <th scope="col" data-right>
                  Quantity
                </th>
                <th scope="col" data-right data-optional>
                  Cost (LKR)
                </th>
                <th scope="col" data-right>
                  Fair Value (LKR)
                </th>
              </tr>
            </thead>
            <tbody>
              {moved.rows.map((row) => (
                <tr key={`${row.portfolioId} ${row.symbol}`}>
                  <td data-optional>{row.portfolioName}</td>
                  <td>
                    <SecurityLink symbol={row.symbol} />
                  </td>
                  <td data-right>
                    <Quantity value={row.quantity} />
                  </td>
                  <td data-right data-optional>
                    <Amount value={row.cost} />
                  </td>
                  <td data-right>
                    <Amount value={row.fair_value} />
                  </td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </div>
      )}
      {moved.hasMore && (
        <Banner tone="warning">
          The first {moved.rows.length.toLocaleString('en-LK')} are listed; the sums are of all of them.
          Choose a portfolio to list them all.
        </Banner>
      )}
    </Section>
  )
}

const of = columnsFrom(NET_ASSET_COLUMNS)
const money = { total: 'sum', width: 128, phone: false } as const

const STATES: Readonly<Record<PortfolioNetAssets['state'], string>> = {
  valued: 'Valued',
  'not-valued': 'Not valued',
  stale: 'Stale',
  none: '',
}

const columns: readonly Column<PortfolioNetAssets>[] = [
  of('portfolio', { width: 190, least: 110, phone: true }),
  { id: 'entity', header: 'Entity', value: (row) => row.entity, width: 150, least: 84, phone: false },
  of('treatment', { width: 96, least: 84, phone: false }),
  {
    id: 'state',
    header: 'Valuation',
    value: (row) => STATES[row.state],
    cell: (row) =>
      row.state === 'none' ? null : (
        <Status tone={row.state === 'valued' ? 'good' : 'warn'}>{STATES[row.state]}</Status>
      ),
    width: 104,
    least: 90,
    phone: false,
    hint: 'Whether a mark-to-market run of the date is in force',
  },
  ...GROUPS.map((group) =>
    of(group, {
      ...money,
      ...(group === 'investments' && { header: 'Investments', hint: 'At fair value' }),
      ...(group === 'otherAssets' && { hidden: true }),
      ...(group === 'receivables' && {
        hint: 'Sales, dividends, IPO applications and clearing between portfolios',
      }),
    }),
  ),
  of('net', { ...money, header: 'Net Assets', phone: true }),
  of('notPosted', {
    ...money,
    header: 'Not in the Ledger',
    hint: 'Fair value of investments less their balances in the ledger',
  }),
  of('ledger', {
    ...money,
    header: 'By the Ledger',
    hidden: true,
    hint: 'Assets less liabilities of the ledger',
  }),
]

function Entities({ data }: { data: NetAssets }) {
  const shown = GROUPS.filter((group) => group !== 'otherAssets' || data.total.otherAssets !== 0)
  return (
    <Section title="By entity">
      <div className={css.sums}>
        <SmallTable label="Sums by entity">
          <thead>
            <tr>
              <th scope="col">Entity</th>
              <th scope="col" data-right data-optional>
                Portfolios
              </th>
              {shown.map((group) => (
                <th key={group} scope="col" data-right data-optional>
                  {group === 'investments' ? 'Investments' : GROUP_NAMES[group]} (LKR)
                </th>
              ))}
              <th scope="col" data-right>
                Net Assets (LKR)
              </th>
            </tr>
          </thead>
          <tbody>
            {data.entities.map((sum) => (
              <tr key={sum.entity}>
                <th scope="row">{sum.entity}</th>
                <td data-right data-optional>
                  {sum.portfolios.toLocaleString('en-LK')}
                </td>
                {shown.map((group) => (
                  <td key={group} data-right data-optional>
                    <Amount value={sum[group]} />
                  </td>
                ))}
                <td data-right>
                  <Amount value={sum.netAssets} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
    </Section>
  )
}
