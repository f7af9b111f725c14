import { type ApprovalAsked, askedFacts } from '@em/contract/approvals/approvals'
import { refusalMessage } from '@em/contract/kit/errors'
import { askedOf } from '../lib/held.ts'
import { Banner } from './Banner.tsx'

/** Says before the click that a write would wait for another person, by what its preview answered. */
export function WillWait({ preview }: { preview: unknown }) {
  const asked = askedOf(preview) as ApprovalAsked | undefined
  if (asked === undefined) return null
  return <Banner>{refusalMessage('approval.asks', askedFacts(asked))}</Banner>
}
