import { realized } from '@em/contract/realized/realized'
import { useRoute } from '../../lib/query.ts'
import { askedFor, type RealizedFilters } from './filters.ts'

/** The figures of the books and days; the trades are asked for by pages. */
export function useRealized(filters: RealizedFilters) {
  const query = { ...askedFor(filters), history: '0' as const }
  const figures = useRoute(realized.data, { query }, { keepPrevious: true })
  return { figures, data: figures.data }
}
