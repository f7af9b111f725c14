/** Which books a report covers: one portfolio, the portfolios of an entity, or all. */
import { type Queryable, statement } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type PortfolioNamed, portfolioOrAll } from './portfolios.queries.ts'

export interface Scope {
  /** Null: everything. 0 means lines that name no portfolio. */
  readonly portfolioIds: readonly number[] | null
  /** The portfolio's name. */
  readonly portfolio: string | null
  readonly entity: string | null
}

// Lines that name no portfolio belong to the built-in entity.
const ENTITY = statement(
  'portfolios.of-entity',
  `SELECT e.name, coalesce(array_agg(p.id) FILTER (WHERE p.id IS NOT NULL), '{}')::text[] || CASE WHEN e.is_general THEN '{0}'::text[] ELSE '{}' END AS ids!
     FROM entities e LEFT JOIN portfolios p ON p.entity_id = e.id
    WHERE lower(trim(e.name)) = lower(trim(:name)) GROUP BY e.id`,
)

/**
 * The portfolio and entity that a query names; `all` and blank mean everything.
 * @throws Refusal 404 for an unknown one, 400 where the portfolio is not one of the entity.
 */
export async function scopeOf(
  db: Queryable,
  asked: PortfolioNamed & { readonly entity?: string | undefined },
): Promise<Scope> {
  const portfolio = await portfolioOrAll(db, asked)
  const word = (asked.entity ?? '').trim()
  const entity = word === '' || word.toLowerCase() === 'all' ? null : await entityNamed(db, word)
  if (portfolio !== null && entity !== null && !entity.ids.includes(portfolio.id)) {
    throw new Refusal('request.invalid', {}, [
      { field: 'entity', message: `Portfolio ${portfolio.portfolioName} does not belong to ${entity.name}.` },
    ])
  }
  return {
    portfolioIds: portfolio === null ? (entity?.ids ?? null) : [portfolio.id],
    portfolio: portfolio?.portfolioName ?? null,
    entity: entity?.name ?? null,
  }
}

async function entityNamed(db: Queryable, name: string): Promise<{ name: string; ids: number[] }> {
  const [found] = await db.query(ENTITY, { name })
  if (found === undefined) throw new Refusal('record.missing', { what: `Entity ${name}` })
  return { name: found.name, ids: found.ids.map(Number) }
}

const OF_TREATMENT = statement(
  'portfolios.of-treatment',
  `SELECT p.id, upper(trim(coalesce(p.accounting_treatment, ''))) = 'FVOCI' AS is_fvoci FROM portfolios p
    WHERE :portfolioIds?::bigint[] IS NULL OR p.id = ANY (:portfolioIds) ORDER BY p.id`,
)

/**
 * The portfolios of a scope that take their gains through profit or loss, or through other comprehensive income. What names no
 * portfolio counts as FVTPL.
 */
export async function portfoliosOf(
  db: Queryable,
  { portfolioIds }: Pick<Scope, 'portfolioIds'>,
  treatment: 'FVTPL' | 'FVOCI',
): Promise<number[]> {
  const rows = await db.query(OF_TREATMENT, { portfolioIds })
  const ids = rows.filter(({ is_fvoci }) => is_fvoci === (treatment === 'FVOCI')).map(({ id }) => id)
  const general = treatment === 'FVTPL' && (portfolioIds === null || portfolioIds.includes(0))
  return general ? [...ids, 0] : ids
}
