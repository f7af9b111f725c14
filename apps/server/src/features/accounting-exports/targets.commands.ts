/** Adds and changes outside ledgers. */
import type { AccountingTarget, accountingTargets } from '@em/contract/accounting-exports/accounting-exports'
import { laidOver } from '@em/contract/kit/fields'
import { QUICKBOOKS_CODE_MAX } from '@em/core/accounting-exports/file'
import { type ExportFormat, type ExportLayout, hasTaxRate } from '@em/core/accounting-exports/layout'
import { dayInWords } from '@em/core/values/date-texts'
import { statement, type Transaction } from '../../platform/database/database.ts'
import type { Outcome } from '../../platform/door.ts'
import type { WriteInput } from '../../platform/http/writes.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import { takeOpening } from './entries.queries.ts'
import { auditedTarget, findTarget, holdTarget, shownTarget } from './targets.queries.ts'

const ENTITY = statement(
  'accounting.entity-named',
  'SELECT id FROM entities WHERE lower(trim(name)) = lower(trim(:name))',
)
const ADD = statement(
  'accounting.add-target',
  `INSERT INTO em.accounting_targets (code, name, format, detail, entity_id, portfolios, start_date, open_from, tax_rate, layout)
   VALUES (:code, :name, :format, :detail, :entityId?, :portfolios?::bigint[], :startDate::date, :openFrom?::date, :taxRate?, :layout?::jsonb)
   ON CONFLICT (code) DO NOTHING RETURNING id`,
)
const CHANGE = statement(
  'accounting.change-target',
  `UPDATE accounting_targets SET name = :name, detail = :detail, start_date = :startDate::date, open_from = :openFrom?::date, tax_rate = :taxRate?,
                                 layout = :layout?::jsonb, version = version + 1 WHERE id = :id`,
)

const LETTERS = /[^A-Z0-9]+/g
const CODE_MAX = 12
/** A code of the name: "Xero of the fund" is XERO-OF-THE. */
const codeOf = (name: string, format: ExportFormat): string =>
  name
    .toUpperCase()
    .replace(LETTERS, '-')
    .slice(0, format === 'quickbooks' ? QUICKBOOKS_CODE_MAX : CODE_MAX)
    .replace(/^-+|-+$/g, '') || 'LEDGER'

const textOf = (layout: object | null) => (layout === null ? null : JSON.stringify(layout))

interface Terms {
  readonly format: ExportFormat
  readonly startDate: string
  readonly openFrom: string | null
  readonly taxRate: string | null
  readonly layout: ExportLayout | null
}

function refuseTerms({ format, startDate, openFrom, taxRate, layout }: Terms): void {
  if (layout !== null && format !== 'csv') throw refuseField('accounting.layout', 'layout')
  if (taxRate !== null && !hasTaxRate(format, layout)) throw refuseField('accounting.tax-rate', 'taxRate')
  if (openFrom !== null && openFrom < startDate)
    throw refuseField('accounting.open-from', 'openFrom', { date: dayInWords(startDate) })
}

/** @throws Refusal `accounting.code-taken` (409), `accounting.tax-rate`, `.open-from` (422); 404 for an entity or a portfolio, or where one of its portfolios is outside the person's scope. */
export async function createTarget(
  tx: Transaction,
  { body }: WriteInput<typeof accountingTargets.create>,
): Promise<Outcome<AccountingTarget>> {
  refuseTerms(body)
  const ids: number[] = []
  for (const portfolio of body.portfolios ?? [])
    ids.push((await resolvePortfolio(tx, { portfolioId: portfolio })).id)
  const code = (body.code ?? codeOf(body.name, body.format)).toUpperCase()
  const [added] = await tx.query(ADD, {
    code,
    name: body.name,
    format: body.format,
    detail: body.detail,
    entityId: body.entity === null ? null : await entityNamed(tx, body.entity),
    portfolios: body.portfolios === null ? null : [...new Set(ids)],
    startDate: body.startDate,
    openFrom: body.openFrom,
    taxRate: body.taxRate,
    layout: textOf(body.layout),
  })
  if (added === undefined) throw refuseField('accounting.code-taken', 'code', { code })
  // A target that is not wholly in the person's scope is not found here, and nothing of it was saved.
  const target = await findTarget(tx, added.id)
  await takeOpening(tx, target)
  return {
    answer: shownTarget(target),
    audit: {
      action: 'accounting-targets.create',
      entity: 'accounting-target',
      entityId: target.id,
      after: auditedTarget(target),
    },
  }
}

async function entityNamed(tx: Transaction, name: string): Promise<number> {
  const [found] = await tx.query(ENTITY, { name })
  if (found === undefined) throw refuseField('record.missing', 'entity', { what: `Entity ${name}` })
  return found.id
}

/** @throws Refusal `record.stale` (409), `accounting.started` (409), `accounting.layout`, `.tax-rate`, `.open-from` (422). */
export async function changeTarget(
  tx: Transaction,
  { params, body: { version, ...change } }: WriteInput<typeof accountingTargets.change>,
): Promise<Outcome<AccountingTarget>> {
  const before = await holdTarget(tx, params.id)
  if (before.version !== version) throw new Refusal('record.stale', { what: 'The outside ledger' })
  const { name, detail, startDate, openFrom, taxRate, layout } = before
  const next = laidOver({ name, detail, startDate, openFrom, taxRate, layout }, change)
  if (next.startDate !== startDate && before.batches > 0) throw refuseField('accounting.started', 'startDate')
  refuseTerms({ ...next, format: before.format })
  await tx.query(CHANGE, { id: params.id, ...next, layout: textOf(next.layout) })
  const target = await findTarget(tx, params.id)
  if (next.startDate !== startDate) await takeOpening(tx, target)
  return {
    answer: shownTarget(target),
    audit: {
      action: 'accounting-targets.change',
      entity: 'accounting-target',
      entityId: target.id,
      before: auditedTarget(before),
      after: auditedTarget(target),
    },
  }
}
