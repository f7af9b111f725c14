import {
  CUSTODIAN_KIND_LABELS,
  type CustodianLine,
  type CustodianMessageDetail,
  custodianMessages,
} from '@em/contract/custodian/custodian'
import { Button, SegmentedControl } from '@mantine/core'
import { useMemo, useState } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { counted } from '../../lib/numerals.ts'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { type Column, DataGrid } from '../../ui/grid/DataGrid.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { EmptyState, Loaded } from '../../ui/States.tsx'
import { Status } from '../../ui/Status.tsx'
import { AcceptDialog, isProposed, type Proposed } from './AcceptDialog.tsx'
import css from './Custodian.module.css'
import { LineModal } from './LineModal.tsx'
import { CAUSE_WORDS, causeSentence, isOpen, stateOf } from './line-texts.ts'

const shares = (
  id: 'stated' | 'ours' | 'difference',
  header: string,
  more: Partial<Column<CustodianLine>> = {},
): Column<CustodianLine> => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  width: 112,
  phone: false,
  ...more,
})

const columns: Column<CustodianLine>[] = [
  { id: 'account', header: 'Account', value: (row) => row.account, whole: true, width: 150, phone: false },
  { id: 'type', header: 'Message', value: (row) => row.type, width: 92, phone: false },
  { id: 'date', header: 'Date', kind: 'date', value: (row) => row.date, width: 110, phone: false },
  { id: 'symbol', header: 'Symbol', value: (row) => row.symbol, width: 126, phone: true },
  {
    id: 'company',
    header: 'Company',
    value: (row) => row.company_name,
    width: 200,
    phone: false,
    hidden: true,
  },
  { id: 'isin', header: 'ISIN', value: (row) => row.isin, width: 130, phone: false, hidden: true },
  {
    id: 'state',
    header: 'State',
    value: (row) => stateOf(row).word,
    cell: (row) => <Status tone={stateOf(row).tone}>{stateOf(row).word}</Status>,
    width: 106,
    phone: true,
  },
  shares('stated', 'Custodian'),
  shares('ours', 'Here', { hint: 'Of a holding by its basis, of a confirmation the shares of the trade' }),
  shares('difference', 'Difference', { signed: true, phone: true, hint: 'Custodian less here' }),
  {
    id: 'amount',
    header: 'Amount',
    kind: 'money',
    value: (row) => row.stated_amount,
    width: 124,
    phone: false,
  },
  {
    id: 'cause',
    header: 'Likely Cause',
    value: (row) => (row.cause === null ? '' : CAUSE_WORDS[row.cause]),
    width: 176,
    phone: false,
  },
  {
    id: 'deal',
    header: 'Deal',
    value: (row) => (row.proposal ?? row.accepted)?.deal_number ?? '',
    width: 170,
    phone: false,
  },
  { id: 'what', header: 'What to Do', value: causeSentence, width: 300, phone: false, hidden: true },
  { id: 'note', header: 'Note', value: (row) => row.note?.text ?? '', width: 180, phone: false },
]

const WHICH = { open: 'Open', all: 'All lines' } as const
type Which = keyof typeof WHICH

