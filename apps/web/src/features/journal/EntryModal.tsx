import { type JournalEntry, journal } from '@em/contract/books/journal'
import { Anchor, Button, Group } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { hrefOf } from '../../app/places.ts'
import { useRoute } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { Loaded } from '../../ui/States.tsx'
import css from './EntryModal.module.css'

interface EntryModalProps {
  /** The journal entry's number; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  /** Shows another entry: the one this reverses, or the one that reversed it. */
  onOther: (id: number) => void
}

/** One journal entry: its lines and totals, what caused it, who recorded it and when. */
export function EntryModal({ id, onClose, onOther }: EntryModalProps) {
  // What was shown stays while the dialog fades out.
  const [shown, setShown] = useState(id)
  if (id !== null && id !== shown) setShown(id)
  return (
    <Modal opened={id !== null} onClose={onClose} title={`Journal entry ${shown ?? ''}`} size="xl">
      {shown !== null && <Entry key={shown} id={shown} onOther={onOther} onLeave={onClose} />}
    </Modal>
  )
}

interface EntryProps {
  id: number
  onOther: (id: number) => void
  onLeave: () => void
}

function Entry({ id, onOther, onLeave }: EntryProps) {
  const query = useRoute(journal.get, { params: { id } })
  return (
    <Loaded query={query} failed="Failed to load the journal entry">
      {({ data }) => (
        <>
          <p className={css.description}>{data.description}</p>
          <Facts entry={data} onOther={onOther} />
          <Lines entry={data} />
          {data.deal_number !== null && (
            <Group justify="flex-end" mt="md">
              <Button
                component="a"
                variant="default"
                href={hrefOf('Accounting Entries', 'General Ledger', { search: data.deal_number })}
                onClick={onLeave}
              >
                Show all entries of this deal
              </Button>
            </Group>
          )}
        </>
      )}
    </Loaded>
  )
}

const KINDS: Record<string, string> = {
  trade: 'Trade',
  settlement: 'Settlement of a trade',
  correction: 'Correction',
  event: 'Corporate action',
  valuation: 'Valuation',
  opening: 'Opening balance',
  manual: 'Entered by hand',
  closing: 'Closing',
}

function Facts({ entry, onOther }: { entry: JournalEntry; onOther: (id: number) => void }) {
  const other = (id: number) => (
    <Anchor component="button" type="button" fz="inherit" onClick={() => onOther(id)}>
      Journal entry {id}
    </Anchor>
  )
  const facts: [string, ReactNode][] = [
    ['Entry date', <DateText key="date" value={entry.date} />],
    ['Status', entry.status === 'Pending' ? 'Pending (dated after today)' : 'Posted'],
    ['Type', entry.transaction_type],
    ['Cause', KINDS[entry.kind] ?? entry.kind],
  ]
  if (entry.deal_number !== null) facts.push(['Deal number', entry.deal_number])
  if (entry.reference !== null && entry.reference !== entry.deal_number) {
    facts.push(['Reference', entry.reference])
  }
  const [portfolio, ...others] = portfoliosOf(entry)
  if (portfolio && others.length === 0) facts.push(['Portfolio', portfolio])
  if (entry.reversal_of !== null) facts.push(['Reverses', other(entry.reversal_of)])
  if (entry.reversed_by !== null) facts.push(['Reversed by', other(entry.reversed_by)])
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

/** The portfolios that the lines belong to; null for lines of none. */
function portfoliosOf(entry: JournalEntry): (string | null)[] {
  return [...new Set(entry.lines.map((line) => line.portfolioId))]
}

/** A side that a line does not have stays empty; only one of the two is ever filled. */
const side = (amount: number) => (amount === 0 ? null : <Amount value={amount} />)

type Bank = NonNullable<JournalEntry['lines'][number]['settlement_account']>
const bankOf = (bank: Bank) => `${bank.account_name}, ${bank.account_number}, ${bank.bank_name}`

function Lines({ entry }: { entry: JournalEntry }) {
  const { lines } = entry
  const many = portfoliosOf(entry).length > 1
  const told = lines.some((line) => line.description !== null && line.description !== entry.description)
  const before = 1 + Number(told) + Number(many)
  return (
    <div className={css.scroll} tabIndex={0} role="region" aria-label="Lines of the entry">
      <table className={css.lines}>
        <thead>
          <tr>
            <th scope="col">Account</th>
            {told && <th scope="col">Description</th>}
            {many && <th scope="col">Portfolio</th>}
            <th scope="col" className={css.right}>
              Debit <span className={css.unit}>LKR</span>
            </th>
            <th scope="col" className={css.right}>
              Credit <span className={css.unit}>LKR</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.line_no}>
              <td className={css.account}>
                <span className="em-number">{line.account_code}</span> {line.account_name}
                <span className={css.type}>{line.transaction_type}</span>
                {line.settlement_account !== null && (
                  <span className={css.type}>{bankOf(line.settlement_account)}</span>
                )}
              </td>
              {told && <td>{line.description === entry.description ? '' : line.description}</td>}
              {many && <td>{line.portfolioId}</td>}
              <td className={css.right}>{side(line.debit)}</td>
              <td className={css.right}>{side(line.credit)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <td colSpan={before}>Total of {lines.length} lines</td>
            <td className={css.right}>
              <Amount value={sumOf(lines.map((line) => line.debit))} />
            </td>
            <td className={css.right}>
              <Amount value={sumOf(lines.map((line) => line.credit))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}
