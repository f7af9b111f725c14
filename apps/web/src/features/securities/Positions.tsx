import type { SecurityPage, SecurityPosition } from '@em/contract/books/security'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { LotsModal } from '../holdings/LotsModal.tsx'
import { isAveraged } from '../holdings/rows.ts'

const columns: Column<SecurityPosition>[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 190, phone: true },
  {
    id: 'quantity',
    header: 'Quantity',
    kind: 'quantity',
    value: (row) => row.quantity,
    total: 'sum',
    width: 110,
  },
  {
    id: 'average',
    header: 'Cost Price',
    unit: 'LKR',
    kind: 'price',
    value: (row) => row.costPrice,
    width: 120,
    phone: false,
  },
  {
    id: 'cost',
    header: 'Cost Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.costValue,
    total: 'sum',
    width: 140,
    phone: false,
  },
  {
    id: 'charges',
    header: 'Charges',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.charges,
    total: 'sum',
    width: 120,
    phone: false,
  },
  {
    id: 'value',
    header: 'Market Value',
    unit: 'LKR',
    kind: 'money',
    value: (row) => row.grossSales,
    total: 'sum',
    width: 140,
    phone: true,
  },
  {
    id: 'gain',
    header: 'Unrealized Capital Gain',
    unit: 'LKR',
    kind: 'money',
    signed: true,
    value: (row) => row.unrealizedGainLoss,
    total: 'sum',
    width: 150,
    hint: 'Market value less cost value, before fees and financing',
  },
  {
    id: 'percent',
    header: 'Capital Gain',
    unit: '%',
    kind: 'percent',
    signed: true,
    value: (row) => row.gainLossPercentage,
    width: 110,
    phone: false,
  },
]

/** What each portfolio holds of the security; a row opens its lots. */
export function Positions({ page }: { page: SecurityPage }) {
  const [opened, open] = useState<SecurityPosition | null>(null)
  const { positions, symbol, companyName, asOf } = page
  return (
    <Section title="Positions by portfolio">
      {positions.length > 0 && (
        <Text size="sm" c="dimmed">
          Open a row for its lots.
        </Text>
      )}
      <DataGrid
        id="security-positions"
        title={`Positions in ${symbol}`}
        noun="portfolios"
        rows={positions}
        columns={columns}
        rowKey={(row) => row.portfolioId}
        search={false}
        onOpen={open}
        empty={<EmptyState title="No portfolio holds it on this day" />}
      />
      <LotsModal
        holding={opened === null ? null : { symbol, company: companyName }}
        portfolioId={opened?.portfolioId ?? ''}
        asOf={asOf}
        averaged={isAveraged(opened?.costing_method)}
        onClose={() => open(null)}
      />
    </Section>
  )
}
