import { cds } from '@em/contract/cds/cds'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { idIn } from '../../lib/filters.ts'
import { openOverList, useHashQuery } from '../../lib/hash.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { NewModal } from '../../registers/NewModal.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRecords, useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { Banner } from '../../ui/Banner.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Page } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { AccountHoldings } from './AccountHoldings.tsx'
import { cdsMaster } from './cds-master.ts'
import { Pledges } from './Pledges.tsx'
import { PortfoliosModal } from './PortfoliosModal.tsx'

const columns = columnsOf(cdsMaster.register, {
  first: ['account', 'holder_name', 'category', 'portfolios'],
  changes: {
    account: { width: 170 },
    holder_name: { width: 230 },
    category: { width: 180 },
    portfolios: { width: 240 },
    isActive: {
      width: 104,
      cell: (account) => (
        <Status tone={account['isActive'] === true ? 'good' : 'quiet'}>
          {account['isActive'] === true ? 'Active' : 'Inactive'}
        </Status>
      ),
    },
  },
})

/** CDS Accounts: the register, and the holdings and pledges of the chosen account. */
export default function CdsAccountsScreen() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const [served, serve] = useState<AnyRecord | null>(null)
  const remove = useRemoval(cdsMaster)
  const may = useMay()
  const { query } = useRecords(cdsMaster.register)
  const chosenId = idIn(useHashQuery(), 'account')
  const chosen = query.data?.find(({ id }) => id === chosenId)
  const open = (account: AnyRecord) => openOverList({ account: String(account.id) })
  const add = may(cdsMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add CDS account
    </Button>
  )
  return (
    <Page
      title="CDS Accounts"
      lead="The accounts at the Central Depository, the portfolios whose shares stand in them, and what is pledged."
      actions={add}
    >
      <Without />
      <RegisterList
        master={cdsMaster}
        noun="CDS accounts"
        columns={columns}
        initialSort={[{ id: 'account', desc: false }]}
        muted={(account) => account['isActive'] !== true}
        onOpen={open}
        pageSize={10}
        tools={{
          width: 296,
          calls: [
            cds.holdings,
            cds.setPortfolios,
            cdsMaster.register.routes.update,
            cdsMaster.register.routes.remove,
          ],
          cell: (account) => (
            <RowButtons
              name={cdsMaster.titleOf(account)}
              buttons={[
                { label: 'Holdings', call: cds.holdings, onClick: () => open(account) },
                { label: 'Portfolios', call: cds.setPortfolios, onClick: () => serve(account) },
                editButton(cdsMaster, () => edit(account)),
                deleteButton(cdsMaster, () => void remove(account)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No CDS accounts yet" action={add}>
            Add the accounts in which the shares of your portfolios stand, then say which portfolios they
            serve.
          </EmptyState>
        }
      />
      {chosen !== undefined && (
        <IfMay call={cds.holdings}>
          <AccountHoldings key={chosen.id} id={chosen.id} account={cdsMaster.titleOf(chosen)} />
          <Pledges key={`pledges ${chosen.id}`} id={chosen.id} account={cdsMaster.titleOf(chosen)} />
        </IfMay>
      )}
      <NewModal master={cdsMaster} opened={adding} onClose={() => setAdding(false)} onSaved={serve} />
      <EditModal master={cdsMaster} record={edited} onClose={() => edit(null)} />
      {served !== null && (
        <PortfoliosModal
          key={served.id}
          id={served.id}
          account={cdsMaster.titleOf(served)}
          onClose={() => serve(null)}
        />
      )}
    </Page>
  )
}

const NAMED_MOST = 5

/** Portfolios whose shares are in no account: no comparison includes them. */
function Without() {
  const query = useRoute(cds.without)
  const names = (query.data ?? []).map(({ portfolioName }) => portfolioName)
  if (names.length === 0) return null
  const more = names.length - NAMED_MOST
  return (
    <Banner tone="info">
      Without a CDS account: {names.slice(0, NAMED_MOST).join(', ')}
      {more > 0 && ` and ${more} more`}. {names.length === 1 ? 'Its' : 'Their'} shares are not compared with
      statements.
    </Banner>
  )
}
