import type { TradeDryRun } from '@em/contract/trades/trade-preview'
import { Banner } from '../../ui/Banner.tsx'
import { Section } from '../../ui/Page.tsx'
import { HoldingChange } from '../trades/preview/HoldingChange.tsx'
import { WhatWouldChange } from '../trades/preview/WhatWouldChange.tsx'

type Part<Name extends keyof TradeDryRun> = TradeDryRun[Name] | undefined

const fieldOf = (preview: unknown, name: string): unknown =>
  typeof preview === 'object' && preview !== null ? (preview as Record<string, unknown>)[name] : undefined

/** Effects on the rest of the books, where the call's preview has them: warnings, later sales, the holding. */
export function PreviewPart({ preview }: { preview: unknown }) {
  const warnings = fieldOf(preview, 'warnings')
  const sentences = Array.isArray(warnings) ? warnings.filter((one) => typeof one === 'string') : []
  const position = fieldOf(preview, 'position') as Part<'position'>
  const consequences = fieldOf(preview, 'consequences') as Part<'consequences'>
  return (
    <>
      {sentences.map((sentence) => (
        <Banner key={sentence} tone="warning">
          {sentence}
        </Banner>
      ))}
      {consequences?.gainsByMonth !== undefined && <WhatWouldChange consequences={consequences} />}
      {position?.before !== undefined && position.after !== undefined && (
        <Section title="Holding">
          <HoldingChange position={position} />
        </Section>
      )}
    </>
  )
}
