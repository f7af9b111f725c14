/** Approval rules as they are in force: which ask for an act, and with how many people. */
import type { ApprovalRule } from '@em/contract/approvals/approvals'
import { type Database, type Queryable, type RowOf, statement } from '../../platform/database/database.ts'
import { rememberedOf } from '../../platform/database/memory.ts'
import { readForTheBooks } from '../../platform/database/scope.ts'
import { REMEMBERED_MS } from '../../platform/http/token.ts'
import { canBeDecided, type Standings, standings } from './deciders.queries.ts'
import type { Found } from './facts.queries.ts'

const VERSION = `r.id, v.version, v.name, v.acts, v.at_least, v.change_over, v.approvals, v.portfolios, v.expires_after, v.is_on, v.recorded_at,
          u.first_name || ' ' || u.last_name AS recorded_by,
          CASE WHEN v.portfolios IS NOT NULL THEN ARRAY(SELECT p.portfolio_id FROM portfolios p WHERE p.id = ANY (v.portfolios) ORDER BY 1) END AS codes`
const FROM = `FROM approval_rules r JOIN approval_rule_versions v ON v.rule_id = r.id AND v.version = r.version
     LEFT JOIN users u ON u.id = v.recorded_by`
/** The newest act that has written rules. Rules are written one after the other: by it the check of the books knows which were in force. */
const NEWEST = '(SELECT coalesce(max(act_id), 0) FROM approval_rule_versions)'
const LIST = statement('approvals.rules', `SELECT ${VERSION}, ${NEWEST} AS newest! ${FROM} ORDER BY r.id`)
/** Calls that a rule asks for, and those of which a request still waits: it is known again by its key. */
const ACTS = statement(
  'approvals.acts',
  `SELECT ${NEWEST} AS newest!, ARRAY(
     SELECT unnest(v.acts) FROM approval_rules r JOIN approval_rule_versions v ON v.rule_id = r.id AND v.version = r.version WHERE v.is_on
     UNION SELECT act FROM approval_requests WHERE ended_at IS NULL) AS acts!`,
)

type Row = RowOf<typeof LIST>

/** A rule in force, for the code that judges by it. */
export interface KnownRule {
  readonly id: number | null
  readonly version: number | null
  readonly name: string
  readonly acts: readonly string[]
  /** Cents; null: always. */
  readonly atLeast: bigint | null
  /** Percent; null: always. */
  readonly changeOver: number | null
  readonly approvals: number
  /** Ids; null: all. */
  readonly portfolios: readonly number[] | null
  readonly expiresAfter: number
  readonly isOn: boolean
}

const some = <T>(list: readonly (T | null)[]): T[] => list.filter((one): one is T => one !== null)
const knownOf = (row: Row): KnownRule => ({
  id: row.id,
  version: row.version,
  name: row.name,
  acts: some(row.acts),
  atLeast: row.at_least === null ? null : BigInt(row.at_least.replace('.', '')),
  changeOver: row.change_over === null ? null : Number(row.change_over),
  approvals: row.approvals,
  portfolios: row.portfolios === null ? null : some(row.portfolios),
  expiresAfter: row.expires_after,
  isOn: row.is_on,
})

/** A rule as the HTTP surface shows it. */
const ruleShown = (row: Row, all: Standings): ApprovalRule => ({
  id: row.id,
  version: row.version,
  name: row.name,
  acts: some(row.acts),
  atLeast: row.at_least === null ? null : Number(row.at_least),
  changeOver: row.change_over === null ? null : Number(row.change_over),
  approvals: row.approvals,
  portfolios: row.codes === null ? 'all' : some(row.codes),
  expiresAfter: row.expires_after,
  isOn: row.is_on,
  canBeDecided: canBeDecided(all, knownOf(row).portfolios, row.approvals).can,
  recordedBy: row.recorded_by ?? 'npm run admin',
  recordedAt: row.recorded_at,
})

/** The rules as they are now. @param today the day whose delegations count. */
export const listRules = (db: Queryable, today: string): Promise<ApprovalRule[]> =>
  readForTheBooks(db, async () => {
    const rows = await db.query(LIST)
    if (rows.length === 0) return []
    const all = await standings(db, today)
    return rows.map((row) => ruleShown(row, all))
  })

/** Rules that are switched on, and the newest act that has written rules; 0 before the first. */
export interface InForce {
  readonly rules: readonly KnownRule[]
  readonly newest: number
}

export const rulesInForce = (db: Queryable): Promise<InForce> =>
  readForTheBooks(db, async () => {
    const rows = await db.query(LIST)
    return { rules: rows.map(knownOf).filter(({ isOn }) => isOn), newest: rows[0]?.newest ?? 0 }
  })

/** Calls that a rule can ask for. */
interface Asked {
  readonly acts: ReadonlySet<string>
  readonly newest: number
}
interface Remembered {
  at: number
  asked: Promise<Asked> | undefined
}
const memoryOf = rememberedOf((): Remembered => ({ at: Number.NEGATIVE_INFINITY, asked: undefined }))

/**
 * The calls that a rule can ask for, as of at most a tenth of a second ago: a change of rules is answered once no server remembers what was
 * before (`untilForgotten`), so that it holds from the next request on, and a save without rules costs nothing.
 */
export async function askedCalls(database: Database): Promise<Asked> {
  const memory = memoryOf(database)
  const now = performance.now()
  if (memory.asked === undefined || memory.at <= now - REMEMBERED_MS) {
    memory.at = now
    memory.asked = readForTheBooks(database, async () => {
      const [row] = await database.query(ACTS)
      return { acts: new Set(some(row?.acts ?? [])), newest: row?.newest ?? 0 }
    })
    memory.asked.catch(() => {
      memory.asked = undefined
    })
  }
  return memory.asked
}

/** Whether a rule asks for an act that did this. What says neither amount nor portfolio is asked for whatever the rule's are. */
export function asks(rule: KnownRule, act: string, { amount, priceChange, portfolios }: Found): boolean {
  if (!rule.acts.includes(act)) return false
  if (rule.atLeast !== null && amount !== null && amount < rule.atLeast) return false
  if (rule.changeOver !== null && priceChange !== null && priceChange < rule.changeOver) return false
  if (rule.portfolios === null || portfolios === null) return true
  return portfolios.some((id) => rule.portfolios?.includes(id))
}
