import { costingMethods } from '@em/contract/costing-methods/costing-methods'
import { transactions } from '@em/contract/trades/transactions'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { symbolColumn } from '../../../links/symbol-column.tsx'
import { goTo } from '../../../links/tabs.ts'
import { money, percent, price } from '../../../ui/grid/amount-column.tsx'
import { sumOf } from '../../../ui/grid/columns.ts'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Percent, Price } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { useNarrow } from '../../../ui/useNarrow.ts'
import { HoldersModal } from '../HoldersModal.tsx'
import { LotsModal } from '../LotsModal.tsx'
import { held } from '../money-columns.ts'
import { TotalReturnModal } from '../returns/TotalReturn.tsx'
import { isAveraged } from '../rows.ts'
import { HoldingSheet } from './HoldingSheet.tsx'
import { HoldingsList } from './HoldingsList.tsx'
import css from './Overview.module.css'
import { gainOn, type Holding } from './overview.ts'

const AT_COST = 'valued at cost'
const DERIVED = 'derived from the share'

const basisOf = ({ unpriced, derived }: Holding) => (unpriced ? AT_COST : derived ? DERIVED : 'at market')

function CurrentPrice({ row }: { readonly row: Holding }) {
  if (row.unpriced) return <span className={css.atCost}>{AT_COST}</span>
  if (!row.derived) return <Price value={row.currentPrice} />
  return (
    <span title="Share less subscription price">
      <Price value={row.currentPrice} /> <span className={css.atCost}>derived</span>
    </span>
  )
}

const columns: Column<Holding>[] = [
  { id: 'company', header: 'Company', value: (row) => row.companyName, width: 120 },
  symbolColumn({ width: 114, whole: true }),
  {
    id: 'quantity',
    header: 'Quantity',
    unit: 'shares',
    kind: 'quantity',
    value: (row) => row.quantity,
    width: 88,
  },
  price('avg', 'Avg Price', (row) => row.avgPrice, {
    width: 84,
    hint: 'Cost without fees, divided by the shares held',
  }),
  price('price', 'Current Price', (row) => row.currentPrice, {
    width: 84,
    hint: 'The last known price of the security',
    cell: (row) => <CurrentPrice row={row} />,
  }),
  held('value', (row) => row.marketValue, { width: 118 }),
  money('cost', 'Cost', (row) => row.cost, { width: 118, total: 'sum' }),
  money('pnl', 'P&L', (row) => row.pnl, {
    signed: true,
    width: 126,
    total: 'sum',
    hint: 'Market value less cost, before selling fees',
  }),
  percent('pnl-percentage', 'P&L', (row) => row.pnlPercentage, {
    decimals: 1,
    signed: true,
    width: 78,
    total: (rows) => (
      <Percent
        value={gainOn(sumOf(rows.map((r) => r.pnl)), sumOf(rows.map((r) => r.cost)))}
        decimals={1}
        signed
      />
    ),
  }),
  money('return', 'Total Return', (row) => row.totalReturn.total, {
    signed: true,
    width: 126,
    hint: 'Since the first trade, shares that were sold included: gains and dividends, less fees, cost of funds and tax',
  }),
  percent('weight', 'Weight', (row) => row.weight, {
    decimals: 1,
    width: 78,
    hint: 'Share of the market value of all holdings',
  }),
  { id: 'sector', header: 'Sector', value: (row) => row.sector, width: 200 },
  {
    id: 'valuation',
    header: 'Valuation',
    value: basisOf,
    hidden: true,
  },
]

interface HoldingsTableProps {
  /** Undefined while loading. */
  holdings: readonly Holding[] | undefined
  /** Null where the holdings of all portfolios are added up. */
  portfolioId: string | null
}

/** The holdings, largest first, with their totals. A row opens its lots, by way of its portfolios where it has several; on a phone its figures, with the parts of its total return. */
export function HoldingsTable({ holdings, portfolioId }: HoldingsTableProps) {
  const [opened, open] = useState<Holding | null>(null)
  const [sheet, openSheet] = useState<Holding | null>(null)
  const [returnOf, setReturnOf] = useState<Holding | null>(null)
  const lastReturn = useLast(returnOf)
  const narrow = useNarrow()
  const [asTable, setAsTable] = useState(false)
  const methods = useRoute(costingMethods.list, {}, { enabled: portfolioId !== null })
  const method = methods.data?.find((one) => one.portfolioId === portfolioId)?.costing_method
  const holding = opened === null ? null : { symbol: opened.symbol, company: opened.companyName }
  const close = () => open(null)
  return (
    <Section title="Holdings">
      {narrow && (
        <Switch
          label="Show as table"
          checked={asTable}
          onChange={(event) => setAsTable(event.currentTarget.checked)}
        />
      )}
      {narrow && !asTable ? (
        <HoldingsList holdings={holdings} onOpen={openSheet} />
      ) : (
        <DataGrid
          id="overview-holdings"
          title="Portfolio holdings"
          noun="holdings"
          rows={holdings}
          columns={columns}
          rowKey={(row) => row.symbol}
          totalsLabel="Portfolio Totals"
          onOpen={open}
          actions={(row) => [
            { label: portfolioId === null ? 'Show portfolios' : 'Show lots', onClick: () => open(row) },
            { label: 'Show total return', onClick: () => setReturnOf(row) },
            {
              label: 'Show transactions',
              call: transactions.list,
              onClick: () =>
                goTo('Trade Capture', 'Transactions', {
                  ...(portfolioId === null ? {} : { portfolio: portfolioId }),
                  symbol: row.symbol,
                }),
            },
          ]}
          empty={<EmptyState title="No Holdings Data" />}
        />
      )}
      <HoldingSheet
        holding={sheet}
        portfolioId={portfolioId}
        onClose={() => openSheet(null)}
        onLots={(row) => {
          openSheet(null)
          open(row)
        }}
      />
      <TotalReturnModal
        shown={returnOf?.totalReturn}
        of={{ portfolioId, symbol: lastReturn?.symbol ?? '' }}
        onClose={() => setReturnOf(null)}
      />
      {portfolioId === null ? (
        <HoldersModal holding={holding} onClose={close} />
      ) : (
        <LotsModal
          holding={holding}
          portfolioId={portfolioId}
          asOf=""
          averaged={isAveraged(method)}
          onClose={close}
        />
      )}
    </Section>
  )
}
