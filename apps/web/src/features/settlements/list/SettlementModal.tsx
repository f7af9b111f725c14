import { type SettlementRow, settlements } from '@em/contract/settlements/settlements'
import { Anchor, Button, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { z } from 'zod'
import { useRoute } from '../../../lib/query.ts'
import { AuditButton } from '../../../links/AuditButton.tsx'
import { useOpens } from '../../../links/offered.ts'
import { SecurityLink } from '../../../links/SecurityLink.tsx'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import eventsCss from '../../../ui/Events.module.css'
import { FactPairs } from '../../../ui/Facts.tsx'
import { Amount, DateText } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SettlementStatus } from '../../../ui/SettlementStatus.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { Loaded } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import { useLast } from '../../../ui/useLast.ts'
import { accountOf, EVIDENCE_WORDS, evidenceOf, wordOf } from './columns.tsx'
import css from './List.module.css'
import { type SettlementAction, settlementActionsOf, useOfferedActions } from './settlement-actions.ts'

type Settlement = z.output<typeof settlements.one.reply>

interface SettlementModalProps {
  /** The trade; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  onEntry: (entry: number) => void
  onAction: (action: SettlementAction, row: SettlementRow) => void
}

/** One settlement: its state, its history, and its ledger entries. */
export function SettlementModal({ id, onClose, onEntry, onAction }: SettlementModalProps) {
  const shown = useLast(id)
  const query = useRoute(settlements.one, { params: { id: shown ?? 0 } }, { enabled: id !== null })
  const offered = useOfferedActions()
  const opens = useOpens()
  const deal = query.data?.settlement.deal_number ?? ''
  return (
    <Modal opened={id !== null} onClose={onClose} title={`Settlement of ${deal}`.trim()} size="xl">
      <Loaded query={query} failed="Failed to load the settlement">
        {(found) => (
          <Stack gap="lg">
            <Remark row={found.settlement} />
            <Facts row={found.settlement} custodian={found.custodian_reference} />
            <Section title="What happened">
              <History history={found.history} onEntry={onEntry} />
            </Section>
            <Section title="Ledger entries">
              <Entries entries={found.entries} onEntry={onEntry} />
            </Section>
            <DialogActions>
              <AuditButton entity="settlement" id={found.settlement.trade_id} onLeave={onClose} />
              {opens('Trade Capture', 'Transactions') && (
                <Button
                  component="a"
                  variant="default"
                  href={hrefOf('Trade Capture', 'Transactions', { trade: String(found.settlement.trade_id) })}
                >
                  Show Trade
                </Button>
              )}
              {offered(settlementActionsOf(found.settlement)).map((action) => (
                <Button
                  key={action.word}
                  variant={action.word === 'confirm' ? 'filled' : 'default'}
                  onClick={() => onAction(action, found.settlement)}
                >
                  {action.label}
                </Button>
              ))}
            </DialogActions>
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}

/** Explains an outstanding amount that the figures alone do not explain. */
function Remark({ row }: { row: SettlementRow }) {
  if (row.status === 'assumed') {
    return (
      <p className={textCss.lead}>
        No confirmation is recorded. The account settles automatically, so it counts as settled from its due
        date.
      </p>
    )
  }
  if (row.is_booked || row.outstanding === 0 || row.paid === 0) return null
  return (
    <Banner tone="warning">
      The trade was {row.is_deleted ? 'deleted' : 'corrected'} after it was paid.{' '}
      <Amount value={row.outstanding} unit="LKR" />{' '}
      {row.direction === 'pay' ? 'is to be paid' : 'is to be received'}: it stays open until it is confirmed
      or gets a new date.
    </Banner>
  )
}

function Facts({ row, custodian }: { row: SettlementRow; custodian: string | null }) {
  const facts: [string, ReactNode][] = [
    ['Status', <SettlementStatus key="status" word={wordOf(row)} />],
    [
      row.direction === 'pay' ? 'To pay' : 'To receive',
      <Amount key="outstanding" value={row.outstanding} unit="LKR" />,
    ],
    ['Paid', <Amount key="paid" value={row.paid} unit="LKR" />],
    ['Net value', <Amount key="net" value={row.net_value} unit="LKR" />],
    ['Due', <DateText key="due" value={row.due_date} />],
    ['Booked for', <DateText key="booked" value={row.settlement_date} />],
    ['Trade date', <DateText key="traded" value={row.trade_date} />],
    ['Security', <SecurityLink key="symbol" symbol={row.symbol} />],
    ['Portfolio', row.portfolio],
    ['Broker', row.broker_name ?? '–'],
    ['Settlement account', accountOf(row) ?? '–'],
    ['Bank reference', row.reference ?? '–'],
    ['Evidence', evidenceOf(row) ?? '–'],
    // Given with the instruction, it comes back in what the custodian confirms.
    ...(custodian === null ? [] : [['Reference to custodian', custodian] as [string, ReactNode]]),
  ]
  return <FactPairs className={css.facts} facts={facts} />
}

const KINDS: Readonly<Record<Settlement['history'][number]['kind'], string>> = {
  settled: 'Settled',
  part: 'Settled in part',
  failed: 'Failed',
  rescheduled: 'Rescheduled',
  reopened: 'Reopened: as booked with the trade',
}

function History({ history, onEntry }: { history: Settlement['history']; onEntry: (entry: number) => void }) {
  if (history.length === 0)
    return <p className={textCss.lead}>Nothing yet: it is as booked with the trade.</p>
  return (
    <ol className={eventsCss.events}>
      {history.toReversed().map((one) => (
        <li key={one.id}>
          <strong>{KINDS[one.kind]}</strong>
          {one.amount > 0 && (
            <>
              , <Amount value={one.amount} unit="LKR" />
            </>
          )}
          {one.date !== null && (
            <>
              {' '}
              on <DateText value={one.date} />
            </>
          )}
          {one.due_date !== null && one.kind !== 'reopened' && (
            <>
              ; expected on <DateText value={one.due_date} />
            </>
          )}
          {one.reference !== null && `; bank reference ${one.reference}`}
          <EvidenceOf one={one} />
          {one.note !== null && <div>{one.note}</div>}
          <div className={css.quiet}>
            {one.recorded_by}, <DateText value={one.recorded_at} time />.{' '}
            {one.entries.length === 0 ? 'Nothing was posted.' : 'Entries: '}
            {one.entries.map((entry, index) => (
              <span key={entry}>
                {index > 0 && ', '}
                <Anchor component="button" type="button" fz="inherit" onClick={() => onEntry(entry)}>
                  {entry}
                </Anchor>
              </span>
            ))}
          </div>
        </li>
      ))}
    </ol>
  )
}

/** The evidence of a payment, with the bank's day and the reconciliation of its line. */
function EvidenceOf({ one }: { one: Settlement['history'][number] }) {
  if (one.evidence === null) return null
  if (one.evidence !== 'bank line') {
    return <>; evidence: {EVIDENCE_WORDS[one.evidence].toLowerCase()}</>
  }
  return (
    <>
      ; evidence: bank line of <DateText value={one.bank_date} />
      {one.reconciliation !== null && (
        <>
          {' '}
          <Anchor
            fz="inherit"
            href={hrefOf('Accounting Entries', 'Account Reconciliation', {
              reconciliation: String(one.reconciliation),
              view: 'matched',
            })}
          >
            Show reconciliation
          </Anchor>
        </>
      )}
    </>
  )
}

function Entries({ entries, onEntry }: { entries: Settlement['entries']; onEntry: (entry: number) => void }) {
  return (
    <SmallTable label="Ledger entries of the settlement" tall>
      <thead>
        <tr>
          <th scope="col">Entry</th>
          <th scope="col">Date</th>
          <th scope="col" data-optional>
            Description
          </th>
          <th scope="col">Standing</th>
          <th scope="col" data-right>
            Amount (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td>
              <Anchor component="button" type="button" fz="inherit" onClick={() => onEntry(entry.id)}>
                {entry.id}
              </Anchor>
            </td>
            <td>
              <DateText value={entry.date} />
            </td>
            <td data-wrap data-optional>
              {entry.description}
            </td>
            <td>
              {entry.reversal_of !== null
                ? `Reverses ${entry.reversal_of}`
                : entry.reversed_by !== null
                  ? `Reversed by ${entry.reversed_by}`
                  : entry.status}
            </td>
            <td data-right>
              <Amount value={entry.total} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
