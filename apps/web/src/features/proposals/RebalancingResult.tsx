import { orders } from '@em/contract/orders/orders'
import type { RebalancingProposal, RebalancingRow } from '@em/contract/proposals/rebalancing'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { counted } from '../../lib/numerals.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { LimitsAfter, type ProposedAct } from '../limits/LimitsAfter.tsx'
import { MakeOrders } from './MakeOrders.tsx'
import css from './Proposals.module.css'

/** Only rows with a target are shown; the others are added up. */
const isShown = ({ target }: RebalancingRow) => target !== null
const sumOf = (rows: readonly RebalancingRow[], of: 'weight' | 'weightAfter') =>
  rows.reduce((sum, row) => sum + row[of], 0)

const isTrade = ({ quantity }: RebalancingRow) => quantity !== 0

const actOf = (portfolioId: string, { symbol, quantity, price }: RebalancingRow): ProposedAct => ({
  kind: quantity > 0 ? 'buy' : 'sell',
  portfolioId,
  symbol,
  quantity: Math.abs(quantity),
  price: price ?? 0,
})

/** The trades of a rebalancing, with the weights, the cash and the costs that they lead to. */
export function RebalancingResult({ proposal }: { proposal: RebalancingProposal }) {
  const [ticked, tick] = useState(() => new Set(proposal.rows.filter(isTrade).map(({ symbol }) => symbol)))
  const [making, make] = useState(false)
  const mayOrder = useMay()(orders.create)
  const chosen = proposal.rows.filter((row) => isTrade(row) && ticked.has(row.symbol))
  const toggle = (symbol: string) => {
    const next = new Set(ticked)
    if (!next.delete(symbol)) next.add(symbol)
    tick(next)
  }
  return (
    <Stack gap="md">
      <Sums proposal={proposal} />
      {!proposal.isSettled && (
        <Banner tone="warning">
          The fees of the trades still moved after {proposal.passes} rounds: weights may be off by a share.
        </Banner>
      )}
      <Section
        title="Trades and weights"
        actions={
          mayOrder && (
            <Button disabled={chosen.length === 0} onClick={() => make(true)}>
              Make {chosen.length === 1 ? '1 Order' : `${chosen.length} Orders`}
            </Button>
          )
        }
      >
        {proposal.rows.every((row) => !isTrade(row)) && (
          <p className={css.note}>
            Nothing to trade: every security is within its band or the minimum trade.
          </p>
        )}
        <Lines proposal={proposal} ticked={mayOrder ? ticked : null} onTick={toggle} />
      </Section>
      <LimitsAfter acts={chosen.map((row) => actOf(proposal.portfolioId, row))} />
      <CashAndLeftOut proposal={proposal} />
      {making && (
        <MakeOrders
          portfolioId={proposal.portfolioId}
          tradeDate={proposal.tradeDate}
          trades={chosen}
          onClose={() => make(false)}
        />
      )}
    </Stack>
  )
}

function Sums({ proposal }: { proposal: RebalancingProposal }) {
  const { financing, earnBack } = proposal
  return (
    <Stats>
      <StatCard
        label="Value (LKR)"
        value={<Amount value={proposal.value} />}
        note="Securities, and cash with what is still to settle"
      />
      <StatCard
        label="Fees (LKR)"
        value={<Amount value={proposal.fees} />}
        note={`Turnover ${proposal.turnover.toFixed(2)}% of the value`}
      />
      <StatCard
        label="Buys (LKR)"
        value={<Amount value={proposal.buys} />}
        note="Gross value of the purchases"
      />
      <StatCard
        label="Sales (LKR)"
        value={<Amount value={proposal.sales} />}
        note="Gross value of the sales"
      />
      <StatCard
        label="Realized gain (LKR)"
        value={<Amount value={proposal.capitalGain} signed />}
        note="By the costing method; cherry picking: of the oldest lots"
      />
      <StatCard
        label="Cost of funds (LKR)"
        value={<Amount value={financing.amount} />}
        note={
          earnBack === null
            ? `Of net purchases, ${financing.days} days`
            : `Of net purchases, ${financing.days} days. A rise of ${earnBack.toFixed(2)}% earns the purchases back`
        }
      />
    </Stats>
  )
}

interface LinesProps {
  proposal: RebalancingProposal
  /** Symbols that orders are made of; null where the person proposes none. */
  ticked: ReadonlySet<string> | null
  onTick: (symbol: string) => void
}

