import type { Reply } from '@em/contract/kit/route'
import { trialBalance } from '@em/contract/trial-balance/trial-balance'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { messageOf } from '../../lib/api.ts'
import { useRoute } from '../../lib/query.ts'
import { useOpens } from '../../links/offered.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Balance } from '../../ui/Balance.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { amountColumn } from '../../ui/grid/amount-column.tsx'
import { type Column, sumOf } from '../../ui/grid/columns.ts'
import { DataGrid } from '../../ui/grid/DataGrid.tsx'
import { Amount } from '../../ui/Numbers.tsx'
import { StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState } from '../../ui/States.tsx'
import { EntryModal } from '../journal/entry/EntryModal.tsx'
import type { AccountAsked } from './filters.ts'
import { datesText, scopeText } from './report.ts'
import css from './TrialBalance.module.css'

type Detail = Reply<typeof trialBalance.account>['data']
type Line = Detail['entries'][number] & { key: string }

const columns: Column<Line>[] = [
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 112 },
  // The one amount of both sides that a phone shows.
  amountColumn({ phone: true }),
  { id: 'description', header: 'Description', value: (row) => row.description, width: 270 },
  { id: 'reference', header: 'Reference', value: (row) => row.reference, width: 186 },
  {
    id: 'debit',
    header: 'Debit',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.debit === 0 ? null : row.debit),
    width: 146,
    phone: false,
  },
  {
    id: 'credit',
    header: 'Credit',
    unit: 'LKR',
    kind: 'money',
    value: (row) => (row.credit === 0 ? null : row.credit),
    width: 146,
    phone: false,
  },
  { id: 'type', header: 'Transaction Type', value: (row) => row.transaction_type, width: 156 },
]

interface AccountModalProps {
  /** The account's code; null keeps the dialog shut. */
  code: string | null
  asked: AccountAsked
  /** The settlement account, where only its lines are asked for. */
  bank?: string | undefined
  onClose: () => void
}

/** One account over the period: opening, movement, closing and its entries. */
export function AccountModal({ code, asked, bank, onClose }: AccountModalProps) {
  // The account stays shown while the dialog fades out.
  const [shown, setShown] = useState(code)
  if (code !== null && code !== shown) setShown(code)
  const [entry, setEntry] = useState<number | null>(null)
  const query = useRoute(
    trialBalance.account,
    { params: { code: shown ?? '' }, query: asked },
    { enabled: code !== null },
  )
  const data = query.data?.data
  const opens = useOpens()
  return (
    <>
      <Modal
        opened={code !== null}
        onClose={onClose}
        title={data === undefined ? `Account ${shown ?? ''}` : `${data.accountCode} ${data.accountName}`}
        size="80rem"
      >
        <p className={css.period}>
          {data === undefined ? ' ' : periodText(data.period)}
          {asked.withoutClosing === '1' && ', without year-end closings'}
          {partText(asked, bank)}
        </p>
        <Totals data={data} dated={asked.startDate !== undefined} />
        <Entries query={query} onOpen={setEntry} />
        <Group justify="flex-end" mt="md">
          {opens('Accounting Entries', 'General Ledger') && (
            <Button
              component="a"
              variant="default"
              href={hrefOf('Accounting Entries', 'General Ledger', {
                account_code: shown ?? '',
                ...(asked.startDate === undefined ? {} : { from: asked.startDate }),
                to: asked.endDate,
                ...(asked.portfolio === undefined ? {} : { portfolio: asked.portfolio }),
              })}
            >
              {asked.entity !== undefined && asked.portfolio === undefined
                ? 'Show in General Ledger, all entities'
                : 'Show in General Ledger'}
            </Button>
          )}
        </Group>
      </Modal>
      <EntryModal id={entry} onClose={() => setEntry(null)} onOther={setEntry} />
    </>
  )
}

/** The shown part of the account, where it is not all of it. */
function partText(
  { settlementAccount, entries, treatment }: AccountAsked,
  name = 'one settlement account',
): string {
  const bank =
    settlementAccount === undefined
      ? ''
      : settlementAccount === '0'
        ? ', entries without a settlement account'
        : `, ${name}`
  const by =
    entries === undefined ? '' : entries === 'manual' ? ', manual entries only' : ', without manual entries'
  return `${bank}${by}${treatment === undefined ? '' : `, ${treatment} portfolios`}`
}

/** "01 Jan 2026 to 20 Nov 2026, All portfolios" */
export function periodText(period: Detail['period']): string {
  return `${datesText(period)}, ${scopeText(period)}`
}

function Totals({ data, dated }: { data: Detail | undefined; dated: boolean }) {
  const loading = data === undefined
  return (
    <div className={css.totals}>
      <Stats>
        {dated && (
          <StatCard
            label="Opening Balance (LKR)"
            loading={loading}
            value={<Balance value={data?.totals.opening_balance} />}
          />
        )}
        <StatCard
          label="Total Debit (LKR)"
          loading={loading}
          value={<Amount value={data?.totals.total_debit} />}
        />
        <StatCard
          label="Total Credit (LKR)"
          loading={loading}
          value={<Amount value={data?.totals.total_credit} />}
        />
        {dated && (
          <StatCard
            label="Movement (LKR)"
            loading={loading}
            value={<Balance value={data && sumOf([data.totals.total_debit, -data.totals.total_credit])} />}
          />
        )}
        <StatCard
          label="Net Balance (LKR)"
          loading={loading}
          value={<Balance value={data?.totals.net_balance} />}
        />
      </Stats>
    </div>
  )
}

interface EntriesProps {
  query: ReturnType<typeof useRoute<typeof trialBalance.account>>
  onOpen: (entry: number) => void
}

function Entries({ query, onOpen }: EntriesProps) {
  const data = query.data?.data
  const [keyed, setKeyed] = useState<{ of: Detail | undefined; lines: Line[] | undefined }>()
  if (keyed === undefined || keyed.of !== data) {
    setKeyed({ of: data, lines: data?.entries.map((line, index) => ({ ...line, key: String(index) })) })
  }
  const shown = data?.entries.length ?? 0
  return (
    <>
      <DataGrid
        id="trial-balance-account"
        title={`Account ${data?.accountCode ?? ''}`}
        noun="entries"
        rows={keyed?.lines}
        columns={columns}
        rowKey={(row) => row.key}
        onOpen={(row) => onOpen(row.entry_id)}
        offset={430}
        empty={<EmptyState title="No entries in this period" />}
        error={
          query.isError
            ? {
                title: 'Failed to load the account',
                message: messageOf(query.error, ''),
                onRetry: () => void query.refetch(),
              }
            : null
        }
      />
      {data !== undefined && data.entry_count > shown && (
        <p className={css.note}>
          The newest {shown.toLocaleString('en-LK')} of {data.entry_count.toLocaleString('en-LK')} entries.
          The General Ledger shows all of them.
        </p>
      )}
    </>
  )
}
