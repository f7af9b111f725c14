/** Keeps that a broker's statement of account was compared with the ledger. */
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import { refuseField } from '../../platform/refusal.ts'
import { compareStatement, type Stated, type StatementAsked, statedBroker } from './statement.queries.ts'

const KEEP = statement(
  'broker-reports.keep-comparison',
  `INSERT INTO broker_comparisons (broker_id, portfolio_id, start_date, end_date, differing, compared_by)
   VALUES (:brokerId, :portfolioId?::bigint, :startDate::date, :endDate::date, :differing, :comparedBy) RETURNING id`,
)

interface ComparisonToKeep {
  readonly id: number
  /** Days that differ, and balances that do. */
  readonly differences: number
  readonly compared: Awaited<ReturnType<typeof compareStatement>>
}

/** @throws Refusal `record.missing` (404); `broker.not-registered` (422): of a name that is not in Brokers nothing is kept. */
export async function keepComparison(
  tx: Transaction,
  asked: StatementAsked,
  stated: Stated,
  comparedBy: number,
): Promise<Outcome<ComparisonToKeep>> {
  const broker = await statedBroker(tx, asked.broker)
  if (broker.id === null) throw refuseField('broker.not-registered', 'broker', { name: asked.broker })
  const compared = await compareStatement(tx, asked, stated)
  const differs = (said: number | null, is: number) => said !== null && said !== is
  const differences =
    compared.differing +
    Number(differs(compared.statedOpening, compared.opening)) +
    Number(differs(compared.statedClosing, compared.closing))
  const { startDate, endDate, portfolioId } = asked
  const [made] = await tx.query(KEEP, {
    brokerId: broker.id,
    portfolioId,
    startDate,
    endDate,
    differing: differences,
    comparedBy,
  })
  const id = made?.id ?? 0
  return {
    answer: { id, differences, compared },
    audit: {
      action: 'broker-comparisons.keep',
      entity: 'broker-comparison',
      entityId: id,
      after: { name: broker.name, startDate, endDate, differences },
    },
  }
}
