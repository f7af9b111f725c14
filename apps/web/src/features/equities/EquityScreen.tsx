import { equities } from '@em/contract/equities/equities'
import { Button } from '@mantine/core'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMay } from '../../lib/may.ts'
import { RegisterFields } from '../../registers/FieldInput.tsx'
import { useNewEntry } from '../../registers/useEntry.ts'
import { useListView } from '../../registers/useMaster.ts'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { Page } from '../../ui/Page.tsx'
import { EquityList } from './EquityList.tsx'
import { equityMaster } from './equity-master.ts'

/** Equity Master: a form for a new security, and the searchable list of all. */
export default function EquityScreen() {
  const [listed, showList] = useListView(equityMaster)
  const mayEnter = useMay()(equities.routes.create)
  const entry = useNewEntry(equityMaster)
  return (
    <Page
      title={mayEnter ? 'Equity Master Entry' : 'Equity Master'}
      lead="The securities that can be traded."
      narrow={!listed}
      actions={
        listed ? (
          mayEnter && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => showList(false)}>
              New Equity
            </Button>
          )
        ) : (
          <Button variant="default" leftSection={<IconList size={16} />} onClick={() => showList(true)}>
            View Equities
          </Button>
        )
      }
    >
      {listed ? (
        <EquityList onNew={mayEnter ? () => showList(false) : undefined} />
      ) : (
        <FormShell
          form={entry.form}
          onSubmit={entry.save}
          saveLabel="Save Equity"
          savingLabel="Saving..."
          summaryTitle={entry.title}
          failed={equityMaster.words.saveFailed}
          actions={
            <Button variant="default" onClick={entry.reset}>
              Reset Form
            </Button>
          }
        >
          {entry.offer}
          <RegisterFields register={equityMaster.register} />
        </FormShell>
      )}
    </Page>
  )
}
