/** What a form names: securities, portfolios; the rights come with their event. */
import type { ActionForm } from '@em/contract/books/action-forms'
import { treatmentOf } from '@em/core/postings/treatment'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { type Portfolio, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import type { NamedSecurity } from './facts/action-rows.queries.ts'

const SECURITY = statement(
  'actions.security-named',
  `SELECT e.id, e.symbol, e.name FROM equities e WHERE lower(e.symbol) = lower(:name) OR lower(e.name) = lower(:name)
    ORDER BY lower(e.symbol) = lower(:name) DESC LIMIT 2`,
)
const ENTITIES = statement(
  'actions.entities-of',
  'SELECT p.id, p.entity_id FROM portfolios p WHERE p.id = ANY (:ids::bigint[])',
)
const ADD_RIGHTS = statement(
  'actions.add-rights',
  `INSERT INTO equities (name, symbol, sector, market, country, currency)
   SELECT left(e.name, 190) || ' (Rights)', :symbol, e.sector, e.market, e.country, e.currency FROM equities e WHERE e.id = :equityId
   RETURNING id, symbol, name`,
)

/** What a form names, found. */
export interface Named {
  readonly held: NamedSecurity | null
  readonly new: NamedSecurity | null
  readonly rights: NamedSecurity | null
  readonly portfolio: Portfolio | null
  readonly toPortfolio: Portfolio | null
  /** Of a transfer: between entities. */
  readonly across: boolean
}

async function securityNamed(db: Queryable, name: string, field: string): Promise<NamedSecurity> {
  const [found] = await db.query(SECURITY, { name })
  if (found === undefined) throw refuseField('action.security-unknown', field, { symbol: name })
  return found
}

/** Finds what a form names. @throws Refusal naming the field for what is not there, or cannot be together. */
export async function namedIn(tx: Transaction, form: ActionForm): Promise<Named> {
  const held = form.securityCode === null ? null : await securityNamed(tx, form.securityCode, 'securityCode')
  const portfolio =
    form.portfolio === null && form.portfolioId === null ? null : await resolvePortfolio(tx, form)
  if (portfolio === null && scopeNow() !== undefined) throw new Refusal('rights.outside')
  if (portfolio === null && (form.kind === 'ipo' || form.kind === 'transfer'))
    throw refuseField('action.portfolio-needed', 'portfolio')
  const newCode = form.kind === 'merger' || form.kind === 'spin-off' ? form.newSecurityCode : null
  const next = newCode === null ? null : await securityNamed(tx, newCode, 'newSecurityCode')
  if (next !== null && next.id === held?.id)
    throw refuseField('action.same-security', 'newSecurityCode', { symbol: next.symbol })
  const rights =
    form.kind === 'rights' && !form.draft && held !== null
      ? await rightsOf(tx, held, form.rightsSymbol)
      : null
  if (form.kind !== 'transfer')
    return { held, new: next, rights, portfolio, toPortfolio: null, across: false }
  const toPortfolio = await resolvePortfolio(tx, { portfolio: form.toPortfolio })
  const across = await isAcross(tx, form, portfolio as Portfolio, toPortfolio)
  return { held, new: null, rights: null, portfolio, toPortfolio, across }
}

/** The security that rights are traded as: JKH.R0000 of JKH.N0000. It is added where it is not known. */
async function rightsOf(tx: Transaction, held: NamedSecurity, named: string | null): Promise<NamedSecurity> {
  const symbol = (
    named ??
    held.symbol.replace(
      /^([^.]+)(?:\.[A-Z])?(\d*)$/i,
      (_, code: string, digits: string) => `${code}.R${digits || '0000'}`,
    )
  ).toUpperCase()
  const [known] = await tx.query(SECURITY, { name: symbol })
  if (known !== undefined) return known
  const [added] = await tx.query(ADD_RIGHTS, { symbol, equityId: held.id })
  if (added === undefined) throw refuseField('action.security-unknown', 'rightsSymbol', { symbol })
  return added
}

async function isAcross(
  db: Queryable,
  form: Extract<ActionForm, { kind: 'transfer' }>,
  from: Portfolio,
  to: Portfolio,
): Promise<boolean> {
  if (from.id === to.id) throw refuseField('action.transfer-same', 'toPortfolio')
  const [gives, takes] = [
    treatmentOf(from.accountingTreatment).treatment,
    treatmentOf(to.accountingTreatment).treatment,
  ]
  if (gives !== takes) {
    const facts = { from: from.portfolioName, to: to.portfolioName, fromTreatment: gives, toTreatment: takes }
    throw refuseField('action.transfer-treatment', 'toPortfolio', facts)
  }
  const rows = await db.query(ENTITIES, { ids: [from.id, to.id] })
  const across = new Set(rows.map((row) => row.entity_id)).size > 1
  if (across && form.transferPrice === null)
    throw refuseField('action.transfer-price', 'transferPrice', {
      from: from.portfolioName,
      to: to.portfolioName,
    })
  return across
}