/** One file: its figures, what differs and why, what it proposes. */
export function FileView({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useRoute(custodianMessages.get, { params: { id } })
  return (
    <Loaded query={query} failed="Failed to load the message">
      {(file) => <Shown file={file} onClose={onClose} />}
    </Loaded>
  )
}

const keyOf = (row: CustodianLine) => `${row.line ?? '-'} ${row.account_id} ${row.date} ${row.symbol}`

function Shown({ file, onClose }: { file: CustodianMessageDetail; onClose: () => void }) {
  const { id, lines, incomplete } = file
  const open = useMemo(() => lines.filter(isOpen), [lines])
  const proposed = useMemo(() => lines.filter(isProposed), [lines])
  const [which, choose] = useState<Which>(open.length > 0 ? 'open' : 'all')
  const [opened, openRow] = useState<string | null>(null)
  const [accepting, accept] = useState<readonly Proposed[] | null>(null)
  const line = lines.find((row) => keyOf(row) === opened)
  const differing = open.filter(({ proposal }) => proposal === null)
  const explained = differing.filter(({ note }) => note !== null).length
  return (
    <Section
      title={titleOf(file)}
      actions={
        <>
          {proposed.length > 0 && (
            <IfMay call={custodianMessages.accept}>
              <Button onClick={() => accept(proposed)}>Accept {counted(proposed.length, 'proposal')}</Button>
            </IfMay>
          )}
          <Button variant="default" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p className={css.state}>
        <span>
          {file.file_name || 'A file'}, {file.types.join(', ')}, uploaded by {file.uploaded_by},{' '}
          {formatMoment(file.uploaded_at)}.
        </span>
        <span className={css.quiet} title={`SHA-256 ${file.sha256}`}>
          SHA-256 {file.sha256.slice(0, 12)}…
        </span>
      </p>
      {incomplete.map(({ account, date, missing }) => (
        <Banner key={`${account} ${date}`} tone="warning">
          The statement of {account} on {formatDate(date)} is incomplete: {missing} of it are missing.
          Securities that are not named here may stand there.
        </Banner>
      ))}
      {file.changed_accounts.length > 0 && (
        <Banner tone="info">
          {file.changed_accounts.join(', ')} {file.changed_accounts.length === 1 ? 'has' : 'have'} other
          portfolios now than when the file was uploaded; it is compared with those of then. Upload it again
          to compare it with those of today.
        </Banner>
      )}
      {file.cancelled.map((one) => (
        <Banner key={`${one.file_id} ${one.reference} ${one.by_file}`} tone="warning">
          {one.file_id === id
            ? `The custodian cancelled its statement ${one.reference} of ${one.account} on ${formatDate(one.date)}${one.by_reference === '' ? '' : ` by message ${one.by_reference}`}. It is not compared.`
            : `This file cancels the statement ${one.reference} of ${one.account} on ${formatDate(one.date)}. That statement is no longer compared.`}
        </Banner>
      ))}
      {file.left_out.length > 0 && (
        <Banner tone="info">
          Not read: {file.left_out.map(({ type, count }) => `${count} × ${type}`).join(', ')}.
        </Banner>
      )}
      <Stats>
        <StatCard
          label="To accept"
          value={<Quantity value={proposed.length} />}
          note={`${file.accepted} accepted`}
        />
        <StatCard
          label="Differences"
          value={<Quantity value={differing.length - explained} />}
          note={explained === 0 ? 'open' : `${explained} explained`}
        />
        <StatCard
          label="Lines that agree"
          value={
            <Quantity
              value={
                lines.filter(
                  ({ cause, proposal, accepted }) => cause === null && proposal === null && accepted === null,
                ).length
              }
            />
          }
          note={`of ${lines.length}`}
        />
        <StatCard
          label="Cannot be used"
          value={<Quantity value={file.faulty} />}
          note={counted(file.messages, 'message')}
        />
      </Stats>
      <DataGrid
        id="custodian-lines"
        title={titleOf(file)}
        noun="lines"
        rows={which === 'open' ? open : lines}
        columns={columns}
        rowKey={keyOf}
        onOpen={(row) => openRow(keyOf(row))}
        muted={(row) => which === 'all' && !isOpen(row)}
        filters={
          <SegmentedControl
            size="xs"
            value={which}
            onChange={(value) => choose(value as Which)}
            data={Object.entries(WHICH).map(([value, label]) => ({ value, label }))}
            aria-label="Which lines"
          />
        }
        empty={
          lines.length === 0 ? (
            <EmptyState title="Nothing to compare">
              The file has no statement that counts, and no confirmation.
            </EmptyState>
          ) : (
            <EmptyState title="Nothing is open">
              What the custodian says and the books agree, or every line was accepted.
            </EmptyState>
          )
        }
      />
      {line !== undefined && accepting === null && (
        <LineModal
          id={id}
          line={line}
          onClose={() => openRow(null)}
          onAccept={() => {
            openRow(null)
            if (isProposed(line)) accept([line])
          }}
        />
      )}
      {accepting !== null && <AcceptDialog id={id} lines={accepting} onClose={() => accept(null)} />}
    </Section>
  )
}

const titleOf = ({ kind, first_date }: CustodianMessageDetail) =>
  first_date === null
    ? CUSTODIAN_KIND_LABELS[kind]
    : `${CUSTODIAN_KIND_LABELS[kind]} of ${formatDate(first_date)}`
