import {
  CUSTODIAN_KIND_LABELS,
  type CustodianMessage,
  custodianMessages,
} from '@em/contract/custodian/custodian'
import { Button } from '@mantine/core'
import IconPlus from '@tabler/icons-react/dist/esm/icons/IconPlus.mjs'
import { useState } from 'react'
import { base64Of } from '../../lib/files.ts'
import { idIn } from '../../lib/filters.ts'
import { closeOverList, openOverList, useHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { columnsOf } from '../../registers/columns.tsx'
import { EditModal } from '../../registers/EditModal.tsx'
import { sentenceOf } from '../../registers/master.ts'
import { NewModal } from '../../registers/NewModal.tsx'
import { RegisterList } from '../../registers/RegisterList.tsx'
import { deleteButton, editButton, RowButtons } from '../../registers/RowButtons.tsx'
import { useRemoval } from '../../registers/useMaster.ts'
import type { AnyRecord } from '../../registers/values.ts'
import { FileField } from '../../ui/form/FileField.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'
import { Page, Section } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { FileView } from './FileView.tsx'
import { safekeepingMaster } from './safekeeping-master.ts'

/** Endings of files with messages: custodians use any of them. */
const ENDINGS = ['.fin', '.txt', '.xml', '.mt', '.out', '.swi', '.dat']

const count = (
  id: 'messages' | 'line_count' | 'accepted' | 'faulty',
  header: string,
): Column<CustodianMessage> => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  width: 96,
  phone: false,
})
const columns: Column<CustodianMessage>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.last_date, width: 118, phone: true },
  { id: 'kind', header: 'Kind', value: (row) => CUSTODIAN_KIND_LABELS[row.kind], width: 150, phone: true },
  { id: 'types', header: 'Messages', value: (row) => row.types.join(', '), width: 150, phone: false },
  { id: 'accounts', header: 'Accounts', value: (row) => row.accounts.join(', '), width: 190, phone: false },
  {
    id: 'custodians',
    header: 'Custodian',
    value: (row) => row.custodians.join(', '),
    width: 170,
    phone: false,
  },
  { id: 'file', header: 'File', value: (row) => row.file_name, width: 200, phone: true },
  count('line_count', 'Lines'),
  count('accepted', 'Accepted'),
  count('faulty', 'Unusable'),
  { id: 'by', header: 'Uploaded By', value: (row) => row.uploaded_by, width: 150, phone: false },
  {
    id: 'at',
    header: 'Uploaded At',
    kind: 'moment',
    value: (row) => row.uploaded_at,
    width: 150,
    phone: false,
  },
]

/** Custodian Integration: what custodians send of holdings and settlements, and the accounts that they keep. */
export default function CustodianScreen() {
  const chosen = idIn(useHashQuery(), 'message')
  const list = useRoute(custodianMessages.list, { query: { limit: 1_000 } })
  const show = (id: number) => openOverList({ message: String(id) })
  return (
    <Page
      title="Custodian Integration"
      lead="A custodian’s holdings against the books, and its confirmations of settlements. Nothing is confirmed before you accept it."
    >
      <IfMay call={custodianMessages.upload}>
        <Upload known={list.data} onDone={show} />
      </IfMay>
      {chosen !== null && (
        <FileView key={chosen} id={chosen} onClose={() => closeOverList({ message: '' })} />
      )}
      <Section title="Messages">
        <DataGrid
          id="custodian-messages"
          title="Custodian messages"
          noun="files"
          rows={list.data}
          columns={columns}
          rowKey={(row) => row.id}
          onOpen={(row) => show(row.id)}
          pageSize={20}
          error={loadFailure(list, 'Failed to load the messages')}
          empty={
            <EmptyState title="No messages yet">
              Upload what your custodian sends: statements of holdings (MT535, semt.002) and confirmations
              (MT544 to MT547, sese.025, sese.026).
            </EmptyState>
          }
        />
      </Section>
      <Accounts />
    </Page>
  )
}

function Upload({
  known,
  onDone,
}: {
  known: readonly CustodianMessage[] | undefined
  onDone: (id: number) => void
}) {
  const [fault, setFault] = useState<string | null>(null)
  const upload = useWrite(custodianMessages.upload)
  const send = async (files: readonly File[]) => {
    setFault(null)
    for (const file of files) {
      try {
        const body = { file: { fileName: file.name, data: await base64Of(file) } }
        const { id } = await upload.mutateAsync({ query: {}, body })
        notify.success(
          known?.some((one) => one.id === id) === true
            ? `${file.name} is there already.`
            : `${file.name} was read.`,
        )
        onDone(id)
      } catch (error) {
        setFault(`${file.name}: ${sentenceOf(error, 'The file could not be uploaded. Please try again.')}`)
        return
      }
    }
  }
  return (
    <FileField
      label="Files of the custodian"
      accept={ENDINGS}
      multiple
      disabled={upload.isPending}
      error={fault}
      help="MT535, MT544 to MT547, semt.002, sese.025 or sese.026, one message or many, at most 10 MB a file."
      onFiles={(files) => void send(files)}
    />
  )
}

const accountColumns = columnsOf(safekeepingMaster.register, {
  first: ['account', 'custodian', 'bic', 'portfolios', 'basis'],
  changes: {
    account: { width: 180 },
    custodian: { width: 200 },
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

function Accounts() {
  const [adding, setAdding] = useState(false)
  const [edited, edit] = useState<AnyRecord | null>(null)
  const remove = useRemoval(safekeepingMaster)
  const may = useMay()
  const add = may(safekeepingMaster.register.routes.create) && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)}>
      Add safekeeping account
    </Button>
  )
  return (
    <Section title="Safekeeping accounts" actions={add}>
      <RegisterList
        master={safekeepingMaster}
        noun="accounts"
        columns={accountColumns}
        initialSort={[{ id: 'account', desc: false }]}
        muted={(account) => account['isActive'] !== true}
        onOpen={edit}
        pageSize={10}
        tools={{
          width: 150,
          cell: (account) => (
            <RowButtons
              name={safekeepingMaster.titleOf(account)}
              buttons={[
                editButton(safekeepingMaster, () => edit(account)),
                deleteButton(safekeepingMaster, () => void remove(account)),
              ]}
            />
          ),
        }}
        empty={
          <EmptyState title="No safekeeping accounts yet">
            Add the account that your custodian names in its messages, with the portfolios whose shares stand
            in it.
          </EmptyState>
        }
      />
      <NewModal master={safekeepingMaster} opened={adding} onClose={() => setAdding(false)} />
      <EditModal master={safekeepingMaster} record={edited} onClose={() => edit(null)} />
    </Section>
  )
}
