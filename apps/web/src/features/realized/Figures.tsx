import { messageOf } from '../../lib/api.ts'
import { Banner } from '../../ui/Banner.tsx'
import { ErrorState } from '../../ui/States.tsx'
import type { RealizedFilters } from './filters.ts'
import { RealizedCards } from './RealizedCards.tsx'
import { useRealized } from './useRealized.ts'

const FAILED = 'Failed to load the realized gains'

/** The cards of the books and days, or what went wrong. */
export function Figures({ filters }: { filters: RealizedFilters }) {
  const { figures, data } = useRealized(filters)
  if (figures.isError && data === undefined) {
    return (
      <ErrorState
        title={FAILED}
        message={messageOf(figures.error, '')}
        onRetry={() => void figures.refetch()}
      />
    )
  }
  return (
    <>
      {figures.isError && (
        <Banner tone="warning">{messageOf(figures.error, FAILED)} What you see may be out of date.</Banner>
      )}
      <RealizedCards data={data} />
    </>
  )
}
