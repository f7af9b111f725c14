import type { ActionPreview } from '@em/contract/corporate-actions/corporate-actions'
import { ApiFailure } from '../../../lib/api.ts'
import { flagFor } from '../../../lib/asked-first.ts'
import { sentenceOf } from '../../../registers/master.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Section } from '../../../ui/Page.tsx'
import { Skeletons } from '../../../ui/States.tsx'
import { WillWait } from '../../../ui/WillWait.tsx'
import { Previewed } from '../event/Entitlements.tsx'

interface FormEffectsProps {
  /** Null while it is asked for. */
  preview: ActionPreview | null
  /** Why it could not be saved as it is. */
  refusal: unknown
  /** The sentence where the server gives none. */
  failed: string
}

/** The effect of saving a form on holdings and the ledger, or why it cannot be saved. */
export function FormEffects({ preview, refusal, failed }: FormEffectsProps) {
  if (refusal !== null) {
    const isAsked = refusal instanceof ApiFailure && flagFor(refusal.code) !== undefined
    return <Banner tone={isAsked ? 'warning' : 'error'}>{sentenceOf(refusal, failed)}</Banner>
  }
  return (
    <Section title="What will be recorded">
      <WillWait preview={preview} />
      {preview === null ? <Skeletons rows={3} /> : <Previewed preview={preview} brief />}
    </Section>
  )
}
