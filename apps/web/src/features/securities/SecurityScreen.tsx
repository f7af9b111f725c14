import { equities } from '@em/contract/equities/equities'
import { type SecurityPage, security } from '@em/contract/securities/security'
import { useMemo } from 'react'
import { formatDate, today } from '../../lib/dates.ts'
import { dateIn, textIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { DateField } from '../../ui/form/DateField.tsx'
import { Amount, DateText, Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { Page, StatCard, Stats } from '../../ui/Page.tsx'
import { Picker } from '../../ui/picker/Picker.tsx'
import { securityItems } from '../../ui/picker/security-items.ts'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { OpenBreaches } from '../limits/OpenBreaches.tsx'
import { FeesPaid } from './FeesPaid.tsx'
import { LatestActions } from './LatestActions.tsx'
import { LatestLines } from './LatestLines.tsx'
import { LatestTrades } from './LatestTrades.tsx'
import { Positions } from './Positions.tsx'
import css from './Security.module.css'
import { SecurityPrices } from './SecurityPrices.tsx'

/** A page for each security: its price, what is held of it, lots, trades, fees, gains and ledger lines. */
export default function SecurityScreen() {
  const query = useHashQuery()
  const symbol = textIn(query, 'symbol', 20)
  const asOf = dateIn(query, 'asOf')
  const list = useRoute(equities.routes.list, { query: {} })
  const items = useMemo(
    () => securityItems(list.data, ({ sector }) => ({ detail: sector ?? undefined })),
    [list.data],
  )
  const page = useRoute(
    security.page,
    { params: { symbol }, query: asOf === '' ? {} : { asOf } },
    { enabled: symbol !== '' },
  )
  return (
    <Page
      title={page.data?.symbol === symbol && symbol !== '' ? page.data.companyName : 'Security'}
      lead={
        page.data?.symbol === symbol && symbol !== '' ? factsOf(page.data) : 'Everything about one security.'
      }
    >
      <div className={css.filters}>
        <Picker
          label="Company"
          value={symbol}
          items={items}
          loading={list.isPending}
          clearable={false}
          recentKey="equities"
          placeholder="Symbol or company"
          onChange={(next) => changeHashQuery({ symbol: String(next) })}
        />
        <DateField
          label="As of"
          value={asOf === '' ? today() : asOf}
          max={today()}
          plain
          onChange={(next) => changeHashQuery({ asOf: next === today() ? '' : next })}
        />
      </div>
      {symbol === '' ? (
        <EmptyState title="No security is chosen">
          Choose a company above, or click a symbol on any screen.
        </EmptyState>
      ) : (
        <Loaded query={page} failed="Failed to load the security">
          {(found) => <Found page={found} />}
        </Loaded>
      )}
    </Page>
  )
}

function factsOf({ symbol, isin, sector, isActive, earlier }: SecurityPage): string {
  const before = earlier.map(({ symbol: one, until }) =>
    until === null ? `before ${one}` : `before ${formatDate(until)} ${one}`,
  )
  return [[symbol, ...before].join(', '), isin, sector, isActive ? null : 'not active']
    .filter((word) => word !== null && word !== '')
    .join(' · ')
}

function Found({ page }: { page: SecurityPage }) {
  const { symbol, asOf, price, positions, realized } = page
  const sum = (figure: (of: SecurityPage['positions'][number]) => number) =>
    positions.reduce((total, position) => total + Math.round(figure(position) * 100), 0) / 100
  const shares = positions.reduce((total, { quantity }) => total + quantity, 0)
  const cost = sum(({ costValue }) => costValue)
  const gain = sum(({ unrealizedGainLoss }) => unrealizedGainLoss)
  return (
    <>
      <OpenBreaches symbol={symbol} />
      <Stats>
        <StatCard
          label="Last Trade (LKR)"
          value={<Price value={price?.last_trade} />}
          note={
            price === null ? (
              'No price is known'
            ) : (
              <>
                <DateText value={price.trade_date} />
                {price.change_percent !== null && (
                  <>
                    {', '}
                    <Percent value={price.change_percent} signed />
                  </>
                )}
              </>
            )
          }
        />
        <StatCard
          label="Shares Held"
          value={<Quantity value={shares} />}
          note={positions.length === 0 ? 'Not held' : `In ${counted(positions.length, 'portfolio')}`}
        />
        <StatCard
          label="Market Value (LKR)"
          value={<Amount value={sum(({ grossSales }) => grossSales)} />}
          note={
            <>
              Cost <Amount value={cost} />
            </>
          }
        />
        <StatCard
          label="Unrealized Capital Gain (LKR)"
          value={<Amount value={gain} signed />}
          note={cost === 0 ? 'Market value less cost' : <Percent value={(gain / cost) * 100} signed />}
        />
        <StatCard
          label="Realized Capital Gain (LKR)"
          value={<Amount value={realized.capitalGain} signed />}
          note={
            <>
              All sales so far; after fees and cost of funds <Amount value={realized.profitLoss} signed />
            </>
          }
        />
      </Stats>
      <SecurityPrices symbol={symbol} asOf={asOf} />
      <Positions page={page} />
      <LatestActions symbol={symbol} />
      <LatestTrades symbol={symbol} />
      <FeesPaid page={page} />
      <LatestLines symbol={symbol} />
    </>
  )
}
