import type { Reply } from '@em/contract/kit/route'
import { periods } from '@em/contract/periods/periods'
import { useRoute } from './query.ts'

type Entity = Reply<typeof periods.list>[number]

export interface Books {
  /** The entity's name, '' for all. */
  readonly entity?: string
  /** The portfolio's code, '' for all. */
  readonly portfolio?: string
}

/** Where no entity says another: the year that ends in March, as a new entity has it. */
const USUAL = 3

/**
 * The month (1 to 12) that the financial year of the books ends with; undefined until the entities are known. The one of
 * the portfolio's or named entity; of all books the one that the server names.
 */
export function useYearEnd(books: Books, enabled = true): number | undefined {
  const entities = useRoute(periods.list, {}, { enabled })
  if (entities.data === undefined) return entities.isError ? USUAL : undefined
  return yearEndMonthOf(entities.data, books)
}

const same = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** The same of entities that are known. */
export function yearEndMonthOf(
  entities: readonly Pick<Entity, 'name' | 'year_end_month' | 'common_year_end_month' | 'portfolios'>[],
  { entity = '', portfolio = '' }: Books,
): number {
  const own = entities.find(
    (one) =>
      (portfolio !== '' && one.portfolios.some(({ portfolioId }) => portfolioId === portfolio)) ||
      (portfolio === '' && entity !== '' && same(one.name, entity)),
  )
  if (own !== undefined) return own.year_end_month
  return entities[0]?.common_year_end_month ?? USUAL
}
