import { prices } from '@em/contract/prices/prices'
import { tradeSummaries } from '@em/contract/prices/trade-summary'
import { byWhom, symbolsInWords } from '@em/paper/at-cost'
import { Button, Group } from '@mantine/core'
import { Suspense, useState } from 'react'
import { counted } from '../../lib/numerals.ts'
import { lazyPart } from '../../lib/parts.ts'
import { useWrite } from '../../lib/query.ts'
import { useAtCost } from '../../links/AtCost.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { IfMay } from '../../ui/IfMay.tsx'
import { notify } from '../../ui/notify.tsx'

const AddPrices = lazyPart(() => import('../prices/AddPrices.tsx'))

/** Holdings without a price: the exchange's file, typed or pasted prices, or at cost for now as a stated choice. */
export function Unpriced({ symbols }: { symbols: readonly string[] }) {
  const chosen = useAtCost()
  const [opened, open] = useState<'file' | 'sheet' | null>(null)
  const keep = useWrite(prices.keepAtCost)
  const atCost = symbols.flatMap((symbol) => chosen.get(symbol) ?? [])
  const asked = symbols.filter((symbol) => !chosen.has(symbol))
  const keepAll = async () => {
    try {
      await keep.mutateAsync({ query: {}, body: { symbols: [...asked] } })
      notify.success(`${counted(asked.length, 'holding')} valued at cost for now, until the first price.`)
    } catch (error) {
      notify.error('The choice was not saved.', error)
    }
  }
  return (
    <>
      {symbols.length > 0 && (
        <Banner tone={asked.length > 0 ? 'warning' : 'info'}>
          {asked.length > 0 &&
            `${asked.length === 1 ? '1 holding has' : `${asked.length} holdings have`} no price and ${asked.length === 1 ? 'is' : 'are'} valued at cost: ${symbolsInWords(asked)}. `}
          {atCost.length > 0 &&
            `${atCost.length === 1 ? '1 holding is' : `${atCost.length} holdings are`} valued at cost for now${byWhom(atCost)}: ${symbolsInWords(atCost.map(({ symbol }) => symbol))}. It is no market price; the first price replaces it.`}
          <Group gap="xs" mt={6}>
            <IfMay call={tradeSummaries.upload}>
              <Button size="compact-sm" variant="default" onClick={() => open('file')}>
                Load the exchange’s trade summary
              </Button>
            </IfMay>
            <IfMay call={prices.record}>
              <Button size="compact-sm" variant="default" onClick={() => open('sheet')}>
                Type or paste prices
              </Button>
            </IfMay>
            {asked.length > 0 && (
              <IfMay call={prices.keepAtCost}>
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={keep.isPending}
                  onClick={() => void keepAll()}
                >
                  At cost for now
                </Button>
              </IfMay>
            )}
          </Group>
        </Banner>
      )}
      <Suspense fallback={null}>
        {opened !== null && <AddPrices way={opened} onClose={() => open(null)} />}
      </Suspense>
    </>
  )
}
