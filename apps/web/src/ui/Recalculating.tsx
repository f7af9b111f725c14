import { Banner } from './Banner.tsx'
import { DateText } from './Numbers.tsx'

/** So often what is being recalculated is asked for again. */
export const RECALCULATING_MS = 5_000

/** Says from which day daily values follow a write that they have not followed yet; nothing where they are up to date. */
export function Recalculating({ from }: { from: string | null | undefined }) {
  if (from == null) return null
  return (
    <Banner>
      Values from <DateText value={from} /> on are being recalculated. They will be shown here within a
      minute.
    </Banner>
  )
}
