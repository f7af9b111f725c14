/** Runs the golden scenarios of drop copies: what the contract is after each message, read from the messages as a file has them. */
import { contractsOf } from '../documents/contracts.ts'
import { parseDropCopy } from '../documents/drop-copy.ts'
import { dropCopyFile, executionReport } from '../documents/drop-copy-sample.ts'
import { exampleFill } from '../documents/sample.ts'
import { sessionDay } from '../documents/session-day.ts'
import { chargeFees, totalFees } from '../fee-tariffs/charge.ts'
import { FEE_COMPONENTS } from '../fee-tariffs/tariff.ts'
import type { FixField } from '../fix-sessions/message.ts'
import { formatDecimal } from '../values/decimal.ts'
import { ORDINARY } from './contract-samples.ts'
import type { Row, ScenarioText, Table } from './scenario-text.ts'

const money = (cents: bigint) => formatDecimal(cents, 2, { grouping: true })
/** A cell without a value. */
const NONE = '-'
const EVENTS: Readonly<Record<string, string>> = { fill: 'F', correction: 'G', cancel: 'H' }

function messageOf(row: Row, at: number): FixField[] {
  const of = (column: string) => (row[column] === NONE ? '' : (row[column] ?? ''))
  const fields: FixField[] = [
    [17, of('execution')],
    [150, EVENTS[of('event')] ?? ''],
    [19, of('refers to')],
    [32, of('shares')],
    [31, of('price')],
  ]
  const report = executionReport({ ...exampleFill(), rest: {} }, at + 1, fields)
  return of('shares') !== '' ? report : report.filter(([tag]) => tag !== 32 && tag !== 31)
}

export function runDropCopy(scenario: ScenarioText): Table[] {
  const messages = scenario.tables.flatMap(({ name, rows }) =>
    name === 'messages' ? rows.map(messageOf) : [],
  )
  const rows = messages.map((_, at): Row => {
    const { lines, skipped, problems } = sessionDay(
      parseDropCopy(dropCopyFile(messages.slice(0, at + 1))).lines,
    )
    const [contract] = contractsOf(lines).filter(({ cancelled }) => !cancelled)
    const last = messages[at]?.find(([tag]) => tag === 17)?.[1] ?? ''
    const ignored = skipped.some(({ line }) => line === at + 1) ? 'ignored' : ''
    const waiting = problems.length === 0 ? '' : `${problems.length}`
    if (contract === undefined) return { after: last, ignored, waiting }
    const { fees } = chargeFees(ORDINARY, contract.gross)
    const all = totalFees(fees)
    return {
      after: last,
      ignored,
      waiting,
      shares: String(contract.quantity),
      gross: money(contract.gross),
      price: formatDecimal(contract.price, 4),
      ...Object.fromEntries(FEE_COMPONENTS.map((component) => [component, money(fees[component])])),
      fees: money(all),
      net: money(contract.gross + all),
    }
  })
  const columns = Object.keys(rows.findLast(({ net }) => net !== undefined) ?? {})
  const whole = rows.map((row) => Object.fromEntries(columns.map((column) => [column, row[column] || NONE])))
  return [{ section: 'then', name: 'contract', columns, rows: whole }]
}
