/** Stores which contract each line belongs to and the fee proof of each line. Pages of a document and the Fee Proof report read them. */
import type { Contract } from '@em/core/documents/contracts'
import { type LineProof, proveFees } from '@em/core/documents/fee-proof'
import type { DocumentLine } from '@em/core/documents/line'
import { type Fees, totalFees } from '@em/core/fee-tariffs/charge'
import { FEE_COMPONENTS } from '@em/core/fee-tariffs/tariff'
import { formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import {
  type Database,
  type Queryable,
  statement,
  type Transaction,
} from '../../../platform/database/database.ts'
import { addRows, Rows, tableOf } from '../../../platform/database/rows.ts'
import { manyRows } from '../../../platform/many-rows.ts'
import { loadReliefs } from '../../fee-tariffs/reliefs.queries.ts'
import { rulesUntil } from '../../fee-tariffs/rules.queries.ts'
import { loadTariffs } from '../../fee-tariffs/tariffs.queries.ts'
import { takeDocument } from '../facts/documents.queries.ts'
import { clientDay, contractsIn, inParts } from '../facts/in-parts.ts'
import { linesOf } from '../facts/lines.ts'
import { type DocumentSummary, firstLineOf, storedSums, summaryOf } from './summary.ts'

const RULES = statement('documents.rules-until', `SELECT ${rulesUntil(':day?::date')} AS "rules!"`)
const BEHIND = statement(
  'documents.proofs-behind',
  `WITH days AS (SELECT u.day, ${rulesUntil('u.day')} AS rules FROM (SELECT DISTINCT d.last_date AS day FROM trade_documents d WHERE d.replaced_at IS NULL) AS u)
   SELECT d.id FROM trade_documents d JOIN days ON days.day = d.last_date LEFT JOIN trade_document_proved k ON k.document_id = d.id
    WHERE d.replaced_at IS NULL AND k.rules IS DISTINCT FROM days.rules ORDER BY d.last_date DESC, d.id DESC LIMIT :limit`,
)
const IS_PROVED = statement(
  'documents.is-proved',
  `SELECT d.id FROM trade_documents d JOIN trade_document_proved k ON k.document_id = d.id
    WHERE d.id = :id AND k.rules = ${rulesUntil('d.last_date')}`,
)
const FORGET = statement(
  'documents.forget-proofs',
  'DELETE FROM trade_document_proofs WHERE document_id = :id',
)
const FORGET_RULES = statement(
  'documents.forget-proved',
  'DELETE FROM trade_document_proved WHERE document_id = :id',
)

type ProofState = 'differs' | 'agrees' | 'not-stated' | 'no-tariff' | 'cancelled' | 'repeated' | 'taken-back'
interface StoredProof {
  readonly documentId: number
  readonly contract: number
  readonly line: DocumentLine
  readonly state: ProofState
  readonly proof: LineProof | undefined
}
const amount = (cents: bigint) => formatDecimal(cents, MONEY_SCALE)

const PROOFS = tableOf<StoredProof>('trade_document_proofs', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'line', type: 'integer', of: ({ line }) => line.line },
  { name: 'contract', type: 'integer', of: ({ contract }) => contract },
  { name: 'trade_date', type: 'date', of: ({ line }) => line.tradeDate },
  { name: 'state', type: 'text', of: ({ state }) => state },
  {
    name: 'schedule',
    type: 'numeric',
    of: ({ proof }) => (proof?.schedule == null ? null : amount(totalFees(proof.schedule))),
  },
  {
    name: 'fee_differences',
    type: 'numeric[]',
    of: ({ proof, state }) =>
      state === 'differs' && proof?.difference != null
        ? `{${inOrder(proof.difference).map(amount).join(',')}}`
        : null,
  },
])
const inOrder = (fees: Fees) => FEE_COMPONENTS.map((component) => fees[component])

function stateOf({ cancelled }: Contract, proof: LineProof | undefined): ProofState {
  if (cancelled) return 'cancelled'
  if (proof?.schedule == null) return 'no-tariff'
  if (proof.difference === null) return 'not-stated'
  return inOrder(proof.difference).some((cents) => cents !== 0n) ? 'differs' : 'agrees'
}

interface Proved {
  readonly documentId: number
  readonly rules: string
  readonly summary: DocumentSummary
}
const PROVED = tableOf<Proved>('trade_document_proved', [
  { name: 'document_id', type: 'bigint', of: ({ documentId }) => documentId },
  { name: 'rules', type: 'text', of: ({ rules }) => rules },
  { name: 'sums', type: 'jsonb', of: ({ summary }) => storedSums(summary) },
  { name: 'clients', type: 'jsonb', of: ({ summary }) => JSON.stringify(summary.clients) },
])

/** The fee proof of each line by the entered tariffs and relief rules, by line number. */
export async function proofsOf(
  db: Queryable,
  contracts: readonly Contract[],
): Promise<ReadonlyMap<number, LineProof>> {
  const rules = { tariffOf: await loadTariffs(db), hasRelief: await loadReliefs(db) }
  const parts = await inParts(contracts, clientDay, (part) => proveFees(part, rules))
  return new Map(parts.flatMap((part) => [...part]))
}

/** Stores the contract and the fee proof of each line of a document that has none stored. */
export async function keepProofs(
  tx: Transaction,
  documentId: number,
  contracts: readonly Contract[],
): Promise<void> {
  const last = contracts
    .map(({ tradeDate }) => tradeDate)
    .toSorted()
    .at(-1)
  // The fingerprint of the rules is read before the rules: a change in between makes the stored proofs outdated, so they are made again.
  const [row] = await tx.query(RULES, { day: last ?? null })
  const proofs = await proofsOf(tx, contracts)
  const toStore = function* (): Iterable<StoredProof> {
    for (const contract of contracts) {
      const of = { documentId, contract: firstLineOf(contract) }
      for (const line of contract.lines) {
        const proof = proofs.get(line.line)
        yield { ...of, line, state: stateOf(contract, proof), proof }
      }
      const state = contract.cancelled ? 'taken-back' : 'repeated'
      for (const line of contract.repeated) yield { ...of, line, state, proof: undefined }
    }
  }
  await addRows(tx, [
    await manyRows(PROOFS, toStore()),
    new Rows(PROVED, [{ documentId, rules: row?.rules ?? '', summary: summaryOf(contracts, proofs) }]),
  ])
}

/** How many documents one query looks up; each is proved in a transaction of its own. */
const AT_ONCE = 50

/** Proves the documents again whose stored proofs do not follow the present tariffs, the latest first. Returns how many. */
export async function renewProofs(database: Database): Promise<number> {
  const done = new Set<number>()
  for (;;) {
    const behind = await database.reading('report').query(BEHIND, { limit: AT_ONCE })
    const due = behind.filter(({ id }) => !done.has(id))
    // A document that is outdated again was changed during this run: the next run proves it.
    if (due.length === 0) return done.size
    for (const { id } of due) {
      await database.transaction((tx) => renew(tx, id), 'documents.renew-proofs')
      done.add(id)
    }
  }
}

/** Proves a document again, unless it was removed or another transaction has proved it meanwhile. */
export async function renew(tx: Transaction, id: number): Promise<void> {
  if (!(await takeDocument(tx, id))) return
  const [proved] = await tx.query(IS_PROVED, { id })
  if (proved !== undefined) return
  await tx.query(FORGET, { id })
  await tx.query(FORGET_RULES, { id })
  await keepProofs(tx, id, await contractsIn(await linesOf(tx, id)))
}
