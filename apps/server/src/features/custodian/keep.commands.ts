/** Keeps a file of a custodian: its bytes, its messages, their lines. */
import { createHash } from 'node:crypto'
import type { CustodianMessage } from '@em/contract/custodian/custodian'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../platform/database/rows.ts'
import type { Outcome } from '../../platform/door.ts'
import { refuseField } from '../../platform/refusal.ts'
import { ALONE, accountKey, accountsNamed, keepPortfolios } from './accounts.ts'
import type { FileJson, LineJson, MessageJson } from './files/file-json.ts'
import { fileById } from './files.queries.ts'

const STANDING = statement(
  'custodian.standing',
  'SELECT id FROM custodian_files WHERE sha256 = :sha256::bytea',
)
const ADD = statement(
  'custodian.add-file',
  `INSERT INTO custodian_files (kind, file_name, sha256, content, lines, left_out, recorded_by)
   VALUES (:kind, :fileName, :sha256::bytea, :content::bytea, :lines, :leftOut::jsonb, :recordedBy) RETURNING id`,
)

/** Cancellations of statements that name none that was received. */
const CANCELS_NOTHING = statement(
  'custodian.cancels-nothing',
  `SELECT x.place, x.cancels AS reference! FROM custodian_messages x
    WHERE x.file_id = :id AND x.cancels IS NOT NULL AND x.statement_date IS NOT NULL
      AND NOT EXISTS (SELECT FROM statements_cancelled() c WHERE c.by_file = x.file_id AND c.by_place = x.place)
    ORDER BY x.place LIMIT 1`,
)

interface MessageRow extends MessageJson {
  readonly fileId: number
  readonly place: number
  readonly accountId: number
}
const MESSAGES = tableOf<MessageRow>('custodian_messages', [
  { name: 'file_id', type: 'bigint', of: ({ fileId }) => fileId },
  { name: 'place', type: 'integer', of: ({ place }) => place },
  { name: 'type', type: 'text', of: ({ type }) => type },
  { name: 'reference', type: 'text', of: ({ reference }) => reference },
  { name: 'cancels', type: 'text', of: ({ cancels }) => cancels },
  { name: 'account_id', type: 'bigint', of: ({ accountId }) => accountId },
  { name: 'statement_date', type: 'date', of: ({ statement: of }) => of?.date ?? null },
  { name: 'basis', type: 'text', of: ({ statement: of }) => of?.basis ?? null },
  { name: 'number', type: 'text', of: ({ statement: of }) => of?.number ?? null },
  { name: 'page', type: 'integer', of: ({ statement: of }) => of?.page ?? null },
  { name: 'is_last', type: 'boolean', of: ({ statement: of }) => (of === null ? null : String(of.isLast)) },
  { name: 'is_whole', type: 'boolean', of: ({ statement: of }) => (of === null ? null : String(of.isWhole)) },
])

interface LineRow {
  readonly fileId: number
  readonly line: number
  readonly message: number
  readonly accountId: number
  readonly said: LineJson
}
const ofHolding = (said: LineJson) => (said.of === 'holding' ? said : null)
const ofConfirmation = (said: LineJson) => (said.of === 'confirmation' ? said : null)
const LINES = tableOf<LineRow>('custodian_lines', [
  { name: 'file_id', type: 'bigint', of: ({ fileId }) => fileId },
  { name: 'line', type: 'integer', of: ({ line }) => line },
  { name: 'message', type: 'integer', of: ({ message }) => message },
  { name: 'account_id', type: 'bigint', of: ({ accountId }) => accountId },
  { name: 'isin', type: 'text', of: ({ said }) => said.isin },
  { name: 'symbol', type: 'text', of: ({ said }) => said.symbol },
  { name: 'description', type: 'text', of: ({ said }) => said.text },
  { name: 'fault_field', type: 'text', of: ({ said }) => said.fault?.field.slice(0, 40) ?? null },
  { name: 'fault', type: 'text', of: ({ said }) => said.fault?.message.slice(0, 300) ?? null },
  { name: 'aggregate', type: 'bigint', of: ({ said }) => ofHolding(said)?.aggregate ?? null },
  { name: 'available', type: 'bigint', of: ({ said }) => ofHolding(said)?.available ?? null },
  { name: 'pledged', type: 'bigint', of: ({ said }) => ofHolding(said)?.pledged ?? null },
  { name: 'pending_receipt', type: 'bigint', of: ({ said }) => ofHolding(said)?.pendingReceipt ?? null },
  { name: 'pending_delivery', type: 'bigint', of: ({ said }) => ofHolding(said)?.pendingDelivery ?? null },
  { name: 'side', type: 'text', of: ({ said }) => ofConfirmation(said)?.side ?? null },
  { name: 'is_free', type: 'boolean', of: ({ said }) => textOf(ofConfirmation(said)?.isFree) },
  { name: 'our_reference', type: 'text', of: ({ said }) => ofConfirmation(said)?.ours ?? null },
  { name: 'settled', type: 'bigint', of: ({ said }) => ofConfirmation(said)?.settled ?? null },
  { name: 'settled_before', type: 'bigint', of: ({ said }) => ofConfirmation(said)?.before ?? null },
  { name: 'remaining', type: 'bigint', of: ({ said }) => ofConfirmation(said)?.remaining ?? null },
  { name: 'amount', type: 'numeric', of: ({ said }) => amountOf(ofConfirmation(said)?.amount) },
  { name: 'settled_on', type: 'date', of: ({ said }) => ofConfirmation(said)?.date ?? null },
  { name: 'is_cancelled', type: 'boolean', of: ({ said }) => textOf(ofConfirmation(said)?.isCancelled) },
])
const textOf = (flag: boolean | undefined) => (flag === undefined ? null : String(flag))
const amountOf = (cents: number | null | undefined) =>
  cents == null ? null : formatDecimal(BigInt(cents), MONEY_SCALE)

