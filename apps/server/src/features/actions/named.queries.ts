/** What a form names: securities, portfolios; the rights come with their event. */
import { datesOf, newSecurityIn } from '@em/contract/corporate-actions/forms'
import { type ActionForm, kindOf } from '@em/contract/corporate-actions/kinds'
import { treatmentOf } from '@em/core/postings/treatment'
import { ACTIVE_STATUS } from '@em/core/trades/decide-buy'
import { sendAudits } from '../../platform/acts.ts'
import { type Queryable, statement, type Transaction } from '../../platform/database/database.ts'
import { scopeNow } from '../../platform/database/scope.ts'
import { Refusal, refuseField } from '../../platform/refusal.ts'
import { ambiguousName, securitiesMeant } from '../equities/equities.queries.ts'
import { equitiesTable } from '../equities/equities.table.ts'
import { type Portfolio, resolvePortfolio } from '../portfolios/portfolios.queries.ts'
import type { NamedSecurity, StoredAction } from './facts/action-rows.queries.ts'
import { refuseOthersSecurity } from './identity.commands.ts'

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

/** @throws Refusal `action.security-unknown`; `name.ambiguous` or `symbol.ambiguous` with the symbols that fit. */
async function securityNamed(
  db: Queryable,
  { name, field, day }: { readonly name: string; readonly field: string; readonly day: string | null },
): Promise<NamedSecurity> {
  const meant = (await securitiesMeant(db, [{ word: name, day }]))(name, day)
  const [found, ...others] = meant.best
  if (found === undefined) throw refuseField('action.security-unknown', field, { symbol: name })
  if (others.length > 0) throw ambiguousName(name, meant, field)
  return { id: found.id, symbol: found.symbol, name: found.name }
}

/** Finds what a form names. @throws Refusal naming the field for what is not there, or cannot be together. */
export async function namedIn(tx: Transaction, form: ActionForm, before?: StoredAction): Promise<Named> {
  // A security that is called otherwise by now is known by what it was called when the form was recorded.
  const isSame =
    before?.held != null && form.securityCode?.toUpperCase() === before.form.securityCode?.toUpperCase()
  const { ex, announcement } = datesOf(form)
  // A notice uses the names of its time.
  const day = ex ?? announcement
  const held =
    form.securityCode === null
      ? (before?.held ?? null)
      : isSame
        ? before.held
        : await securityNamed(tx, { name: form.securityCode, field: 'securityCode', day })
  const portfolio =
    form.portfolio === null && form.portfolioId === null ? null : await resolvePortfolio(tx, form)
  if (portfolio === null && scopeNow() !== undefined) throw new Refusal('rights.outside')
  refuseOthersSecurity(form)
  if (portfolio === null && kindOf(form).ofOne === true)
    throw refuseField('action.portfolio-needed', 'portfolio')
  const newCode = newSecurityIn(form)
  const next =
    newCode === null ? null : await securityNamed(tx, { name: newCode, field: 'newSecurityCode', day })
  if (next !== null && next.id === held?.id)
    throw refuseField('action.same-security', 'newSecurityCode', { symbol: next.symbol })
  const offer = kindOf(form).offer?.(form)
  const rights =
    offer !== undefined && !form.draft && held !== null ? await rightsOf(tx, held, offer.rightsSymbol) : null
  if (!('toPortfolio' in form))
    return { held, new: next, rights, portfolio, toPortfolio: null, across: false }
  const toPortfolio = await resolvePortfolio(tx, { portfolio: form.toPortfolio })
  if (toPortfolio.status !== ACTIVE_STATUS)
    throw refuseField('portfolio.not-active', 'toPortfolio', {
      name: toPortfolio.portfolioName,
      status: toPortfolio.status,
    })
  const across = await isAcross(tx, form.transferPrice, portfolio as Portfolio, toPortfolio)
  return { held, new: null, rights: null, portfolio, toPortfolio, across }
}

const IN_USE = statement(
  'actions.rights-in-use',
  `SELECT a.id FROM em.corporate_actions a JOIN em.equities e ON e.id = a.rights_equity_id
    WHERE lower(e.symbol) = lower(:symbol) AND a.equity_id <> :equityId AND a.state IN ('announced', 'entitled') LIMIT 1`,
)
/** Serials of rights that one company has open at a time. */
const SERIALS = 20

/**
 * The security that rights are traded as: JKH.R0000 of JKH.N0000, the next serial where rights of another share of the company
 * are open under it. It is added where it is not known.
 */
async function rightsOf(tx: Transaction, held: NamedSecurity, named: string | null): Promise<NamedSecurity> {
  const code = held.symbol.split('.')[0] ?? held.symbol
  const symbol = named?.toUpperCase() ?? (await freeSymbol(tx, code, held.id))
  const { best, bySymbol } = (await securitiesMeant(tx, [{ word: symbol, day: null }]))(symbol, null)
  const [known] = bySymbol ? best : []
  if (known !== undefined) return { id: known.id, symbol: known.symbol, name: known.name }
  const [added] = await tx.query(ADD_RIGHTS, { symbol, equityId: held.id })
  if (added === undefined) throw refuseField('action.security-unknown', 'rightsSymbol', { symbol })
  const after = await equitiesTable.get(tx, added.id)
  sendAudits(tx, [{ action: 'equities.create', entity: 'equities', entityId: added.id, after }])
  return added
}

async function freeSymbol(db: Queryable, code: string, equityId: number): Promise<string> {
  for (let serial = 0; serial < SERIALS; serial += 1) {
    const symbol = `${code}.R${String(serial).padStart(4, '0')}`
    const [used] = await db.query(IN_USE, { symbol, equityId })
    if (used === undefined) return symbol
  }
  throw refuseField('action.security-unknown', 'rightsSymbol', { symbol: `${code}.R` })
}

async function isAcross(
  db: Queryable,
  price: bigint | null,
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
  if (across && price === null)
    throw refuseField('action.transfer-price', 'transferPrice', {
      from: from.portfolioName,
      to: to.portfolioName,
    })
  return across
}
