import { portfolios } from '@em/contract/portfolios/portfolios'
import { Button } from '@mantine/core'
import IconList from '@tabler/icons-react/dist/esm/icons/IconList.mjs'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useMay } from '../../lib/may.ts'
import { RegisterFields } from '../../registers/FieldInput.tsx'
import { useNewEntry } from '../../registers/useEntry.ts'
import { useListView } from '../../registers/useMaster.ts'
import { FormShell } from '../../ui/form/FormShell.tsx'
import { Page } from '../../ui/Page.tsx'
import { PortfolioList } from './PortfolioList.tsx'
import { portfolioMaster } from './portfolio-master.ts'

/** Portfolio Master: a form for a new portfolio, and the list of all with inline edit. */
export default function PortfolioScreen() {
  const [listed, showList] = useListView(portfolioMaster)
  const mayEnter = useMay()(portfolios.routes.create)
  const entry = useNewEntry(portfolioMaster)
  return (
    <Page
      title={mayEnter ? 'Portfolio Master Entry' : 'Portfolio Master'}
      lead="The portfolios that hold shares. Every trade belongs to one."
      narrow={!listed}
      actions={
        listed ? (
          mayEnter && (
            <Button leftSection={<IconPlus size={16} />} onClick={() => showList(false)}>
              New Portfolio
            </Button>
          )
        ) : (
          <Button variant="default" leftSection={<IconList size={16} />} onClick={() => showList(true)}>
            View Existing Portfolios
          </Button>
        )
      }
    >
      {listed ? (
        <PortfolioList onNew={mayEnter ? () => showList(false) : undefined} />
      ) : (
        <FormShell
          form={entry.form}
          onSubmit={entry.save}
          saveLabel="Save Portfolio"
          savingLabel="Saving..."
          summaryTitle={entry.title}
          actions={
            <Button variant="default" onClick={entry.reset}>
              Reset Form
            </Button>
          }
        >
          {entry.offer}
          <RegisterFields register={portfolioMaster.register} />
        </FormShell>
      )}
    </Page>
  )
}
