import type { MarketSummary, Mover } from '@em/contract/market-summary/market-summary'
import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import { Percent } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Rate, Short } from './figures.tsx'
import css from './Market.module.css'
import { TURNOVER_NOTE } from './Overview.tsx'

/** Top Movers: by change in percent, and the most active by shares or by turnover. */
export function Movers({
  gainers,
  losers,
  mostActive,
}: Pick<MarketSummary, 'gainers' | 'losers' | 'mostActive'>) {
  const [by, setBy] = useState<'volume' | 'turnover'>('turnover')
  return (
    <>
      <div className={css.pair}>
        <Section title="Gainers">
          <MoverTable label="Gainers: table" movers={gainers} empty="No security rose on this day" />
        </Section>
        <Section title="Losers">
          <MoverTable label="Losers: table" movers={losers} empty="No security fell on this day" />
        </Section>
      </div>
      <Section
        title="Most active"
        actions={
          <SegmentedControl
            size="xs"
            aria-label="Most active by"
            value={by}
            onChange={(value) => setBy(value === 'volume' ? 'volume' : 'turnover')}
            data={[
              { value: 'turnover', label: 'By turnover' },
              { value: 'volume', label: 'By share volume' },
            ]}
          />
        }
      >
        <MoverTable
          label="Most active: table"
          movers={by === 'volume' ? mostActive.byVolume : mostActive.byTurnover}
          empty="Nothing was traded on this day"
          whole
        />
      </Section>
      <p className={css.quiet}>{TURNOVER_NOTE}</p>
    </>
  )
}

interface MoverTableProps {
  label: string
  movers: readonly Mover[]
  empty: string
  /** With the columns of what was traded. */
  whole?: boolean
}

function MoverTable({ label, movers, empty, whole = false }: MoverTableProps) {
  if (movers.length === 0) return <EmptyState title={empty} />
  return (
    <SmallTable label={label}>
      <thead>
        <tr>
          <th scope="col">Security</th>
          <th scope="col" data-right>
            Last trade <span className={css.unit}>LKR</span>
          </th>
          <th scope="col" data-right {...(whole ? { 'data-optional': true } : {})}>
            Change <span className={css.unit}>LKR</span>
          </th>
          <th scope="col" data-right>
            Change <span className={css.unit}>%</span>
          </th>
          <th scope="col" data-right {...(whole ? {} : { 'data-optional': true })}>
            Shares
          </th>
          {whole && (
            <>
              <th scope="col" data-right data-optional>
                Trades
              </th>
              <th scope="col" data-right>
                Turnover <span className={css.unit}>LKR</span>
              </th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {movers.map((one) => (
          <tr key={one.symbol}>
            <td className={css.security}>
              {one.known ? <SecurityLink symbol={one.symbol} /> : one.symbol}
              <span className={css.company} title={one.company_name ?? ''}>
                {one.company_name}
              </span>
            </td>
            <td data-right>
              <Rate value={one.last_trade} />
            </td>
            <td data-right {...(whole ? { 'data-optional': true } : {})}>
              <Rate value={one.change_rs} signed />
            </td>
            <td data-right>
              <Percent value={one.change_percent} signed />
            </td>
            <td data-right {...(whole ? {} : { 'data-optional': true })}>
              <Short value={one.share_volume} whole />
            </td>
            {whole && (
              <>
                <td data-right data-optional>
                  <Short value={one.trade_volume} whole />
                </td>
                <td data-right>
                  <Short value={one.turnover} />
                </td>
              </>
            )}
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
