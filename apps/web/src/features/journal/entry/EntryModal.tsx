import { journal } from '@em/contract/journal/journal'
import { type JournalEntry } from '@em/contract/journal/journal-entry'
import { ENTRY_KINDS } from '@em/contract/ledger/ledger'
import { Anchor, Button, Group, Stack } from '@mantine/core'
import { Fragment, type ReactNode, useState } from 'react'
import { formatNumber } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { AuditButton } from '../../../links/AuditButton.tsx'
import { useOpens } from '../../../links/offered.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DateText } from '../../../ui/Numbers.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { Attachments } from '../../attachments/Attachments.tsx'
import { Lines, portfoliosOf } from './EntryLines.tsx'
import css from './EntryModal.module.css'
import { EntryStatusBadge } from './EntryStatusBadge.tsx'
import { ownerOf } from './owner.ts'

interface EntryModalProps {
  /** The journal entry's number; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  /** Shows another entry: the one this reverses, or the one that reversed it. */
  onOther: (id: number) => void
  /** The actions on the entry, where the journal shows it. */
  tools?: (entry: JournalEntry) => ReactNode
}

/** One journal entry: its lines and totals, what caused it, what became of it, its files, and who did what when. */
export function EntryModal({ id, onClose, onOther, tools }: EntryModalProps) {
  // The entry stays shown while the dialog fades out.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return (
    <Modal opened={id !== null} onClose={onClose} title={`Journal entry ${shown ?? ''}`} size="xl">
      {shown !== null && <Entry key={shown} id={shown} onOther={onOther} onLeave={onClose} tools={tools} />}
    </Modal>
  )
}

interface EntryProps {
  id: number
  onOther: (id: number) => void
  onLeave: () => void
  tools: EntryModalProps['tools']
}

function Entry({ id, onOther, onLeave, tools }: EntryProps) {
  const query = useRoute(journal.get, { params: { id } })
  const opens = useOpens()
  return (
    <Loaded query={query} failed="Failed to load the journal entry">
      {({ data }) => (
        <Stack gap="md">
          <p className={css.description}>{data.description}</p>
          {data.difference !== 0 && (
            <Banner tone="warning">
              Debits and credits differ by {formatNumber(Math.abs(data.difference), { decimals: 2 })}: this
              draft cannot be posted yet.
            </Banner>
          )}
          <Facts entry={data} onOther={onOther} onLeave={onLeave} />
          <Lines entry={data} />
          <Attachments key={data.id} ownerKind={ownerOf(data)} ownerId={data.id} />
          <History entry={data} />
          <Group justify="flex-end" gap="sm">
            {data.kind === 'manual' && <AuditButton entity="journal-entry" id={data.id} onLeave={onLeave} />}
            {data.deal_number !== null && opens('Accounting Entries', 'General Ledger') && (
              <Button
                component="a"
                variant="default"
                href={hrefOf('Accounting Entries', 'General Ledger', { search: data.deal_number })}
                onClick={onLeave}
              >
                Show all entries of this deal
              </Button>
            )}
            {tools?.(data)}
          </Group>
        </Stack>
      )}
    </Loaded>
  )
}

/** The screen that shows the origin of an entry without a trade. */
const ORIGIN_TABS: Record<string, string> = { opening: 'Opening Balances', closing: 'Period Close' }

function causeOf(entry: JournalEntry, opens: ReturnType<typeof useOpens>, onLeave: () => void): ReactNode {
  if (entry.recurring_id !== null) return 'Recurring entry'
  const name = ENTRY_KINDS[entry.kind] ?? entry.kind
  const originTab = ORIGIN_TABS[entry.kind]
  if (originTab === undefined || entry.trade_id !== null || !opens('Accounting Entries', originTab))
    return name
  const [portfolio] = portfoliosOf(entry)
  return (
    <Anchor
      key="cause"
      href={hrefOf(
        'Accounting Entries',
        originTab,
        entry.kind === 'opening' && portfolio ? { portfolio } : {},
      )}
      fz="inherit"
      onClick={onLeave}
    >
      {name}
    </Anchor>
  )
}

interface FactsProps {
  entry: JournalEntry
  onOther: (id: number) => void
  onLeave: () => void
}

function Facts({ entry, onOther, onLeave }: FactsProps) {
  const opens = useOpens()
  const other = (id: number) => (
    <Anchor component="button" type="button" fz="inherit" onClick={() => onOther(id)}>
      Journal entry {id}
    </Anchor>
  )
  const facts: [string, ReactNode][] = [
    ['Entry date', <DateText key="date" value={entry.date} />],
    [
      'Status',
      <Fragment key="status">
        <EntryStatusBadge status={entry.status} />
        {entry.status === 'Pending' && ' (dated after today)'}
      </Fragment>,
    ],
    ['Type', entry.transaction_type],
    ['Cause', causeOf(entry, opens, onLeave)],
  ]
  if (entry.moved_from !== null) {
    facts.push(['Belongs to (that period is locked)', <DateText key="moved" value={entry.moved_from} />])
  }
  if (entry.due_on !== null) facts.push(['Came due', <DateText key="due" value={entry.due_on} />])
  if (entry.deal_number !== null) {
    const href = hrefOf('Trade Capture', 'Transactions', { trade: String(entry.trade_id) })
    const deal = (
      <Anchor key="deal" href={href} fz="inherit" onClick={onLeave}>
        {entry.deal_number}
      </Anchor>
    )
    facts.push([
      'Deal number',
      entry.trade_id === null || !opens('Trade Capture', 'Transactions') ? entry.deal_number : deal,
    ])
  }
  if (entry.reference !== null && entry.reference !== entry.deal_number) {
    facts.push(['Reference', entry.reference])
  }
  const [portfolio, ...others] = portfoliosOf(entry)
  if (portfolio && others.length === 0) facts.push(['Portfolio', portfolio])
  if (entry.reversal_of !== null) facts.push(['Reverses', other(entry.reversal_of)])
  if (entry.reversed_by !== null) facts.push(['Reversed by', other(entry.reversed_by)])
  if (entry.replaced_by !== null) facts.push(['Replaced by', other(entry.replaced_by)])
  if (entry.replaces !== null) facts.push(['Replaces', other(entry.replaces)])
  if (entry.reason !== null) facts.push(['Reason', entry.reason])
  facts.push(['Recorded by', entry.recorded_by])
  facts.push(['Recorded at', <DateText key="at" value={entry.recorded_at} time />])
  return (
    <dl className={css.facts}>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

const ACTION_TEXTS: Record<string, string> = {
  'journal.post': 'posted it',
  'journal.draft': 'saved the draft',
  'journal.cancel': 'cancelled the draft',
  'journal.replace': 'reversed it and posted another in its place',
  'journal.reverse': 'reversed it',
  'journal.take-back': 'reversed it and kept it as a draft',
}

/** Who did what with the entry, where more happened than its posting. */
function History({ entry: { history } }: { entry: JournalEntry }) {
  if (history.length < 2) return null
  return (
    <section aria-label="History">
      <h3 className={css.heading}>History</h3>
      <ul className={css.history}>
        {history.map(({ at, by, action }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: what happened stays in its place.
          <li key={index}>
            <DateText value={at} time />: {by} {ACTION_TEXTS[action] ?? action}
          </li>
        ))}
      </ul>
    </section>
  )
}
