import { Button } from '@mantine/core'
import { columnsOf } from '../../registers/columns.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { strategyMaster } from './strategy-master.ts'

const columns = columnsOf(strategyMaster.register, {
  first: ['portfolioName', 'portfolioId', 'strategy_type'],
  changes: {
    portfolioName: { width: 210 },
    portfolioId: { width: 130 },
    strategy_type: { width: 130 },
    strategy_id: { width: 140 },
    entity_business_unit: { width: 180 },
  },
})

/** The portfolios and the strategies assigned to them, in a dialog. */
export function AssignmentsModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  return (
    <Modal opened={opened} onClose={onClose} title="Portfolio strategy assignments" size="80rem">
      <Assignments onNew={onClose} />
    </Modal>
  )
}

/** The same as a part of a page; `onNew` leads to the form. */
export function Assignments({ onNew }: { onNew?: () => void }) {
  const remove = useRemoval(strategyMaster)
  return (
    <RegisterList
      master={strategyMaster}
      columns={columns}
      offset={320}
      noun="assignments"
      tools={{
        width: 84,
        cell: (assignment) => (
          <RowButtons
            name={strategyMaster.titleOf(assignment)}
            buttons={[deleteButton(strategyMaster, () => void remove(assignment))]}
          />
        ),
      }}
      empty={
        <EmptyState
          title="No assignments found."
          action={onNew && <Button onClick={onNew}>Assign a strategy</Button>}
        >
          Assignments saved in the form are listed here.
        </EmptyState>
      }
    />
  )
}
