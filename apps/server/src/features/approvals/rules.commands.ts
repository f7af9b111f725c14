/** Writes approval rules in versions. A rule that no one could satisfy is refused. */
import type { ApprovalRule, approvalRules } from '@em/contract/approvals/approvals'
import { canWait } from '@em/contract/approvals/approvals'
import { laidOver } from '@em/contract/kit/fields'
import { allRoutes } from '@em/contract/registry'
import { decimalOf, formatDecimal, MONEY_SCALE } from '@em/core/values/decimal'
import { statement, type Transaction } from '../../platform/database/database.ts'
import { takeLock } from '../../platform/database/locks.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { canBeDecided, standings } from './deciders.queries.ts'
import { draftsOf } from './rule-sets.ts'
import { listRules, rulesInForce } from './rules.queries.ts'

const ONE_AT_A_TIME = statement('approval-rules.one-at-a-time', `SELECT ${takeLock('approval rules')}`)
const ADD = statement('approval-rules.add', 'INSERT INTO approval_rules DEFAULT VALUES RETURNING id')
export const HOLD = statement(
  'approval-rules.hold',
  'SELECT version FROM approval_rules WHERE id = :id FOR UPDATE',
)
export const NEXT = statement(
  'approval-rules.next',
  'UPDATE approval_rules SET version = :version WHERE id = :id',
)
const ADD_VERSION = statement(
  'approval-rules.add-version',
  `INSERT INTO approval_rule_versions (rule_id, version, name, acts, at_least, change_over, approvals, portfolios, expires_after, is_on, recorded_by)
   VALUES (:id, :version, :name, :acts, :atLeast?::numeric, :changeOver?::numeric, :approvals::smallint, :portfolios?::bigint[], :expiresAfter::smallint, :isOn, :by?)`,
)

const PERCENT_SCALE = 4
const EXPIRES_AFTER = 5
const CAN_WAIT: ReadonlySet<string> = new Set(allRoutes.filter(canWait).map(({ name }) => name))

interface Now {
  readonly today: string
  readonly by: number
  /** Anyone may sign up, without the approval of another person. */
  readonly isSignupOpen: boolean
}
type Content = Pick<
  WriteInput<typeof approvalRules.create>['body'],
  'name' | 'acts' | 'atLeast' | 'changeOver' | 'approvals' | 'portfolios' | 'expiresAfter'
>

async function portfoliosNamed(tx: Transaction, named: Content['portfolios']): Promise<number[] | null> {
  if (named === 'all') return null
  const ids: number[] = []
  for (const portfolio of named) ids.push((await resolvePortfolio(tx, { portfolioId: portfolio })).id)
  return [...new Set(ids)].toSorted((a, b) => a - b)
}

/** Changes of rules, and of people who could satisfy them, are written one after the other. */
export const holdRules = (tx: Transaction): Promise<unknown> => tx.query(ONE_AT_A_TIME)

/** @throws Refusal `approval.nobody` (422) where no one could satisfy a rule in force. */
export async function requireDecidable(tx: Transaction, today: string): Promise<void> {
  const { rules } = await rulesInForce(tx)
  if (rules.length === 0) return
  const all = await standings(tx, today)
  for (const { approvals, portfolios } of rules) {
    const { can, found } = canBeDecided(all, portfolios, approvals)
    if (!can) throw new Refusal('approval.nobody', { needed: approvals, found })
  }
}

async function write(tx: Transaction, id: number, version: number, body: Content, isOn: boolean, now: Now) {
  const [odd] = body.acts.filter((act) => !CAN_WAIT.has(act))
  if (odd !== undefined) throw refuseField('approval.acts', 'acts', { act: odd })
  if (isOn && now.isSignupOpen) throw new Refusal('approval.sign-up-open')
  const others = (await listRules(tx, now.today)).filter((one) => one.id !== id && one.isOn)
  if (isOn && others.some(({ name }) => name.toLowerCase() === body.name.toLowerCase()))
    throw refuseField('approval.rule-taken', 'name', { name: body.name })
  await addVersion(tx, id, version, body, { isOn, by: now.by })
}

