import type { dashboard } from '@em/contract/books/positions'
import type { Reply } from '@em/contract/kit/route'
import { formatNumber } from '../../lib/numerals.ts'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, type Part } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'

export type Figures = Reply<typeof dashboard>['profitAndLoss']

/** The four profit-and-loss cards: whole rupees, the exact amount and how it comes about on hover and focus. */
export function ProfitCards({ figures }: { figures: Figures | undefined }) {
  return (
    <Stats>
      <Card
        label="Total P&L (LKR)"
        value={figures?.totalPnL}
        note="Shares sold and held, less cost of funds"
        parts={[
          ['Realized P&L', figures?.realizedPnL],
          ['Unrealized P&L', figures?.unrealizedPnL],
          ['Total P&L', figures?.totalPnL],
        ]}
      />
      <Card
        label="Realized P&L (LKR)"
        value={figures?.realizedPnL}
        note="Capital gains less financing cost"
        parts={[
          ['Realized capital gain', figures?.realizedGain],
          ['Money generation cost', difference(figures?.realizedPnL, figures?.realizedGain)],
          ['Realized P&L', figures?.realizedPnL],
        ]}
      />
      <Card
        label="Unrealized Capital Gain (LKR)"
        value={figures?.unrealizedGain}
        note="Value at market less cost"
        parts={[
          ['Gross sales at market', figures?.totalValue],
          ['Cost', negative(figures?.totalCost)],
          ['Unrealized capital gain', figures?.unrealizedGain],
        ]}
      />
      <Card
        label="Unrealized P&L (LKR)"
        value={figures?.unrealizedPnL}
        note="After selling fees, charges and cost of funds"
        parts={[
          ['Projected sales with cost of funds', figures?.projectedSalesWithCOF],
          ['Cost', negative(figures?.totalCost)],
          ['Charges', negative(figures?.totalCharges)],
          ['Unrealized P&L', figures?.unrealizedPnL],
        ]}
      />
    </Stats>
  )
}

interface CardProps {
  label: string
  value: number | undefined
  note: string
  parts: readonly (readonly [label: string, value: number | string | undefined])[]
}

function Card({ label, value, note, parts }: CardProps) {
  const shown: Part[] = parts.map(([name, amount]) => ({
    label: name,
    // Plain: a cost taken off is no loss.
    value: <span className="em-number">{formatNumber(amount, { decimals: 2 })}</span>,
  }))
  return (
    <StatCard
      label={label}
      loading={value === undefined}
      value={<Amount value={value} decimals={0} signed parts={shown} />}
      note={note}
    />
  )
}

const negative = (value: number | undefined) => (value === undefined || value === 0 ? value : -value)

/** a - b, exactly. */
function difference(a: number | undefined, b: number | undefined): string | undefined {
  return a === undefined || b === undefined ? undefined : sumOf([a, -b])
}
