/** The due ladder: what is open by the day it is expected, and the cash that each settlement account needs for it. */
import { LADDER_STEPS, type Ladder, type LadderStep } from '@em/contract/settlements/settlements'
import { addDays } from '@em/core/values/dates'
import { decimalOf, MONEY_SCALE } from '@em/core/values/decimal'
import { rupees } from '@em/core/values/money'
import type { DueRow } from './flows.queries.ts'

interface Sums {
  count: number
  payCount: number
  payable: bigint
  receivable: bigint
}
const none = (): Sums => ({ count: 0, payCount: 0, payable: 0n, receivable: 0n })

/**
 * In: what is open by day and account, today, and the next three market days. A day on which the exchange is closed
 * belongs to the market day after it.
 */
export function ladderOf(
  due: readonly DueRow[],
  today: string,
  next: readonly [string, string, string],
): Omit<Ladder, 'orders'> {
  const stepOf = (day: string | null): LadderStep => {
    if (day === null) return 'failed'
    if (day < today) return 'overdue'
    if (day === today) return 'today'
    return day <= next[0] ? 't1' : day <= next[1] ? 't2' : day <= next[2] ? 't3' : 'later'
  }
  const spans: Readonly<Record<LadderStep, readonly [string | null, string | null]>> = {
    failed: [null, null],
    overdue: [null, addDays(today, -1)],
    today: [today, today],
    t1: [addDays(today, 1), next[0]],
    t2: [addDays(next[0], 1), next[1]],
    t3: [addDays(next[1], 1), next[2]],
    later: [addDays(next[2], 1), null],
  }
  const steps = new Map<LadderStep, Sums>(LADDER_STEPS.map((step) => [step, none()]))
  const accounts = new Map<number | null, { row: DueRow; cells: Map<LadderStep, Sums> }>()
  for (const row of due) {
    const step = stepOf(row.day)
    const account = accounts.get(row.settlement_account) ?? { row, cells: new Map() }
    accounts.set(row.settlement_account, account)
    const cell = account.cells.get(step) ?? none()
    account.cells.set(step, cell)
    for (const sums of [steps.get(step) ?? none(), cell]) add(sums, row)
  }
  return {
    today,
    steps: [...steps].map(([step, sums]) => ({
      step,
      from: spans[step][0],
      to: spans[step][1],
      count: sums.count,
      pay: { count: sums.payCount, amount: rupees(sums.payable) },
      receive: { count: sums.count - sums.payCount, amount: rupees(sums.receivable) },
      net: rupees(sums.receivable - sums.payable),
    })),
    accounts: [...accounts.values()].map(({ row, cells }) => ({
      settlement_account: row.settlement_account,
      account_name: row.account_name,
      account_number: row.account_number,
      bank_name: row.bank_name,
      cells: LADDER_STEPS.map((step) => {
        const { payable, receivable } = cells.get(step) ?? none()
        return {
          step,
          payable: rupees(payable),
          receivable: rupees(receivable),
          net: rupees(receivable - payable),
        }
      }),
    })),
  }
}

function add(sums: Sums, row: DueRow): void {
  sums.count += row.count
  sums.payCount += row.pay_count
  sums.payable += decimalOf(row.payable, MONEY_SCALE)
  sums.receivable += decimalOf(row.receivable, MONEY_SCALE)
}
