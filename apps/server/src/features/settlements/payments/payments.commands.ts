/** Handing payments to the bank: a CSV file of those that are ready, which are marked as exported. */
import { formatDecimal, MONEY_SCALE, toJsonNumber } from '@em/core/values/decimal'
import { inertText } from '@em/core/values/inert-text'
import { writeCsv } from 'hucre/csv'
import type { Clock } from '../../../platform/clock.ts'
import { statement, type Transaction } from '../../../platform/database/database.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { lockSettlements } from '../list/settlements.queries.ts'
import { listPayments, type Payment } from './payments.queries.ts'

const LINE_END = '\r\n'
const COLUMNS = [
  'Payment date',
  'Amount',
  'Currency',
  'Payee',
  'Payee bank',
  'Payee branch',
  'Payee account number',
  'Payee SWIFT',
  'From account',
  'From account number',
  'From bank',
  'Reference',
  'Contract number',
] as const

const KEEP = statement(
  'payments.keep-exports',
  `INSERT INTO payment_exports (trade_id, trade_version, amount, exported_at, exported_by,
                                bank_name, branch_name, account_number, swift_code)
   SELECT u.trade_id, u.version, u.amount, clock_timestamp(), :recordedBy::bigint,
          u.bank_name, u.branch_name, u.account_number, u.swift_code
     FROM unnest(:tradeIds::bigint[], :versions::integer[], :swiftCode::numeric[], :bankNames?::text[], :branchNames?::text[], :accountNumbers?::text[], :swiftCodes?::text[])
       AS u (trade_id, version, amount, bank_name, branch_name, account_number, swift_code)`,
)

export interface ExportOrder {
  readonly portfolioId: number | undefined
  /** These alone, also where they were exported before; null takes all that are ready. */
  readonly tradeIds: readonly number[] | null
  readonly recordedBy: number
}

/**
 * Writes the file and marks its payments. A payment that is due before today is dated today.
 * @throws Refusal `payments.none` where nothing is ready, `payments.incomplete` naming what is missing of one asked
 *   for, `record.missing` for one that is not to be made.
 */
export async function exportPayments(tx: Transaction, clock: Clock, order: ExportOrder) {
  const today = clock.today()
  const locked = (await listPayments(tx, order.portfolioId, today)).map(({ row }) => row.trade_id)
  await lockSettlements(tx, locked)
  // Under the locks they are not confirmed, corrected or exported. What has come since the first list is not locked, and waits
  // for the next file.
  const isLocked = new Set(locked)
  const all = (await listPayments(tx, order.portfolioId, today)).filter(({ row }) =>
    isLocked.has(row.trade_id),
  )
  const chosen =
    order.tradeIds === null
      ? all.filter(({ row }) => row.state === 'ready')
      : chosenOf(all, new Set(order.tradeIds))
  if (chosen.length === 0) throw new Refusal('payments.none')
  tx.send(KEEP, {
    tradeIds: chosen.map(({ row }) => row.trade_id),
    versions: chosen.map(({ version }) => version),
    swiftCode: chosen.map(({ amount }) => formatDecimal(amount, MONEY_SCALE)),
    recordedBy: order.recordedBy,
    bankNames: chosen.map(({ row }) => row.bank_name),
    branchNames: chosen.map(({ row }) => row.branch_name),
    accountNumbers: chosen.map(({ row }) => row.account_number),
    swiftCodes: chosen.map(({ row }) => row.swift_code),
  })
  const total = chosen.reduce((sum, { amount }) => sum + amount, 0n)
  return {
    count: chosen.length,
    total: toJsonNumber(total, MONEY_SCALE),
    fileName: `Payments ${today}.csv`,
    // Programs that read line by line take a last line without an end for a file that was cut.
    csv: `${writeCsv([[...COLUMNS], ...chosen.map((payment) => lineOf(payment, today).map(inertText))], {
      lineSeparator: LINE_END,
    })}${LINE_END}`,
  }
}

function chosenOf(all: readonly Payment[], ids: ReadonlySet<number>): Payment[] {
  const chosen = all.filter(({ row }) => ids.has(row.trade_id))
  if (chosen.length < ids.size) throw new Refusal('record.missing', { what: 'The payment' })
  const incomplete = chosen.find(({ row }) => row.state === 'incomplete')
  if (incomplete !== undefined) {
    const { deal_number, missing } = incomplete.row
    throw new Refusal('payments.incomplete', { deal: deal_number, missing: missing.join(', ') })
  }
  return chosen
}

function lineOf({ row, amount }: Payment, today: string): string[] {
  return [
    row.due_date < today ? today : row.due_date,
    formatDecimal(amount, MONEY_SCALE),
    'LKR',
    row.broker_name ?? '',
    row.bank_name ?? '',
    row.branch_name ?? '',
    row.account_number ?? '',
    row.swift_code ?? '',
    row.from_name ?? '',
    row.from_number ?? '',
    row.from_bank ?? '',
    row.deal_number,
    row.contract_number ?? '',
  ]
}