export async function addVersion(
  tx: Transaction,
  id: number,
  version: number,
  body: Content,
  { isOn, by }: { readonly isOn: boolean; readonly by: number | null },
): Promise<void> {
  await tx.query(ADD_VERSION, {
    id,
    version,
    name: body.name,
    acts: [...new Set(body.acts)],
    atLeast: body.atLeast === null ? null : formatDecimal(body.atLeast, MONEY_SCALE),
    changeOver: body.changeOver === null ? null : formatDecimal(body.changeOver, PERCENT_SCALE),
    approvals: body.approvals,
    portfolios: await portfoliosNamed(tx, body.portfolios),
    expiresAfter: body.expiresAfter,
    isOn,
    by,
  })
}

async function ruleOf(tx: Transaction, id: number, now: Pick<Now, 'today'>): Promise<ApprovalRule> {
  const rule = (await listRules(tx, now.today)).find((one) => one.id === id)
  if (rule === undefined) throw new Refusal('record.missing', { what: 'The approval rule' })
  return rule
}

async function add(tx: Transaction, body: Content, now: Now): Promise<ApprovalRule> {
  const [added] = await tx.query(ADD)
  const id = added?.id ?? 0
  await write(tx, id, 1, body, true, now)
  return ruleOf(tx, id, now)
}

const audit = (action: string, after: ApprovalRule, before?: ApprovalRule) => ({
  action: `approval-rules.${action}`,
  entity: 'approval-rule',
  entityId: after.id,
  after,
  ...(before && { before }),
})

/** @throws Refusal `approval.acts`, `approval.nobody`, `approval.sign-up-open` (422), `approval.rule-taken` (409), 404. */
export async function createRule(tx: Transaction, body: Content, now: Now): Promise<Outcome<ApprovalRule>> {
  await holdRules(tx)
  const answer = await add(tx, body, now)
  await requireDecidable(tx, now.today)
  return { answer, audit: audit('create', answer) }
}

type Change = Omit<WriteInput<typeof approvalRules.change>['body'], 'version'>

/** Writes the next version: a field that is left out stays. @throws Refusal as `createRule`, `record.stale` (409). */
export async function changeRule(
  tx: Transaction,
  id: number,
  { version, ...change }: Change & { readonly version: number },
  now: Now,
): Promise<Outcome<ApprovalRule>> {
  await holdRules(tx)
  const [held] = await tx.query(HOLD, { id })
  const before = await ruleOf(tx, id, now)
  if (held?.version !== version)
    throw new Refusal('record.stale', { what: `The approval rule ${before.name}` })
  const { isOn, ...body } = laidOver({ ...contentOf(before), isOn: before.isOn }, change)
  await write(tx, id, version + 1, body, isOn, now)
  await tx.query(NEXT, { id, version: version + 1 })
  await requireDecidable(tx, now.today)
  const answer = await ruleOf(tx, id, now)
  return { answer, audit: audit('change', answer, before) }
}

/** The contents of a rule, as a form sends them. */
export function contentOf({
  name,
  acts,
  atLeast,
  changeOver,
  approvals,
  portfolios,
  expiresAfter,
}: ApprovalRule): Content {
  return {
    name,
    acts,
    atLeast: atLeast === null ? null : decimalOf(String(atLeast), MONEY_SCALE),
    changeOver: changeOver === null ? null : decimalOf(String(changeOver), PERCENT_SCALE),
    approvals: approvals === 2 ? 2 : 1,
    portfolios,
    expiresAfter,
  }
}

/** Loads a set: a rule of the same name is left as it is. @throws Refusal as `createRule`. */
export async function loadRules(
  tx: Transaction,
  { set, ...asked }: WriteInput<typeof approvalRules.load>['body'],
  now: Now,
): Promise<Outcome<ApprovalRule[]>> {
  await holdRules(tx)
  const known = new Set(
    (await listRules(tx, now.today)).filter(({ isOn }) => isOn).map(({ name }) => name.toLowerCase()),
  )
  const answer: ApprovalRule[] = []
  for (const { name, acts, atLeast, changeOver } of draftsOf(set, asked)) {
    if (known.has(name.toLowerCase())) continue
    const rule = {
      name,
      acts: [...acts],
      atLeast,
      changeOver,
      approvals: 1 as const,
      portfolios: 'all' as const,
    }
    answer.push(await add(tx, { ...rule, expiresAfter: EXPIRES_AFTER }, now))
  }
  await requireDecidable(tx, now.today)
  return {
    answer,
    audit: {
      action: 'approval-rules.load',
      entity: 'approval-rules',
      entityId: set,
      after: { name: set, rules: answer.map(({ name }) => name) },
    },
    onTheWay: answer.map((rule) => audit('create', rule)),
  }
}
