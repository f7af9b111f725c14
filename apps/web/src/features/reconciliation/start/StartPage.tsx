import { reconciliation } from '@em/contract/reconciliation/reconciliation'
import {
  RECONCILIATION_STATUSES,
  type ReconciliationStatus,
  type ReconciliationSummary,
} from '@em/contract/reconciliation/reconciliation-records'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useMay } from '../../../lib/may.ts'
import { MonthEnd, useMonthToClose } from '../../../links/MonthEnd.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { Page } from '../../../ui/Page.tsx'
import { Picker } from '../../../ui/picker/Picker.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { useChoices } from '../../journal/entry/useChoices.ts'
import { openReconciliation } from '../record/address.ts'
import { periodOf, plural, REFERENCE_NAMES, shortBankOf } from '../record/lines.ts'
import { STATUS_WORDS, StatusOf, statusWord } from '../record/StatusOf.tsx'
import { moreOf, useReconciliations } from '../record/useReconciliation.ts'
import { NET_DIFFERENCE } from '../sign-off/proof.ts'
import { NewReconciliation } from './NewReconciliation.tsx'

type Row = ReconciliationSummary
const all: readonly Column<Row>[] = [
  { id: 'period', header: 'Period', value: periodOf, width: 126, phone: true },
  {
    id: 'status',
    header: 'Status',
    value: statusWord,
    cell: (one) => <StatusOf one={one} />,
    width: 176,
    phone: true,
  },
  {
    id: 'account',
    header: 'Account',
    value: (one) => `${one.accountCode} ${one.accountName}`,
    width: 150,
    phone: true,
  },
  { id: 'bank', header: 'Settlement Account', value: shortBankOf, width: 272 },
  { id: 'portfolio', header: 'Portfolio', value: (one) => one.portfolio ?? 'All', width: 92 },
  { id: 'gl', header: 'GL Balance', unit: 'LKR', kind: 'money', value: (one) => one.glBalance, width: 132 },
  {
    id: 'statement',
    header: 'Statement',
    hint: 'The closing balance of the statement',
    unit: 'LKR',
    kind: 'money',
    value: (one) => one.externalBalance,
    width: 132,
  },
  {
    id: 'unexplained',
    header: 'Unexplained',
    unit: 'LKR',
    kind: 'money',
    value: (one) => one.unexplainedDifference,
    width: 120,
    phone: true,
    hint: 'Adjusted ledger less adjusted statement, as at sign-off',
  },
  {
    id: 'difference',
    header: 'Net Difference',
    unit: 'LKR',
    kind: 'money',
    value: (one) => one.netDifference,
    width: 128,
    hidden: true,
    hint: `${NET_DIFFERENCE}, as at sign-off`,
  },
  { id: 'by', header: 'Signed Off By', value: (one) => one.reconciledBy, width: 150 },
  {
    id: 'at',
    header: 'Signed Off',
    kind: 'moment',
    value: (one) => one.reconciledAt,
    cell: (one) => (one.reconciledAt === null ? '–' : <DateText value={one.reconciledAt} time />),
    width: 150,
  },
  {
    id: 'reference',
    header: 'Reference',
    value: (one) => [REFERENCE_NAMES[one.referenceType], one.referenceNumber].filter(Boolean).join(' '),
    width: 140,
    hidden: true,
  },
  {
    id: 'changed',
    header: 'Changed Since',
    value: ({ changedSince: since }) =>
      since === null
        ? null
        : `${plural(since.lines, 'line')}${since.open > 0 ? '' : since.outside.lines === 0 ? ', included later' : ', later reconciliation signed off'}`,
    width: 150,
    hidden: true,
    hint: 'Ledger lines of its days that were recorded after the sign-off',
  },
  { id: 'createdBy', header: 'Begun By', value: (one) => one.createdBy, width: 150, hidden: true },
]
const fixed = all.map((column) => ({ ...column, sortable: false }))
/** Without a column of portfolios where every one is of all of them. */
const ofAll = fixed.map((column) => (column.id === 'portfolio' ? { ...column, hidden: true } : column))

const isStatus = (word: string | null): word is ReconciliationStatus =>
  (RECONCILIATION_STATUSES as readonly (string | null)[]).includes(word)

/** All reconciliations, latest period first, and the way to a new one. */
export function StartPage() {
  const query = useHashQuery()
  const account = query.get('account') ?? ''
  const word = query.get('status')
  const status = isStatus(word) ? word : null
  const filtered = account !== '' || status !== null
  const found = useReconciliations({
    ...(account === '' ? {} : { accountCode: account }),
    ...(status === null ? {} : { status }),
  })
  const choices = useChoices()
  const [begins, setBegins] = useState(false)
  const month = useMonthToClose({ entity: query.get('entity') ?? '' })
  const mayBegin = useMay()(reconciliation.create)
  const begin = mayBegin && <Button onClick={() => setBegins(true)}>New Reconciliation</Button>
  return (
    <Page
      title="Account Reconciliation"
      lead="Compare a ledger account with the statement of a bank, vendor or customer, and find, book or explain every difference."
      actions={begin}
    >
      <MonthEnd at="reconcile" month={month} />
      <DataGrid
        id="reconciliations"
        title="Reconciliations"
        noun="reconciliations"
        rows={found.rows}
        columns={found.rows?.some((one) => one.portfolio !== null) === true ? fixed : ofAll}
        rowKey={(one) => one.id}
        search={false}
        onOpen={(one) => openReconciliation(one.id)}
        more={moreOf(found)}
        filters={
          <>
            <Picker
              label="Account"
              items={choices.accounts}
              loading={choices.loading}
              placeholder="All accounts"
              nothingFound="No accounts found"
              value={account}
              onChange={(code) => changeHashQuery({ account: code })}
            />
            <SelectField
              label="Status"
              placeholder="All"
              value={status ?? ''}
              onChange={(chosen) => changeHashQuery({ status: chosen })}
              options={RECONCILIATION_STATUSES.map((value) => ({ value, label: STATUS_WORDS[value] }))}
            />
          </>
        }
        error={loadFailure(found.list, 'Failed to load the reconciliations')}
        empty={
          filtered ? (
            <NothingFound
              title="No reconciliations match the filters"
              onClear={() => changeHashQuery({ account: '', status: '' })}
            />
          ) : (
            <EmptyState title="No reconciliations yet" action={begin}>
              Begin with the account and the month of a statement; the statement itself is imported next.
            </EmptyState>
          )
        }
      />
      {begins && (
        <NewReconciliation account={account} onClose={() => setBegins(false)} onBegun={openReconciliation} />
      )}
    </Page>
  )
}
