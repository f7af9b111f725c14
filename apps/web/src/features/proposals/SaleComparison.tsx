import { COSTING_METHOD_LABELS } from '@em/contract/costing-methods/costing-methods'
import type { ProposalLot, ProposedSaleRow, SaleProposal } from '@em/contract/proposals/sale-proposals'
import { Radio } from '@mantine/core'
import { type DetailColumn, DetailTable } from '../../ui/DetailTable.tsx'
import { Facts } from '../../ui/Facts.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { GOAL_WORDS } from './goal-texts.ts'
import css from './Proposals.module.css'

interface SaleComparisonProps {
  proposal: SaleProposal
  chosen: ProposedSaleRow
  onChoose: (goal: ProposedSaleRow['goal']) => void
}

/** The sale by each goal, the lots of the chosen one, and the price at which the holding breaks even. */
export function SaleComparison({ proposal, chosen, onChoose }: SaleComparisonProps) {
  const { breakEven, method, costOfFunds } = proposal
  return (
    <>
      <Facts
        facts={[
          { label: 'Method', value: COSTING_METHOD_LABELS[method] },
          { label: 'Shares that can be sold', value: <Quantity value={proposal.sellable} /> },
          { label: 'Trade date', value: <DateText value={proposal.tradeDate} /> },
          { label: 'Settlement date', value: <DateText value={proposal.settlementDate} /> },
          {
            label: proposal.priceDate === null ? 'Price' : 'Last price',
            value: (
              <>
                <Price value={proposal.price} />
                {proposal.priceDate !== null && (
                  <>
                    , <DateText value={proposal.priceDate} />
                  </>
                )}
              </>
            ),
          },
          { label: 'Cost of funds', value: <Percent value={costOfFunds} /> },
          { label: 'Break-even price of the holding', value: <Price value={breakEven?.price} /> },
          {
            label: 'Cost, charges and cost of funds',
            value: <Amount value={breakEven?.spent} unit="LKR" />,
          },
        ]}
      />
      {method !== 'CHERRY' && (
        <p className={css.note}>
          This portfolio sells by {COSTING_METHOD_LABELS[method]}. The goals only show what cherry picking
          would have given.
        </p>
      )}
      <Goals proposal={proposal} chosen={chosen} onChoose={onChoose} />
      <Lots proposal={proposal} chosen={chosen} />
    </>
  )
}

function Goals({ proposal, chosen, onChoose }: SaleComparisonProps) {
  const [ofMethod, others] = [true, false].map((is) =>
    proposal.rows.filter((row) => row.isOfMethod === is),
  ) as [ProposedSaleRow[], ProposedSaleRow[]]
  const line = (row: ProposedSaleRow) => (
    <tr key={row.goal} {...(row.goal === chosen.goal && { className: css.chosen })}>
      <td>
        <Goal row={row} isBooked={row.goal === proposal.booked} chosen={chosen} onChoose={onChoose} />
      </td>
      <td data-right>
        <Quantity value={row.quantity} />
      </td>
      <td data-right data-optional>
        <Amount value={row.grossValue} />
      </td>
      <td data-right data-optional>
        <Amount value={row.totalFees} />
      </td>
      <td data-right data-optional>
        <Amount value={row.netValue} />
      </td>
      <td data-right data-optional>
        <Amount value={row.costOut} />
      </td>
      <td data-right>
        <Amount value={row.capitalGain} signed />
      </td>
      <td data-right data-optional>
        {row.holdingDays}
      </td>
      <td data-right data-optional>
        <Amount value={row.moneyGenerationCost} />
      </td>
      <td data-right>
        <Amount
          value={row.afterCostResult}
          signed
          parts={[
            { label: 'Capital gain', value: <Amount value={row.capitalGain} /> },
            { label: '\u2212 Cost of funds', value: <Amount value={row.moneyGenerationCost} /> },
            { label: '\u2212 Charges of buying', value: <Amount value={row.chargesOut} /> },
            { label: '\u2212 Fees of the sale', value: <Amount value={row.totalFees} /> },
          ]}
        />
      </td>
    </tr>
  )
  return (
    <SmallTable label="The sale by goal">
      <thead>
        <tr>
          <th>Goal</th>
          <th data-right>Shares</th>
          <th data-right data-optional>
            Gross (LKR)
          </th>
          <th data-right data-optional>
            Fees (LKR)
          </th>
          <th data-right data-optional>
            Net (LKR)
          </th>
          <th data-right data-optional>
            Cost (LKR)
          </th>
          <th data-right>Gain (LKR)</th>
          <th data-right data-optional>
            Days
          </th>
          <th data-right data-optional>
            Cost of funds (LKR)
          </th>
          <th data-right>After costs (LKR)</th>
        </tr>
      </thead>
      <tbody>
        {ofMethod.map(line)}
        <tr>
          <th colSpan={10} className={css.others} scope="rowgroup">
            Not this portfolio’s method
          </th>
        </tr>
        {others.map(line)}
      </tbody>
    </SmallTable>
  )
}

interface GoalProps {
  row: ProposedSaleRow
  isBooked: boolean
  chosen: ProposedSaleRow
  onChoose: SaleComparisonProps['onChoose']
}

function Goal({ row, isBooked, chosen, onChoose }: GoalProps) {
  const { word, takes } = GOAL_WORDS[row.goal]
  const note = isBooked
    ? 'What the books will show. '
    : row.isOfMethod
      ? ''
      : 'Not this portfolio\u2019s method. '
  return (
    <Radio
      name="goal"
      value={row.goal}
      checked={row.goal === chosen.goal}
      onChange={() => onChoose(row.goal)}
      label={word}
      description={`${note}${takes}`}
    />
  )
}

/** The shares that the chosen goal takes of each lot. */
function Lots({ proposal: { lots }, chosen }: Pick<SaleComparisonProps, 'proposal' | 'chosen'>) {
  const taken = new Map(chosen.allocations.map((one) => [one.buyTransactionId, one.quantity]))
  const columns: DetailColumn<ProposalLot>[] = [
    { header: 'Bought', cell: (lot) => <DateText value={lot.trade_date} /> },
    { header: 'Settled', cell: (lot) => <DateText value={lot.settlement_date} />, optional: true },
    { header: 'Deal', cell: (lot) => lot.deal_number, optional: true },
    { header: 'Cost per share (LKR)', cell: (lot) => <Price value={lot.costPrice} />, right: true },
    { header: 'Cost (LKR)', cell: (lot) => <Amount value={lot.cost} />, right: true, optional: true },
    { header: 'Left', cell: (lot) => <Quantity value={lot.quantity} />, right: true },
    { header: 'Sold', cell: (lot) => <Quantity value={taken.get(lot.id) ?? 0} />, right: true },
  ]
  const sum = (some: readonly { quantity: number }[]) => some.reduce((all, one) => all + one.quantity, 0)
  return (
    <section className={css.part} aria-label="Lots">
      <h3 className={css.head}>
        Lots: {GOAL_WORDS[chosen.goal].word}
        {chosen.goal === 'WAP' && ' (the lots give the holding days alone)'}
      </h3>
      <DetailTable
        label="Lots"
        columns={columns}
        rows={lots}
        rowKey={(lot) => lot.id}
        foot={[
          'Total',
          '',
          '',
          '',
          <Amount key="c" value={lots.reduce((all, lot) => all + lot.cost, 0)} />,
          <Quantity key="l" value={sum(lots)} />,
          <Quantity key="s" value={sum(chosen.allocations)} />,
        ]}
      />
    </section>
  )
}
