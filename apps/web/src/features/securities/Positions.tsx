import type { SecurityPage, SecurityPosition } from '@em/contract/securities/security'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { count, percent, price } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { LotsModal } from '../holdings/LotsModal.tsx'
import { held } from '../holdings/money-columns.ts'
import { isAveraged } from '../holdings/rows.ts'

const columns: Column<SecurityPosition>[] = [
  { id: 'portfolio', header: 'Portfolio', value: (row) => row.portfolioName, width: 190, phone: true },
  count('quantity', 'Quantity', (row) => row.quantity, { total: 'sum', width: 110 }),
  price('average', 'Cost Price', (row) => row.costPrice, { width: 120, phone: false }),
  held('cost', (row) => row.costValue, { width: 140, phone: false }),
  held('charges', (row) => row.charges, { width: 120, phone: false }),
  held('value', (row) => row.grossSales, { width: 140, phone: true }),
  held('gain', (row) => row.unrealizedGainLoss, {
    width: 150,
    hint: 'Market value less cost value, before fees and financing',
  }),
  percent('percent', 'Capital Gain', (row) => row.gainLossPercentage, {
    signed: true,
    width: 110,
    phone: false,
  }),
]

/** The holdings of the security by portfolio; a row opens its lots. */
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
