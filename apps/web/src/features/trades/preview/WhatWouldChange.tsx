import type { Consequences } from '@em/contract/trades/trade-preview'
import { Stack } from '@mantine/core'
import { Banner } from '../../../ui/Banner.tsx'
import { Quantity } from '../../../ui/Numbers.tsx'
import { Section } from '../../../ui/Page.tsx'
import { AffectedSales } from './AffectedSales.tsx'
import { EntitlementChanges } from './EntitlementChanges.tsx'
import { GainsByMonth } from './GainsByMonth.tsx'

/**
 * What a trade dated before others would change beyond itself: their cost and gain, month by month, and entitlements to
 * corporate actions. Shows nothing for a trade that changes no other.
 */
export function WhatWouldChange({ consequences }: { consequences: Consequences | undefined }) {
  if (consequences === undefined) return null
  return (
    <>
      <ChangedSales consequences={consequences} />
      <EntitlementChanges changes={consequences} />
    </>
  )
}

function ChangedSales({ consequences }: { consequences: Consequences }) {
  const { affectedSales, gainsByMonth, lotsRematched } = consequences
  if (affectedSales === 0 && lotsRematched === 0) return null
  const one = affectedSales === 1
  return (
    <Section title="What would change">
      <Stack gap="sm">
        <Banner tone={affectedSales === 0 ? 'info' : 'warning'}>
          {affectedSales === 0 ? (
            'This trade is dated before others. It does not change the cost of any recorded sale.'
          ) : (
            <>
              This trade is dated before others. Authorizing it changes the cost of{' '}
              <Quantity value={affectedSales} /> recorded {one ? 'sale' : 'sales'}, posted as one linked
              difference entry{one ? '' : ' each'}.
            </>
          )}
        </Banner>
        <AffectedSales consequences={consequences} />
        <GainsByMonth months={gainsByMonth} />
      </Stack>
    </Section>
  )
}
