import { type CdsHolding, cds } from '@em/contract/cds/cds'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { today } from '../../lib/dates.ts'
import { dateIn } from '../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useRoute } from '../../lib/query.ts'
import { FilterDate } from '../../ui/form/FilterFields.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import css from './Cds.module.css'
import { TradesModal } from './TradesModal.tsx'

const shares = (
  id: 'quantity' | 'unsettled_buys' | 'unsettled_sales' | 'settled' | 'pledged' | 'free',
  header: string,
  more: Partial<Column<CdsHolding>> = {},
): Column<CdsHolding> => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  width: 104,
  ...more,
})
const columns: Column<CdsHolding>[] = [
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 112, phone: true },
  { id: 'company', header: 'Company', value: (row) => row.company_name, width: 230, phone: false },
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 170, phone: false },
  shares('quantity', 'Held', { hint: 'By trade date', phone: false }),
  {
    id: 'unsettled',
    header: 'Unsettled',
    kind: 'quantity',
    value: (row) => row.unsettled_buys - row.unsettled_sales,
    hint: 'Buys less sales that settle later',
    width: 112,
    phone: false,
  },
  shares('unsettled_buys', 'Unsettled Buys', { width: 130, phone: false, hidden: true }),
  shares('unsettled_sales', 'Unsettled Sales', { width: 130, phone: false, hidden: true }),
  shares('settled', 'Settled', { hint: 'What a statement of the day should show', phone: true }),
  shares('pledged', 'Pledged', { phone: false }),
  shares('free', 'Free', { hint: 'Settled and not pledged', phone: true }),
]

/** The shares in a CDS account at the end of a day, by security and portfolio. */
export function AccountHoldings({ id, account }: { id: number; account: string }) {
  const asked = dateIn(useHashQuery(), 'date')
  const date = asked === '' || asked > today() ? today() : asked
  const query = useRoute(cds.holdings, { params: { id }, query: { date } }, { keepPrevious: true })
  const [placing, setPlacing] = useState<CdsHolding | null>(null)
  return (
    <Section title={`Holdings of ${account}`}>
      <div className={css.filters}>
        <FilterDate
          label="As at"
          value={date}
          max={today()}
          needed
          onChange={(day) => changeHashQuery({ date: day === today() ? '' : day })}
        />
      </div>
      <DataGrid
        id="cds-holdings"
        title={`Holdings of ${account} at ${date}`}
        noun="holdings"
        rows={query.data?.rows}
        columns={columns}
        rowKey={(row) => `${row.portfolioId} ${row.equity_id}`}
        tools={{
          width: 96,
          calls: [cds.place],
          cell: (row) => (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Trades of ${row.symbol} in ${row.portfolioName}`}
              onClick={() => setPlacing(row)}
            >
              Trades
            </Button>
          ),
        }}
        error={loadFailure(query, 'Failed to load the holdings')}
        empty={
          <EmptyState title="Nothing stands in this account">
            The account shows what its portfolios hold. Choose them with Portfolios in the row of the account.
          </EmptyState>
        }
      />
      {placing !== null && (
        <TradesModal
          portfolio={placing.portfolioId}
          portfolioName={placing.portfolioName}
          symbol={placing.symbol}
          onClose={() => setPlacing(null)}
        />
      )}
    </Section>
  )
}
