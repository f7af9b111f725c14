import type { Hardness, LimitKind, ScopeType } from '@em/core/limits/limit-codes'
import type { LimitTerms } from '@em/core/limits/measure'
import type { ScopeMember } from './members.ts'

/** A limit in the version of a day. */
export interface KnownLimit {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly kind: LimitKind
  readonly scope: { readonly type: ScopeType; readonly id: string | null; readonly refersTo: number | null }
  readonly hardness: Hardness
  readonly grace: number | null
  readonly effectiveFrom: string
  readonly effectiveTo: string | null
  readonly recordedAt: string
  readonly terms: LimitTerms
  /** The portfolios that are measured together: the whole scope, or each portfolio of it. */
  readonly members: readonly ScopeMember[]
}
