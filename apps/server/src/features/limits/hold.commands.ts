/**
 * Intentions are held by limits: a soft one asks for a reason, a hard one refuses. Two acts on one portfolio look at each other, so that they
 * do not pass a hard bound together. What was dealt never comes here.
 */
import type { LimitCheck } from '@em/contract/books/limits'
import { askApproval, BEYOND_A_LIMIT } from '../../platform/asks.ts'
import type { Portfolios } from '../../platform/authorize.ts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import { forTheBooks } from '../../platform/database/scope.ts'
import { refuseField } from '../../platform/refusal.ts'
import { type ChecksAsked, checksOf } from './checks.queries.ts'

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
  /** The fields of the reason, and of what is asked for. */
  readonly field: string
  readonly reasonField?: string
  /** False where there is no field for a reason: a soft limit then lets pass. */
  readonly isAskedForReason?: boolean
}

/**
 * Lets acts pass that no limit holds; answers the checks.
 * @throws Refusal `limit.refused`, `restriction.closed`, `limit.reason-needed` (422).
 */
export async function holdByLimits(tx: Transaction, asked: Asked): Promise<readonly LimitCheck[]> {
  return forTheBooks(tx, async () => {
    const [known] = await tx.query(ANY)
    if (known?.any !== true || asked.acts.length === 0) return []
    if (known.hard) {
      const portfolios = [...new Set(asked.acts.map(({ portfolioId }) => portfolioId))].toSorted(
        (a, b) => a - b,
      )
      for (const portfolioId of portfolios) await tx.query(HOLD, { portfolioId })
    }
    const { checks } = await checksOf(tx, asked)
    const refused = checks.find(({ asks }) => asks === 'refusal')
    // Another person may release it, where the act can wait for that.
    if (refused !== undefined)
      askApproval({
        rule: BEYOND_A_LIMIT,
        refusal: refuseField(
          refused.kind === 'restriction' ? 'restriction.closed' : 'limit.refused',
          asked.field,
          { text: refused.text },
        ),
      })
    if (asked.isAskedForReason === false) return checks
    const needs = checks.find(({ asks }) => asks === 'reason')
    if (needs !== undefined && (asked.reason ?? '').trim().length < REASON_LEAST)
      throw refuseField('limit.reason-needed', asked.reasonField ?? 'reason', { text: needs.text })
    return checks
  })
}