export interface FileToKeep {
  readonly read: FileJson
  readonly fileName: string
  readonly content: Buffer
  readonly today: string
  readonly recordedBy: number
}

/**
 * The same bytes again answer what is kept of them, compared with the portfolios that the accounts have by now.
 * @throws Refusal `custodian.account`, `custodian.future`, `custodian.unreadable`.
 */
export async function keepFile(
  tx: Transaction,
  { read, fileName, content, today, recordedBy }: FileToKeep,
): Promise<Outcome<CustodianMessage>> {
  const { messages, leftOut } = read
  refuseFuture(messages, today)
  refusePagesTwice(messages)
  await tx.query(ALONE)
  const sha256 = createHash('sha256').update(content).digest()
  const [standing] = await tx.query(STANDING, { sha256 })
  if (standing !== undefined) {
    await keepPortfolios(tx, standing.id, recordedBy)
    const answer = await fileById(tx, standing.id)
    return { answer, status: 200, audit: auditOf(answer) }
  }
  const accounts = await accountsNamed(
    tx,
    messages.flatMap(({ account, lines }) => [account, ...lines.map((line) => line.account)]),
  )
  const accountId = (written: string) => accounts.get(accountKey(written)) ?? 0
  const lines = messages.flatMap((message, at) => message.lines.map((said) => ({ said, message: at + 1 })))
  const [made] = await tx.query(ADD, {
    kind: kindOf(messages),
    fileName,
    sha256,
    content,
    lines: lines.length,
    leftOut: JSON.stringify(leftOut),
    recordedBy,
  })
  const fileId = made?.id ?? 0
  const messageRows = messages.map((message, at) => ({
    ...message,
    fileId,
    place: at + 1,
    accountId: accountId(message.account),
  }))
  await addRows(tx, [new Rows(MESSAGES, messageRows)])
  await refuseCancelOfNothing(tx, fileId)
  const lineRows = lines.map((line, at) => ({
    ...line,
    fileId,
    line: at + 1,
    accountId: accountId(line.said.account),
  }))
  await addRows(tx, [new Rows(LINES, lineRows)])
  await keepPortfolios(tx, fileId, recordedBy)
  const answer = await fileById(tx, fileId)
  return { answer, audit: auditOf(answer) }
}

function kindOf(messages: readonly MessageJson[]): CustodianMessage['kind'] {
  const statements = messages.filter(({ statement: of }) => of !== null).length
  return statements === messages.length ? 'holdings' : statements === 0 ? 'confirmations' : 'mixed'
}

function refuseFuture(messages: readonly MessageJson[], today: string): void {
  const days = messages.flatMap(({ statement: of, lines }) => [
    of?.date ?? null,
    ...lines.map((line) => ofConfirmation(line)?.date ?? null),
  ])
  const date = days.find((day) => day !== null && day > today)
  if (date != null) throw refuseField('custodian.future', 'file', { date })
}

/** @throws Refusal */
async function refuseCancelOfNothing(tx: Transaction, id: number): Promise<void> {
  const [found] = await tx.query(CANCELS_NOTHING, { id })
  if (found === undefined) return
  throw refuseField('custodian.unreadable', 'file', {
    message: found.place,
    field: '20C PREV',
    reason: `it cancels the statement ${found.reference}, which was not received of this account and day. Upload the statement first.`,
  })
}

/** The identity of a statement that several pages share: account, day, basis and number. */
const statementKey = ({ account, statement: of }: MessageJson) =>
  JSON.stringify([accountKey(account), of?.date, of?.basis, of?.number])

function refusePagesTwice(messages: readonly MessageJson[]): void {
  const seen = new Map<string, number>()
  for (const [at, message] of messages.entries()) {
    if (message.statement === null) continue
    if (message.cancels !== null) {
      // A message that it cancels may be sent anew in the same file.
      for (const [key, position] of seen)
        if (messages[position - 1]?.reference === message.cancels) seen.delete(key)
      continue
    }
    const key = `${statementKey(message)} ${message.statement.page}`
    const earlier = seen.get(key)
    if (earlier !== undefined) {
      throw refuseField('custodian.unreadable', 'file', {
        message: at + 1,
        field: message.type === 'MT535' ? '28E' : 'Pgntn',
        reason: `page ${message.statement.page} of this statement is message ${earlier} already. Please upload them one by one.`,
      })
    }
    seen.set(key, at + 1)
  }
}

const auditOf = (of: CustodianMessage) => ({
  action: 'custodian-messages.upload',
  entity: 'custodian-message',
  entityId: of.id,
  after: {
    file_name: of.file_name,
    kind: of.kind,
    accounts: of.accounts,
    messages: of.messages,
    lines: of.line_count,
  },
})
