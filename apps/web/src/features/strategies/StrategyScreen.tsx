import { portfolios } from '@em/contract/portfolios/portfolios'
import { strategies } from '@em/contract/strategies/strategies'
import { Button } from '@mantine/core'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import { useState } from 'react'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { RegisterFields } from '../../registers/FieldInput.tsx'
import { useNewEntry } from '../../registers/useEntry.ts'
import { CalcField } from '../../ui/form/CalcField.tsx'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { Page } from '../../ui/Page.tsx'
import { Assignments, AssignmentsModal } from './AssignmentsModal.tsx'
import { strategyMaster } from './strategy-master.ts'

const LEAD = 'Which strategy a portfolio follows.'

/** Strategy Master: assigns a strategy to a portfolio; a dialog lists the assignments. */
export default function StrategyScreen() {
  const [listed, showList] = useState(false)
  const entry = useNewEntry(strategyMaster)
  const list = useRoute(portfolios.routes.list, { query: {} })
  const may = useMay()
  const chosen = list.data?.find((one) => one.portfolioId === entry.form.values['portfolioId'])
  if (!may(strategies.routes.create)) {
    return (
      <Page title="Strategy Master" lead={LEAD}>
        <Assignments />
      </Page>
    )
  }
  return (
    <Page
      title="Strategy Master Entry"
      lead={LEAD}
      narrow
      actions={
        <Button variant="default" leftSection={<IconList size={16} />} onClick={() => showList(true)}>
          View Assignments
        </Button>
      }
    >
      <FormShell
        form={entry.form}
        onSubmit={entry.save}
        saveLabel="Assign Strategy"
        savingLabel="Saving..."
        summaryTitle={entry.title}
        failed={strategyMaster.words.saveFailed}
        actions={
          <Button variant="default" onClick={entry.reset}>
            Reset Form
          </Button>
        }
      >
        {entry.offer}
        <RegisterFields
          register={strategyMaster.register}
          columns={2}
          after={{
            portfolioId: <CalcField label="Portfolio Name" text value={chosen?.portfolioName ?? '–'} />,
          }}
        />
      </FormShell>
      <AssignmentsModal opened={listed} onClose={() => showList(false)} />
    </Page>
  )
}
