/** The readers of acts: those of people need a right of their own, those without a portfolio are for readers of all. */
import { audit } from '@em/contract/audit/audit'
import { authorize, type SignedIn } from '../../platform/authorize.ts'
import type { About } from './audit-page.ts'

const OF_INSTALLATION = { needs: 'audit.read', scope: 'all' } as const

/**
 * The right that acts are read with.
 * @throws Refusal `rights.missing`, `rights.scope`.
 */
export function needsOf(about: About, user: SignedIn): 'audit.read' | 'audit.read-people' {
  if (about === 'people' || about === 'everything') {
    authorize(audit.ofPeople, user)
    return 'audit.read-people'
  }
  if (about === 'installation') authorize(OF_INSTALLATION, user)
  return 'audit.read'
}
