/** The answers of people about a file: why a holding differs, and which security a line means. */
import type { CustodianLine } from '@em/contract/custodian/custodian'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { Refusal } from '../../platform/refusal.ts'
import { accountsById } from './accounts.ts'
import { factsOf, notesOf } from './facts.queries.ts'
import { fileById, nameOf } from './files.queries.ts'
import { holdingsOf } from './holdings.queries.ts'
import { securitiesMeant, writtenOf } from './securities.ts'

const ADD_NOTE = statement(
  'custodian.add-note',
  `INSERT INTO custodian_notes (file_id, account_id, statement_date, equity_id, written, symbol, note, recorded_by)
   VALUES (:id, :account, :date?::date, :equityId?, :written?, :symbol, :note, :recordedBy) RETURNING note AS text, ${nameOf('recorded_by')} AS by!, recorded_at AS at`,
)
const EQUITY = statement(
  'custodian.security-of-symbol',
  'SELECT id, symbol FROM equities WHERE id = security_of_symbol(:symbol, :day::date)',
)
const REMEMBER = statement(
  'custodian.remember-security',
  `INSERT INTO custodian_securities (written, equity_id, updated_by) VALUES (:written, :equityId, :recordedBy)
   ON CONFLICT (written) DO UPDATE SET equity_id = excluded.equity_id, updated_by = excluded.updated_by, updated_at = clock_timestamp()`,
)

/** @throws Refusal `record.missing` (404), `custodian.no-break` (422). */
export async function explain(
  tx: Transaction,
  asked: {
    readonly id: number
    readonly account: number
    readonly symbol: string
    readonly line: number | null
    readonly date: string | null
    readonly note: string
    readonly recordedBy: number
  },
): Promise<Outcome<NonNullable<CustodianLine['note']>>> {
  const file = await fileById(tx, asked.id)
  const account = (await accountsById(tx, [asked.account])).get(asked.account)
  if (account === undefined)
    throw new Refusal('record.missing', { what: `Safekeeping account ${asked.account}` })
  const facts = await factsOf(tx, asked.id)
  const { lines } = await holdingsOf(tx, facts, await notesOf(tx, asked.id))
  const found = lines.find(
    (line) =>
      line.account_id === asked.account &&
      line.symbol === asked.symbol &&
      line.cause !== null &&
      (asked.line === null || line.line === asked.line) &&
      (asked.date === null || line.date === asked.date),
  )
  if (found === undefined)
    throw new Refusal('custodian.no-break', { account: account.account, symbol: asked.symbol })
  const named = facts.lines.find(({ line }) => line === found.line)
  const { id, account: accountId, symbol, note, recordedBy } = asked
  const [answer] = await tx.query(ADD_NOTE, {
    id,
    account: accountId,
    symbol,
    note,
    recordedBy,
    date: found.date,
    equityId: found.equity_id,
    written: found.equity_id === null && named !== undefined ? writtenOf(named) : null,
  })
  if (answer === undefined) throw new Error('the note that was kept is not there')
  return {
    answer,
    audit: {
      action: 'custodian-messages.explain',
      entity: 'custodian-message',
      entityId: asked.id,
      after: { file_name: file.file_name, account: account.account, symbol: asked.symbol, note: asked.note },
    },
  }
}

/** @throws Refusal `record.missing` (404), `custodian.security-known` (422) where the Equity Master has its ISIN. */
export async function chooseSecurity(
  tx: Transaction,
  asked: {
    readonly id: number
    readonly line: number
    readonly symbol: string
    readonly today: string
    readonly recordedBy: number
  },
): Promise<Outcome<{ written: string; symbol: string }>> {
  await fileById(tx, asked.id)
  const { lines } = await factsOf(tx, asked.id)
  const line = lines.find((one) => one.line === asked.line)
  const written = line === undefined ? null : writtenOf(line)
  if (line === undefined || written === null)
    throw new Refusal('record.missing', { what: `Line ${asked.line}` })
  const known = (await securitiesMeant(tx, [line], asked.today)).byIsin(line)
  if (known !== null)
    throw new Refusal('custodian.security-known', { line: asked.line, symbol: known.symbol })
  const [equity] = await tx.query(EQUITY, { symbol: asked.symbol, day: asked.today })
  if (equity === undefined) throw new Refusal('record.missing', { what: `Security ${asked.symbol}` })
  await tx.query(REMEMBER, { written, equityId: equity.id, recordedBy: asked.recordedBy })
  const answer = { written, symbol: equity.symbol }
  return {
    answer,
    audit: {
      action: 'custodian-messages.choose-security',
      entity: 'custodian-message',
      entityId: asked.id,
      after: answer,
    },
  }
}
