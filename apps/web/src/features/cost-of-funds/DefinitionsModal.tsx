import { type CostOfFundsDefinition, costOfFunds } from '@em/contract/cost-of-funds/cost-of-funds'
import { histories } from '@em/contract/histories/histories'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { formatDate } from '../../lib/dates.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { sentenceOf } from '../../registers/master.ts'
import { HistoryButton } from '../../registers/RecordHistory.tsx'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { Banner, useBanner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../ui/States.tsx'

const columns: Column<CostOfFundsDefinition>[] = [
  {
    id: 'effective_date',
    header: 'Effective Date',
    kind: 'date',
    value: (row) => row.effective_date,
    width: 140,
  },
  {
    id: 'cost_of_funds',
    header: 'Cost of Funds (%)',
    kind: 'number',
    value: (row) => row.cost_of_funds,
    decimals: 4,
  },
  {
    id: 'tax_rate',
    header: 'Tax Rate (%)',
    kind: 'number',
    value: (row) => row.tax_rate,
    decimals: 4,
  },
  {
    id: 'after_tax_cost_of_funds',
    header: 'After-Tax Cost of Funds (%)',
    kind: 'number',
    value: (row) => row.after_tax_cost_of_funds,
    width: 230,
  },
  { id: 'created_at', header: 'Saved', kind: 'moment', value: (row) => row.created_at, width: 160 },
]

const DELETED_MS = 2000

/** The saved definitions in a dialog. */
export function DefinitionsModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Saved Definitions" size="80rem">
      <Definitions onNew={onClose} />
    </Modal>
  )
}

/** The saved definitions, latest first; each can be deleted. `onNew` leads to the form. */
export function Definitions({ onNew }: { onNew?: () => void }) {
  const query = useRoute(costOfFunds.list, {})
  const { mutateAsync } = useWrite(costOfFunds.remove)
  const [busy, setBusy] = useState<number | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [banner, show] = useBanner(DELETED_MS)
  const remove = async ({ id, effective_date }: CostOfFundsDefinition) => {
    const date = formatDate(effective_date)
    const agreed = await confirm({
      title: 'Delete',
      message: `Are you sure you want to delete the cost of funds definition for ${date}? This action cannot be undone.`,
      confirm: 'Delete',
      danger: true,
    })
    if (!agreed) return
    setBusy(id)
    setFailure(null)
    try {
      await mutateAsync({ params: { id } })
      show(`The cost of funds definition for ${date} was deleted.`)
    } catch (error) {
      setFailure(sentenceOf(error, 'Failed to delete. Please try again.'))
    } finally {
      setBusy(null)
    }
  }
  return (
    <>
      {failure !== null && (
        <Banner tone="error" onClose={() => setFailure(null)}>
          {failure}
        </Banner>
      )}
      {banner}
      <DataGrid
        id="cost-of-funds"
        title="Cost of funds definitions"
        noun="definitions"
        rows={query.data}
        columns={columns}
        rowKey={(row) => row.id}
        offset={320}
        pageSize={20}
        tools={{
          width: 150,
          calls: [costOfFunds.remove, histories.costOfFunds.route],
          cell: (row) => (
            <Group gap={4} wrap="nowrap">
              <HistoryButton
                of={{ ...histories.costOfFunds, params: { id: row.id } }}
                name={`the definition for ${formatDate(row.effective_date)}`}
              />
              <RowButtons
                name={`the definition for ${formatDate(row.effective_date)}`}
                buttons={[
                  {
                    label: 'Delete',
                    tone: 'danger',
                    call: costOfFunds.remove,
                    loading: busy === row.id,
                    disabled: busy !== null,
                    onClick: () => void remove(row),
                  },
                ]}
              />
            </Group>
          ),
        }}
        empty={
          <EmptyState
            title="No Saved Definitions"
            action={onNew && <Button onClick={onNew}>Enter a definition</Button>}
          >
            Saved definitions are listed here, the latest first.
          </EmptyState>
        }
        error={
          query.isError
            ? {
                title: 'Failed to load saved definitions. Please try again.',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
      />
    </>
  )
}
