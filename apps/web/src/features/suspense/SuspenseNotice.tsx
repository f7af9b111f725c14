import { journal } from '@em/contract/journal/journal'
import { Anchor } from '@mantine/core'
import { useRoute } from '../../lib/query.ts'
import { hrefOf } from '../../links/tabs.ts'
import { Banner } from '../../ui/Banner.tsx'
import { openText } from './suspense-items.ts'

/** Warns while an item of Suspense is open, and leads to the list of them. */
export function SuspenseNotice() {
  const { data } = useRoute(journal.suspense)
  if (data === undefined || data.data.is_clear) return null
  return (
    <Banner tone="warning">
      Suspense is not clear. {openText(data.data.open)}.{' '}
      <Anchor href={hrefOf('Accounting Entries', 'Journal Entries', { view: 'suspense' })} inherit>
        Show suspense items
      </Anchor>
    </Banner>
  )
}
