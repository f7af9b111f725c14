import { type Holder, holdings } from '@em/contract/holdings/holdings'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { TabButton } from '../../links/TabButton.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { count } from '../../ui/grid/amount-column.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { useLast } from '../../ui/useLast.ts'
import css from './Holdings.module.css'
import { LotsModal } from './LotsModal.tsx'
import { held } from './money-columns.ts'
import { isAveraged } from './rows.ts'

const columns: Column<Holder>[] = [
  { id: 'portfolio', phone: true, header: 'Portfolio', value: (row) => row.portfolioName, width: 220 },
  { id: 'code', phone: false, header: 'Portfolio ID', value: (row) => row.portfolioId, width: 130 },
  count('quantity', 'Quantity', (row) => row.quantity, { phone: true, total: 'sum', width: 120 }),
  held('cost', (row) => row.costValue, { phone: true, width: 150 }),
  held('charges', (row) => row.charges, { phone: false, width: 130 }),
]

interface HoldersModalProps {
  /** The security to show; null keeps the dialog shut. */
  holding: { readonly symbol: string; readonly company: string } | null
  onClose: () => void
}

/** The portfolios that hold a security today; each opens its lots. */
export function HoldersModal({ holding, onClose }: HoldersModalProps) {
  const shown = useLast(holding)
  const symbol = shown?.symbol ?? ''
  const [opened, open] = useState<Holder | null>(null)
  const last = useLast(opened)
  const query = useRoute(holdings.holders, { query: { symbol } }, { enabled: holding !== null })
  return (
    <>
      <Modal opened={holding !== null} onClose={onClose} title={`${symbol} by portfolio`} size="xl">
        {shown !== null && (
          <>
            <p className={css.note}>{shown.company}. Open a portfolio to see its lots.</p>
            <DataGrid
              id="holders"
              title={`${symbol} by portfolio`}
              noun="portfolios"
              rows={query.data}
              columns={columns}
              rowKey={(row) => row.portfolioId}
              search={false}
              offset={360}
              onOpen={open}
              error={
                query.isError
                  ? {
                      title: 'Failed to load the portfolios',
                      message: messageOf(query.error, ''),
                      onRetry: () => void query.refetch(),
                    }
                  : null
              }
            />
            <Group justify="flex-end" mt="md">
              <TabButton variant="default" to={['Trade Capture', 'Transactions']} query={{ symbol }}>
                Show transactions
              </TabButton>
              <Button onClick={onClose}>Close</Button>
            </Group>
          </>
        )}
      </Modal>
      <LotsModal
        holding={opened === null ? null : shown}
        portfolioId={last?.portfolioId ?? ''}
        asOf=""
        averaged={isAveraged(last?.costing_method)}
        onClose={() => open(null)}
      />
    </>
  )
}
