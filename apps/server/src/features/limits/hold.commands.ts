/**
 * Intentions are held by limits: a soft one asks for a reason, a hard one for a release by another person. Two acts on one portfolio look at each
 * other, so that they do not pass a hard bound together. What was dealt never comes here.
 */
import type { LimitCheck } from '@em/contract/limits/limits'
import { type Figures, isCovered } from '@em/core/limits/released'
import { askApproval, BEYOND_A_LIMIT } from '../../platform/asks.ts'
import type { Portfolios } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { forTheBooks } from '../../platform/database/scope.ts'
import { refuseField } from '../../platform/refusal.ts'
import { type ChecksAsked, type JudgedCheck, judgedChecks } from './checks.queries.ts'

const ANY = statement(
  'limits.any-hard',
  `SELECT EXISTS (SELECT FROM limits) AS any!,
          EXISTS (SELECT FROM limits l JOIN limit_versions v ON v.limit_id = l.id AND v.hardness = 'hard') AS hard!`,
)
const HOLD = statement(
  'limits.hold-portfolio',
  `SELECT ${takeLock('hard limits of a portfolio', { key: ':portfolioId::bigint::integer' })}`,
)

/** Letters that a reason has at least. */
const REASON_LEAST = 5

interface Asked extends Omit<ChecksAsked, 'see'> {
  readonly see: Portfolios
  readonly reason: string | null
  /** The field of what is asked for. */
  readonly field: string
  /** The figures that another person has released before. */
  readonly released?: readonly Figures[]
}

/**
 * Lets acts pass that no limit holds; answers the checks.
 * @throws Refusal `limit.refused`, `restriction.closed`, `limit.reason-needed` (422).
 */
export async function holdByLimits(tx: Transaction, asked: Asked): Promise<readonly JudgedCheck[]> {
  return forTheBooks(tx, async () => {
    const [known] = await tx.query(ANY)
    if (known?.any !== true || asked.acts.length === 0) return []
    if (known.hard) {
      const portfolios = [...new Set(asked.acts.map(({ portfolioId }) => portfolioId))].toSorted(
        (a, b) => a - b,
      )
      for (const portfolioId of portfolios) await tx.query(HOLD, { portfolioId })
    }
    const judged = await judgedChecks(tx, asked)
    const open = judged.filter(({ figures }) => !isCovered(figures, asked.released ?? []))
    refuseHard(
      open.map(({ check }) => check),
      asked.field,
    )
    const needs = judged.find(({ check }) => check.asks === 'reason')?.check
    if (needs !== undefined && (asked.reason ?? '').trim().length < REASON_LEAST)
      throw refuseField('limit.reason-needed', 'reason', { text: needs.text })
    return judged
  })
}

/**
 * Where a hard limit is decided: another person may release an act beyond it, where the act can wait for that; else it is refused.
 * @throws Refusal `limit.refused`, `restriction.closed` (422).
 */
function refuseHard(checks: readonly LimitCheck[], field: string): void {
  const refused = checks.find(({ asks }) => asks === 'refusal')
  if (refused === undefined) return
  const code = refused.kind === 'restriction' ? 'restriction.closed' : 'limit.refused'
  askApproval({ rule: BEYOND_A_LIMIT, refusal: refuseField(code, field, { text: refused.text }) })
}
