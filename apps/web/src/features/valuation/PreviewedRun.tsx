import type { ValuationPreview } from '@em/contract/valuation/valuation'
import { formatDate } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { AtCostNote } from '../../links/AtCost.tsx'
import { TabButton } from '../../links/TabButton.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead } from '../../ui/DebitCredit.tsx'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { ClosedYears } from './ClosedYears.tsx'
import { lineColumns, lineKey } from './line-columns.tsx'
import { RunFigures } from './RunFigures.tsx'
import css from './Valuation.module.css'

/** The effect of a run: its sums, exceptions, postings, portfolios and holdings. */
export function PreviewedRun({ preview }: { preview: ValuationPreview }) {
  const { date, lines, portfolios, postings, is_same, reversal_date } = preview
  const withoutPrice = lines
    .filter(({ exceptions }) => exceptions.includes('unpriced'))
    .map(({ symbol }) => symbol)
  const unpriced = withoutPrice.length
  const locked = portfolios.filter((one) => one.change !== 'same' && one.locked_through !== null)
  return (
    <>
      {is_same && (
        <Banner tone="info">The run that is in force says the same already: nothing would be posted.</Banner>
      )}
      {locked.length > 0 && (
        <Banner tone="error">
          The books of {locked.map((one) => one.portfolioName).join(', ')} are locked through{' '}
          {formatDate(locked[0]?.locked_through ?? '')}: what was posted of this day stays as it is.
        </Banner>
      )}
      {unpriced > 0 && (
        <Banner tone="warning">
          <span className={css.state}>
            {counted(unpriced, 'holding has', 'holdings have')} no price:{' '}
            {unpriced === 1 ? 'it stays' : 'they stay'} at cost.
            <AtCostNote symbols={withoutPrice} />
            <TabButton
              to={['Valuation and MTM', 'Market Price Feed']}
              query={{ date }}
              size="compact-sm"
              variant="default"
            >
              Type prices
            </TabButton>
          </span>
        </Banner>
      )}
      <ClosedYears years={preview.closed_years} />
      <RunFigures of={preview} />
      <div className={css.tables}>
        <SmallTable label="Postings">
          <thead>
            <tr>
              <th>Posted on {formatDate(date)}</th>
              <DebitCreditHead />
            </tr>
          </thead>
          <tbody>
            {postings.map((one) => (
              <tr key={one.account_code}>
                <td data-wrap>
                  {one.account_code} {one.account_name}
                </td>
                <DebitCredit debit={one.debit} credit={one.credit} />
              </tr>
            ))}
            {postings.length === 0 && (
              <tr>
                <td colSpan={3}>Nothing</td>
              </tr>
            )}
          </tbody>
          {postings.length > 0 && (
            <caption>Taken back on {formatDate(reversal_date)} by entries with exchanged sides.</caption>
          )}
        </SmallTable>
        <SmallTable label="Portfolios of the run" tall>
          <thead>
            <tr>
              <th>Portfolio</th>
              <th data-optional>Treatment</th>
              <th data-right data-optional>
                Holdings
              </th>
              <th data-right>Difference (LKR)</th>
              <th>Change</th>
            </tr>
          </thead>
          <tbody>
            {portfolios.map((one) => (
              <tr key={one.portfolioId}>
                <td data-wrap>{one.portfolioName}</td>
                <td data-optional>{one.treatment}</td>
                <td data-right data-optional>
                  <Quantity value={one.holdings} />
                </td>
                <td data-right>
                  <Amount value={one.difference} signed />
                </td>
                <td>{changeOf(one)}</td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
      <DataGrid
        id="valuation-preview"
        title={`Mark-to-market ${date} preview`}
        noun="holdings"
        rows={lines}
        columns={lineColumns}
        rowKey={lineKey}
        totalsLabel="Together"
      />
    </>
  )
}

function changeOf({ change, replaces }: ValuationPreview['portfolios'][number]): string {
  if (change === 'new') return 'New'
  if (replaces === null) return ''
  return change === 'same' ? `As in run ${replaces.run}` : `Replaces run ${replaces.run}`
}
