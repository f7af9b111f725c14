import {
  COSTING_METHOD_LABELS,
  type CostingAssignment,
  costingMethods,
} from '@em/contract/costing-methods/costing-methods'
import { histories } from '@em/contract/histories/histories'
import { Group, Text } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { messageOf } from '../../lib/api.ts'
import { useMay } from '../../lib/may.ts'
import { useWrite } from '../../lib/query.ts'
import { sentenceOf } from '../../registers/master.ts'
import { HistoryButton } from '../../registers/RecordHistory.tsx'
import { RowButtons } from '../../registers/RowButtons.tsx'
import { naming } from '../../registers/useMaster.ts'
import { confirmDelete } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { notify } from '../../ui/notify.tsx'
import { EmptyState } from '../../ui/States.tsx'

const columns: Column<CostingAssignment>[] = [
  { id: 'portfolioId', header: 'Portfolio ID', value: (row) => row.portfolioId, width: 140 },
  { id: 'portfolioName', header: 'Portfolio Name', value: (row) => row.portfolioName, width: 280 },
  {
    id: 'costing_method',
    header: 'Costing Method',
    value: (row) => COSTING_METHOD_LABELS[row.costing_method],
    width: 260,
  },
  { id: 'assigned_at', header: 'Assigned', kind: 'moment', value: (row) => row.assigned_at, width: 170 },
]

/** The portfolios that have a method. It can be taken back while nothing was traded. */
export function AssignedMethods({ query }: { query: UseQueryResult<CostingAssignment[], Error> }) {
  const { mutateAsync } = useWrite(costingMethods.remove)
  const mayAssign = useMay()(costingMethods.assign)
  const remove = async ({ portfolioId, portfolioName }: CostingAssignment) => {
    const agreed = await confirmDelete({
      question: 'Are you sure you want to remove the costing method of this portfolio?',
      name: `${portfolioId} ${portfolioName}`,
      title: 'Remove costing method',
    })
    if (!agreed) return
    try {
      await mutateAsync({ params: { portfolioId } })
      notify.success(naming('Costing method removed.', portfolioName))
    } catch (error) {
      notify.error(sentenceOf(error, 'Failed to remove costing method. Please try again.'))
    }
  }
  return (
    <DataGrid
      id="costing-methods"
      title="Assigned methods"
      noun="portfolios"
      rows={query.data}
      columns={columns}
      rowKey={(row) => row.portfolioId}
      pageSize={20}
      tools={{
        width: 180,
        calls: [costingMethods.remove, histories.costingMethods.route],
        cell: (row) => (
          <Group gap={4} wrap="nowrap">
            <HistoryButton
              of={{ ...histories.costingMethods, params: { portfolioId: row.portfolioId } }}
              name={`the method of ${row.portfolioId}`}
            />
            {row.hasTrades ? (
              <Text span size="sm" c="dimmed">
                Has trades
              </Text>
            ) : (
              <RowButtons
                name={`the method of ${row.portfolioId}`}
                buttons={[
                  {
                    label: 'Remove',
                    tone: 'danger',
                    call: costingMethods.remove,
                    onClick: () => void remove(row),
                  },
                ]}
              />
            )}
          </Group>
        ),
      }}
      empty={
        <EmptyState title="No costing methods assigned yet">
          {mayAssign && 'Choose a portfolio and a method above. '}A portfolio needs a method before its first
          sale.
        </EmptyState>
      }
      error={
        query.isError
          ? {
              title: 'Failed to load the assigned costing methods',
              message: messageOf(query.error, ''),
              onRetry: () => void query.refetch(),
            }
          : null
      }
    />
  )
}
