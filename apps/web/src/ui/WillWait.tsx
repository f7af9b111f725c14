import type { ApprovalAsked } from '@em/contract/books/approvals'
import { askedOf } from '../lib/held.ts'
import { Banner } from './Banner.tsx'

const NAMED = 3

/** "Nimal Perera, Sunil Silva or 2 others": any of them may approve. */
function anyOf(names: readonly string[]): string {
  const more = names.length - NAMED
  if (more > 0) return `${names.slice(0, NAMED).join(', ')} or ${more} ${more === 1 ? 'other' : 'others'}`
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`
}

/** Says before the click that a write would wait for another person, by what its preview answered. */
export function WillWait({ preview }: { preview: unknown }) {
  const asked = askedOf(preview) as ApprovalAsked | undefined
  if (asked === undefined) return null
  return (
    <Banner>
      This will wait for approval by {anyOf(asked.approvers)} ({asked.rules.join(', ')}).
    </Banner>
  )
}
