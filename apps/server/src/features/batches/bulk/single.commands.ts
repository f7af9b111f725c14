/** A trade of a bulk form is listed in the import history as a submission of one, and can be taken back there. */
import type { SellTransaction } from '@em/contract/trades/sells'
import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import type { BuyTransaction } from '@em/contract/trades/trades'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import type { Outcome } from '../../../platform/door.ts'
import { refusalForHistory } from '../history/keep-batch.commands.ts'

const OPEN = statement(
  'batches.open-single',
  `INSERT INTO batches (kind, type, total, recorded, recorded_by, recorded_at, reference) VALUES (:type, :type, 1, 1, :recordedBy, :recordedAt, :reference?) RETURNING id`,
)
const FILL = statement(
  'batches.fill-single',
  'UPDATE batches SET portfolio = :portfolio, total_value = :grossValue::numeric WHERE id = :id',
)

type Answer = BuyTransaction | SellTransaction | TradeDryRun

interface Single<A extends Answer> {
  readonly type: 'bulk-buy' | 'bulk-sell'
  readonly recordedBy: number
  readonly contractNumber: string
  /** Records the trade under the submission. @throws Refusal, with which the submission goes too. */
  readonly record: (batchId: number) => Promise<Outcome<A>>
}

/** Records the trade of a bulk form. @throws Refusal; the import history keeps it as a failed submission of one. */
export async function recordSingle<A extends Answer>(
  tx: Transaction,
  clock: Clock,
  { type, recordedBy, contractNumber, record }: Single<A>,
): Promise<Outcome<A>> {
  const reference = contractNumber === '' ? null : contractNumber
  const [batch] = await tx.query(OPEN, { type, recordedBy, recordedAt: clock.now().toISOString(), reference })
  const { id } = batch as { id: number }
  const outcome = await record(id).catch((error: unknown) => {
    throw refusalForHistory(error, clock, {
      source: type,
      type,
      fileName: null,
      portfolio: null,
      reference,
      total: 1,
      recordedBy,
    })
  })
  const { answer } = outcome
  if (!('dryRun' in answer)) {
    const portfolio = 'portfolio' in answer ? answer.portfolio : answer.portfolio_name
    tx.send(FILL, { id, portfolio, grossValue: String(answer.gross_value) })
  }
  return outcome
}
