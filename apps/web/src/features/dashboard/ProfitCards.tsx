import type { dashboard } from '@em/contract/dashboard/dashboard'
import type { DayMoves } from '@em/contract/holdings/holdings'
import type { Reply } from '@em/contract/kit/route'
import type { ReactNode } from 'react'
import { formatDate } from '../../lib/dates.ts'
import { counted, formatNumber } from '../../lib/numerals.ts'
import { Amount, type Part } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import { DayChangeCard } from '../holdings/moves/DayChange.tsx'
import { TotalReturnCard } from '../holdings/returns/TotalReturn.tsx'

export type Figures = Reply<typeof dashboard>['profitAndLoss']

/**
 * The value of what is held, the four profit-and-loss cards and the day's change: whole rupees, the exact amount and
 * its calculation on hover and focus. The three P&L cards are after fees and cost of funds; the capital gains before
 * them are shown apart and labelled so.
 */
export function ProfitCards({
  figures,
  moves,
  unpriced,
  portfolioId,
}: {
  figures: Figures | undefined
  moves: DayMoves | null | undefined
  /** Holdings without a price: their part of the value is cost. */
  unpriced: readonly string[]
  /** Null: all together. */
  portfolioId: string | null
}) {
  const span =
    figures === undefined
      ? ''
      : figures.from === null
        ? 'All sales'
        : `Sales since ${formatDate(figures.from)}`
  return (
    <Stats>
      <Card
        label="Value of Holdings (LKR)"
        value={figures?.totalValue}
        isSigned={false}
        note={
          unpriced.length === 0
            ? 'Shares held at the last known prices'
            : `${counted(unpriced.length, 'holding')} without a price at cost, no market price`
        }
        parts={[
          ['Cost', figures?.totalCost],
          ['Unrealized capital gain', figures?.unrealizedGain],
          ['Value of holdings', figures?.totalValue],
        ]}
      />
      <Card
        label="Total P&L (LKR)"
        value={figures?.totalPnL}
        note={<WithoutDividends figures={figures} />}
        parts={[
          ['Realized P&L', figures?.realizedPnL],
          ['Unrealized P&L', figures?.unrealizedPnL],
          ['Total P&L', figures?.totalPnL],
          ['Dividend income, not included', figures?.dividendIncome],
        ]}
      />
      <Card
        label="Realized P&L (LKR)"
        value={figures?.realizedPnL}
        note={`${span}, after fees and cost of funds`}
        parts={[
          ['Capital gain', figures?.capitalGain],
          ['Charges on purchases', negative(figures?.realizedCharges)],
          ['Charges on sales', negative(figures?.realizedFees)],
          ['Cost of funds', negative(figures?.realizedCostOfFunds)],
          ['Realized P&L', figures?.realizedPnL],
        ]}
      />
      <Card
        label="Unrealized P&L (LKR)"
        value={figures?.unrealizedPnL}
        note="Shares held, after fees and cost of funds"
        parts={[
          ['Projected sales with cost of funds', figures?.projectedSalesWithCOF],
          ['Cost', negative(figures?.totalCost)],
          ['Charges on purchases', negative(figures?.totalCharges)],
          ['Unrealized P&L', figures?.unrealizedPnL],
        ]}
      />
      <Card
        label="Unrealized Capital Gain (LKR)"
        value={figures?.unrealizedGain}
        note={<GainBeforeCosts figures={figures} />}
        parts={[
          ['Gross sales at market', figures?.totalValue],
          ['Cost', negative(figures?.totalCost)],
          ['Unrealized capital gain', figures?.unrealizedGain],
        ]}
      />
      <TotalReturnCard shown={figures?.totalReturn} of={{ portfolioId }} decimals={0} />
      <DayChangeCard moves={moves} decimals={0} />
    </Stats>
  )
}

/** Dividends are no part of the total: they are income of their own. */
function WithoutDividends({ figures }: { figures: Figures | undefined }) {
  const basis = 'Realized and unrealized, after fees and cost of funds'
  if (figures === undefined) return basis
  return (
    <>
      {basis}. Dividend income: <Amount value={figures.dividendIncome} decimals={0} />
    </>
  )
}

/** The realized capital gain is next to the unrealized one: both are before fees and cost of funds. */
function GainBeforeCosts({ figures }: { figures: Figures | undefined }) {
  if (figures === undefined) return 'Before fees and cost of funds'
  return (
    <>
      Before fees and cost of funds. Realized: <Amount value={figures.capitalGain} decimals={0} />
    </>
  )
}

interface CardProps {
  label: string
  value: number | undefined
  note: ReactNode
  /** A gain or a loss; false for a value. */
  isSigned?: boolean
  parts: readonly (readonly [label: string, value: number | string | undefined])[]
}

function Card({ label, value, note, parts, isSigned = true }: CardProps) {
  const shown: Part[] = parts.map(([name, amount]) => ({
    label: name,
    // Plain: a cost taken off is no loss.
    value: <span className="em-number">{formatNumber(amount, { decimals: 2 })}</span>,
  }))
  return (
    <StatCard
      label={label}
      loading={value === undefined}
      value={<Amount value={value} decimals={0} signed={isSigned} parts={shown} />}
      note={note}
    />
  )
}

const negative = (value: number | undefined) => (value === undefined || value === 0 ? value : -value)
