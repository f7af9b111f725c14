import {
  type AccountingBatch,
  type AccountingBatchWithTie,
  accountingExports,
} from '@em/contract/accounting-exports/accounting-exports'
import { Button, Group, Stack, Tabs } from '@mantine/core'
import { useState } from 'react'
import { callFile } from '../../lib/api.ts'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute, useWrite } from '../../lib/query.ts'
import { useScrolled } from '../../lib/useScrolled.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { saveFile } from '../../ui/save-file.ts'
import css from './AccountingExports.module.css'
import { AnswerDialog } from './AnswerDialog.tsx'
import { OutsideTiePart } from './OutsideTiePart.tsx'
import { STATE_TONES, STATE_WORDS } from './state-texts.ts'

/** One batch: its file, what became of it, its tie to our books and to the outside ledger, its entries. */
export function BatchModal({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRoute(accountingExports.get, { params: { id } })
  return (
    <Modal opened onClose={onClose} title={query.data?.number ?? 'Batch'} size="80rem">
      <Loaded query={query} failed="Failed to load the batch">
        {(batch) => <Shown batch={batch} />}
      </Loaded>
    </Modal>
  )
}

const download = async ({ id, fileName }: AccountingBatch) => {
  try {
    const file = await callFile(accountingExports.file, { params: { id } })
    saveFile(fileName, file, file.type)
  } catch (error) {
    notify.error(`${fileName} could not be downloaded. Please try again.`, error)
  }
}

function Shown({ batch }: { batch: AccountingBatchWithTie }) {
  const [answering, answer] = useState<'acknowledge' | 'refuse' | null>(null)
  const replace = useWrite(accountingExports.replace)
  const giveUp = async () => {
    const message = `Replace ${batch.number}? Its entries go into the next batch; its number stays.`
    if (!(await confirm({ title: 'Replace batch', message, confirm: 'Replace' }))) return
    try {
      await replace.mutateAsync({ params: { id: batch.id } })
      notify.success(`${batch.number} is replaced. Make the next batch: it holds the same entries.`)
    } catch (error) {
      notify.error('The batch was not replaced. Please try again.', error)
    }
  }
  const isOpen = batch.state === 'made' || batch.state === 'refused'
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <Status tone={STATE_TONES[batch.state]}>{STATE_WORDS[batch.state]}</Status>
          <span className={css.quiet}>
            {batch.target.name}, to {formatDate(batch.to)}: {counted(batch.entries, 'entry', 'entries')},{' '}
            {counted(batch.lines, 'line')}. Made by {batch.recordedBy}, {formatMoment(batch.recordedAt)}.{' '}
            <span title={`SHA-256 ${batch.sha256}`}>SHA-256 {batch.sha256.slice(0, 12)}…</span>
          </span>
        </Group>
        <Group gap="xs">
          <Button variant="default" onClick={() => void download(batch)}>
            Download
          </Button>
          {isOpen && (
            <IfMay call={accountingExports.acknowledge}>
              <Button variant="default" onClick={() => answer('acknowledge')}>
                Acknowledge
              </Button>
            </IfMay>
          )}
          {batch.state === 'made' && (
            <IfMay call={accountingExports.refuse}>
              <Button variant="default" onClick={() => answer('refuse')}>
                Refuse
              </Button>
            </IfMay>
          )}
          {batch.state === 'refused' && (
            <IfMay call={accountingExports.replace}>
              <Button variant="default" loading={replace.isPending} onClick={() => void giveUp()}>
                Replace
              </Button>
            </IfMay>
          )}
        </Group>
      </Group>
      {batch.state === 'refused' && (
        <Banner tone="warning">
          Refused: {batch.reason} Load the same file again once the outside ledger is corrected, or replace
          the batch.
        </Banner>
      )}
      <Tabs defaultValue="tie">
        <Tabs.List mb="md">
          <Tabs.Tab value="tie">Tie to Our Books</Tabs.Tab>
          <Tabs.Tab value="outside">Tie to the Outside Ledger</Tabs.Tab>
          <Tabs.Tab value="entries">Entries</Tabs.Tab>
          <Tabs.Tab value="steps">Steps</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="tie">
          <Tie batch={batch} />
        </Tabs.Panel>
        <Tabs.Panel value="outside">
          <OutsideTiePart batch={batch} />
        </Tabs.Panel>
        <Tabs.Panel value="entries">
          <Entries batch={batch} />
        </Tabs.Panel>
        <Tabs.Panel value="steps">
          <SmallTable label="Steps">
            <tbody>
              {batch.steps.map(({ what, at, by, reference, reason }) => (
                <tr key={at}>
                  <td>{STATE_WORDS[what]}</td>
                  <td>{by}</td>
                  <td>{formatMoment(at)}</td>
                  <td data-wrap>{reference ?? reason}</td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Tabs.Panel>
      </Tabs>
      {answering !== null && <AnswerDialog batch={batch} act={answering} onClose={() => answer(null)} />}
    </Stack>
  )
}

type TieLine = AccountingBatchWithTie['tie'][number]
const amount = (
  id: 'before' | 'debit' | 'credit' | 'balance' | 'difference',
  header: string,
  more: Partial<Column<TieLine>> = {},
): Column<TieLine> => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (line) => line[id],
  width: 140,
  phone: false,
  total: 'sum',
  ...more,
})
const tieColumns: readonly Column<TieLine>[] = [
  { id: 'code', header: 'Account', value: ({ account_code }) => account_code, width: 100, phone: true },
  { id: 'name', header: 'Name', value: ({ account_name }) => account_name, width: 220, phone: false },
  amount('before', 'Exported Before', { hint: 'With the opening balances of the outside ledger' }),
  amount('debit', 'Debits of the Batch'),
  amount('credit', 'Credits of the Batch'),
  amount('balance', 'Our Balance', {
    phone: true,
    hint: 'On the last day, as known when the batch was made',
  }),
  amount('difference', 'Difference', { phone: true }),
]

function Tie({ batch }: { batch: AccountingBatchWithTie }) {
  return (
    <Stack gap="sm">
      <p className={css.quiet}>
        Exported before, and this batch, against our trial balance of {formatDate(batch.to)}: difference{' '}
        <Amount value={batch.difference} />.
      </p>
      <DataGrid
        id="accounting-tie"
        title={`Tie of ${batch.number}`}
        noun="accounts"
        rows={batch.tie}
        columns={tieColumns}
        rowKey={({ account_code }) => account_code}
        totalsLabel="Total"
      />
    </Stack>
  )
}

interface EntryRow {
  readonly entry_id: number
  readonly voucher: number
  readonly date: string
  readonly reference: string | null
  readonly description: string
}
const entryColumns: readonly Column<EntryRow>[] = [
  {
    id: 'voucher',
    header: 'Voucher',
    kind: 'number',
    value: ({ voucher }) => voucher,
    width: 90,
    phone: true,
  },
  {
    id: 'entry',
    header: 'Entry',
    kind: 'number',
    value: ({ entry_id }) => entry_id,
    width: 90,
    phone: false,
  },
  { id: 'date', header: 'Date', kind: 'date', value: ({ date }) => date, width: 110, phone: true },
  {
    id: 'reference',
    header: 'Reference',
    value: ({ reference }) => reference ?? '',
    width: 190,
    phone: false,
  },
  { id: 'text', header: 'Description', value: ({ description }) => description, width: 320, phone: true },
]

function Entries({ batch }: { batch: AccountingBatch }) {
  const { rows, more } = useScrolled<EntryRow>(accountingExports.entries, { params: { id: batch.id } })
  return (
    <DataGrid
      id="accounting-entries"
      title={`Entries of ${batch.number}`}
      noun="entries"
      rows={rows}
      columns={entryColumns}
      rowKey={({ entry_id }) => entry_id}
      more={more}
    />
  )
}
