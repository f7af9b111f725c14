import { type PaymentRow, payments } from '@em/contract/settlements/payments'
import { Button } from '@mantine/core'
import IconDownload from '@tabler/icons-react/dist/esm/icons/IconDownload.mjs'
import { useState } from 'react'
import { changeHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useRoute, useWrite } from '../../../lib/query.ts'
import { useOnce } from '../../../lib/useOnce.ts'
import { useOpens } from '../../../links/offered.ts'
import { goTo } from '../../../links/tabs.ts'
import { WaitingRequests } from '../../../links/WaitingRequests.tsx'
import { type Column, sumOf } from '../../../ui/grid/columns.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../../ui/IfMay.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { notify } from '../../../ui/notify.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { Status } from '../../../ui/Status.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import listCss from '../list/List.module.css'

const STATES = {
  ready: { tone: 'warn', word: 'To export' },
  exported: { tone: 'good', word: 'Exported' },
  incomplete: { tone: 'bad', word: 'Incomplete' },
} as const
const stateOf = (row: PaymentRow) =>
  row.bankDetailsChanged && row.state === 'ready'
    ? { tone: 'warn' as const, word: 'Bank details changed' }
    : STATES[row.state]
const missingOf = (row: PaymentRow) => (row.missing.length === 0 ? null : row.missing.join(', '))

const columns: readonly Column<PaymentRow>[] = [
  { id: 'due', header: 'Due', kind: 'date', value: (r) => r.due_date, width: 120, phone: true },
  {
    id: 'amount',
    header: 'Amount',
    unit: 'LKR',
    kind: 'money',
    value: (r) => r.amount,
    width: 134,
    phone: true,
    total: 'sum',
  },
  {
    id: 'state',
    header: 'Export status',
    value: (r) => stateOf(r).word,
    cell: (r) => <Status tone={stateOf(r).tone}>{stateOf(r).word}</Status>,
    width: 176,
    phone: true,
  },
  { id: 'broker', header: 'Payee', value: (r) => r.broker_name, width: 210 },
  { id: 'bank', header: 'Bank', value: (r) => r.bank_name, width: 170 },
  { id: 'branch', header: 'Branch', value: (r) => r.branch_name, width: 140, hidden: true },
  { id: 'account', header: 'Account Number', value: (r) => r.account_number, width: 150 },
  { id: 'swift', header: 'SWIFT Code', value: (r) => r.swift_code, width: 120, hidden: true },
  {
    id: 'missing',
    header: 'Missing bank details',
    value: missingOf,
    width: 240,
    hint: 'Details missing in Brokers',
  },
  { id: 'from', header: 'Paid From', value: (r) => r.from_name, width: 170 },
  { id: 'deal', header: 'Deal Number', value: (r) => r.deal_number, whole: true, width: 180 },
  { id: 'contract', header: 'Contract Number', value: (r) => r.contract_number, width: 140, hidden: true },
  { id: 'portfolio', header: 'Portfolio', value: (r) => r.portfolio, width: 150, hidden: true },
  { id: 'exported', header: 'Exported', kind: 'moment', value: (r) => r.exported_at, width: 150 },
  { id: 'by', header: 'Exported By', value: (r) => r.exported_by, width: 150, hidden: true },
]

/** Payments to make: what open buys with Generate Payment pay their brokers, and the file of them for the bank. */
export function PaymentsToMake({ portfolio }: { portfolio: string }) {
  const named = portfolio === '' ? {} : { portfolioId: portfolio }
  const query = useRoute(payments.list, { query: named }, { keepPrevious: true })
  const write = useWrite(payments.export)
  const [busy, setBusy] = useState(false)
  const opens = useOpens()
  const ready = (query.data ?? []).filter((row) => row.state === 'ready')
  const incomplete = (query.data ?? []).filter((row) => row.state === 'incomplete').length
  const save = useOnce(async (tradeIds: number[] | null) => {
    setBusy(true)
    try {
      const body = { portfolioId: portfolio === '' ? 'all' : portfolio, tradeIds }
      const { csv, fileName, count } = await write.mutateAsync({ body })
      // A byte order mark: spreadsheets take the file for UTF-8.
      saveFile(fileName, new TextEncoder().encode(`\uFEFF${csv}`), 'text/csv')
      notify.success(`${count.toLocaleString('en-LK')} ${count === 1 ? 'payment' : 'payments'} exported.`)
    } catch (error) {
      notify.error('The payments could not be exported. Please try again.', error)
    } finally {
      setBusy(false)
    }
  })
  return (
    <>
      <WaitingRequests acts="payments" />
      {query.data !== undefined && (
        <div className={listCss.chosen}>
          <span>
            <strong>{ready.length.toLocaleString('en-LK')} to export</strong>:{' '}
            <Amount value={sumOf(ready.map((row) => row.amount))} unit="LKR" />
            {incomplete > 0 &&
              `. ${incomplete.toLocaleString('en-LK')} incomplete: enter the bank details in Brokers.`}
          </span>
          {incomplete > 0 && opens('Master Data Management', 'Brokers') && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => goTo('Master Data Management', 'Brokers')}
            >
              Open Brokers
            </Button>
          )}
          <IfMay call={payments.export}>
            <Button
              size="compact-sm"
              leftSection={<IconDownload size={14} />}
              loading={busy}
              disabled={ready.length === 0}
              onClick={() => void save(null)}
            >
              Export CSV
            </Button>
          </IfMay>
        </div>
      )}
      <DataGrid
        id="payments"
        title="Payments to make"
        noun="payments"
        search={false}
        rows={query.data}
        columns={columns}
        rowKey={(row) => row.trade_id}
        offset={130}
        onOpen={(row) => changeHashQuery({ settlement: String(row.trade_id) })}
        actions={(row) => [
          { label: 'Show details', onClick: () => changeHashQuery({ settlement: String(row.trade_id) }) },
          ...(row.state === 'exported'
            ? [{ label: 'Export again', call: payments.export, onClick: () => void save([row.trade_id]) }]
            : []),
        ]}
        error={loadFailure(query, 'Failed to load the payments')}
        empty={
          <EmptyState title="No payments to make">
            Buys with Generate Payment set to Yes are listed here until they are paid.
          </EmptyState>
        }
      />
    </>
  )
}
