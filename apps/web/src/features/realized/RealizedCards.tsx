import type { RealizedData } from '@em/contract/realized/realized'
import { formatNumber } from '../../lib/numerals.ts'
import { Amount, type Part, Percent } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'

const plain = (value: number) => <span className="em-number">{formatNumber(value, { decimals: 2 })}</span>
const less = (value: number) => (value === 0 ? 0 : -value)

/** The cards: the capital gain and its parts, each with a link to its list; gains, losses and winners next to them. */
export function RealizedCards({ data }: { data: RealizedData | undefined }) {
  const loading = data === undefined
  const parts = data?.parts
  const summary = data?.portfolioSummary
  const way = (rows: readonly (readonly [label: string, value: number | undefined])[]): Part[] =>
    rows.map(([label, value]) => ({ label, value: plain(value ?? 0) }))
  return (
    <Stats>
      <StatCard
        label="Capital Gain (LKR)"
        loading={loading}
        value={
          <Amount
            value={parts?.capitalGain}
            signed
            parts={way([
              ['Proceeds', parts?.proceeds],
              ['Cost of the shares sold', less(parts?.cost ?? 0)],
              ['Capital gain', parts?.capitalGain],
            ])}
          />
        }
        note="Net realized, before fees and cost of funds"
      />
      <StatCard
        label="After Fees (LKR)"
        loading={loading}
        value={
          <Amount
            value={parts?.afterFees}
            signed
            parts={way([
              ['Capital gain', parts?.capitalGain],
              ['Charges on purchases', less(parts?.buyCharges ?? 0)],
              ['Charges on sales', less(parts?.sellFees ?? 0)],
              ['After fees', parts?.afterFees],
            ])}
          />
        }
        note="Less charges on purchases and sales"
      />
      <StatCard
        label="Realized P&L (LKR)"
        loading={loading}
        value={
          <Amount
            value={data?.realizedPnL}
            signed
            parts={way([
              ['After fees', parts?.afterFees],
              ['Cost of funds', less(parts?.costOfFunds ?? 0)],
              ['Realized P&L', data?.realizedPnL],
            ])}
          />
        }
        note="After fees and cost of funds"
      />
      <StatCard
        label="Realized Gains (LKR)"
        loading={loading}
        value={<Amount value={summary?.totalRealizedGains} signed />}
        note="Capital gains of sales above cost"
      />
      <StatCard
        label="Realized Losses (LKR)"
        loading={loading}
        value={<Amount value={summary?.totalRealizedLosses} signed />}
        note="Capital losses of sales below cost"
      />
      <StatCard
        label="Win Rate"
        loading={loading}
        value={
          <Percent value={summary === undefined || summary.totalTrades === 0 ? null : summary.winRate} />
        }
        note={summary === undefined ? 'Sales with a capital gain' : salesText(summary.totalTrades)}
      />
    </Stats>
  )
}

const salesText = (sales: number) =>
  sales === 0
    ? 'No sales'
    : `Of ${sales.toLocaleString('en-LK')} ${sales === 1 ? 'sale' : 'sales'}, by capital gain`