function Lines({ proposal, ticked, onTick }: LinesProps) {
  const { cash } = proposal
  const others = proposal.rows.filter((row) => !isShown(row))
  return (
    <SmallTable label="Trades and weights">
      <thead>
        <tr>
          {ticked !== null && <th>Order</th>}
          <th>Security</th>
          <th data-right>Trade</th>
          <th data-right data-optional>
            Price (LKR)
          </th>
          <th data-right data-optional>
            Gross (LKR)
          </th>
          <th data-right data-optional>
            Fees (LKR)
          </th>
          <th data-right data-optional>
            Gain (LKR)
          </th>
          <th data-right data-optional>
            Now
          </th>
          <th data-right>Target</th>
          <th data-right>After</th>
        </tr>
      </thead>
      <tbody>
        {proposal.rows.filter(isShown).map((row) => (
          <tr key={row.symbol}>
            {ticked !== null && (
              <td>
                {isTrade(row) && (
                  <Checkbox
                    size="xs"
                    aria-label={`Order ${row.symbol}`}
                    checked={ticked.has(row.symbol)}
                    onChange={() => onTick(row.symbol)}
                  />
                )}
              </td>
            )}
            <td>
              <SecurityLink symbol={row.symbol} />
            </td>
            <td data-right>
              {isTrade(row) ? (
                <Trade row={row} />
              ) : row.cut > 0 ? (
                <Cut row={row} />
              ) : (
                <Quantity value={null} />
              )}
            </td>
            <td data-right data-optional>
              <Price value={row.price} />
            </td>
            <td data-right data-optional>
              <Amount value={isTrade(row) ? row.grossValue : null} />
            </td>
            <td data-right data-optional>
              <Amount value={isTrade(row) ? row.totalFees : null} />
            </td>
            <td data-right data-optional>
              <Amount value={row.capitalGain} signed />
            </td>
            <td data-right data-optional>
              <Percent value={row.weight} />
            </td>
            <td data-right>
              <Percent value={row.target} />
            </td>
            <td data-right>
              <Percent value={row.weightAfter} />
            </td>
          </tr>
        ))}
        {others.length > 0 && (
          <SumLine
            what={`${counted(others.length, 'other security', 'other securities')}`}
            weights={[sumOf(others, 'weight'), null, sumOf(others, 'weightAfter')]}
            ticks={ticked !== null}
          />
        )}
        <SumLine what="Cash" weights={[cash.weight, cash.target, cash.weightAfter]} ticks={ticked !== null} />
      </tbody>
    </SmallTable>
  )
}

interface SumLineProps {
  what: string
  /** Now, target, after. */
  weights: readonly [number, number | null, number]
  ticks: boolean
}

/** A line without a trade: cash, and what is held without a target. */
function SumLine({ what, weights: [now, target, after], ticks }: SumLineProps) {
  return (
    <tr>
      {ticks && <td />}
      <td>{what}</td>
      <td />
      <td data-optional colSpan={4} />
      <td data-right data-optional>
        <Percent value={now} />
      </td>
      <td data-right>
        <Percent value={target} />
      </td>
      <td data-right>
        <Percent value={after} />
      </td>
    </tr>
  )
}

function Trade({ row }: { row: RebalancingRow }) {
  return (
    <>
      {row.quantity > 0 ? 'Buy' : 'Sell'} <Quantity value={Math.abs(row.quantity)} />
      {row.cut > 0 && (
        <>
          , <Cut row={row} />
        </>
      )}
    </>
  )
}

const Cut = ({ row }: { row: RebalancingRow }) => (
  <span className={css.note}>
    <Quantity value={row.cut} /> cut for cash
  </span>
)

/** Cash by day, and what is left out. */
function CashAndLeftOut({ proposal }: { proposal: RebalancingProposal }) {
  return (
    <>
      <Section title="Cash by day">
        <SmallTable label="Cash by day">
          <thead>
            <tr>
              <th>Day</th>
              <th data-right>Without the trades (LKR)</th>
              <th data-right>With them (LKR)</th>
            </tr>
          </thead>
          <tbody>
            {proposal.ladder.map(({ day, before, after }) => (
              <tr key={day}>
                <td>
                  <DateText value={day} />
                </td>
                <td data-right>
                  <Amount value={before} />
                </td>
                <td data-right>
                  <Amount value={after} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Section>
      {proposal.leftOut.length > 0 && (
        <Section title="Left as it is">
          <SmallTable label="Left as it is">
            <tbody>
              {[...Map.groupBy(proposal.leftOut, ({ why }) => why)].map(([why, some]) => (
                <tr key={why}>
                  <td>{why}</td>
                  <td data-wrap>{some.map(({ what }) => what).join(', ')}</td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Section>
      )}
    </>
  )
}
