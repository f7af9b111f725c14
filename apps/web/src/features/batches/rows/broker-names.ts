/** Names of brokers in rows: those that mean one broker become his registered name, others are asked about. */
import type { BrokersMeant } from '../../brokers/useBrokersMeant.ts'
import type { Row } from './rows.ts'

const typedIn = (row: Row) => row.brokerName?.trim() ?? ''

/** The rows with each broker by his registered name; the same list where nothing changes. */
export function brokersNamed<R extends Row>(rows: readonly R[], brokers: BrokersMeant | null): readonly R[] {
  if (brokers === null) return rows
  const next = rows.map((row) => {
    const name = typedIn(row) === '' ? null : brokers.meant(typedIn(row))
    return name === null || name === row.brokerName ? row : { ...row, brokerName: name }
  })
  return next.some((row, at) => row !== rows[at]) ? next : rows
}

export interface OtherBroker {
  readonly text: string
  readonly rows: number
  readonly near: readonly string[]
}

/** Names in rows that mean no broker, or several, in the order of their first row. */
export function otherBrokers(rows: readonly Row[], brokers: BrokersMeant | null): OtherBroker[] {
  if (brokers === null) return []
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = typedIn(row)
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  return [...counts]
    .filter(([text]) => brokers.meant(text) === null)
    .map(([text, count]) => ({ text, rows: count, near: brokers.near(text) }))
}

/** The rows with another name for a broker, wherever it is. */
export const brokerGiven = (rows: readonly Row[], text: string, name: string): Row[] =>
  rows.map((row) => (typedIn(row) === text ? { ...row, brokerName: name } : row))
