import { approvalsAttention } from '../features/approvals/attention.ts'
import { bookAttention } from '../features/dashboard/attention.ts'
import { accountsAttention } from '../features/identity/users/attention.ts'
import { jobsAttention } from '../features/jobs/attention.ts'
import type { AttentionSource } from '../lib/attention.ts'

/** Every feature with something to say adds a line here; the bell in the top bar shows what they answer. */
export const attentionSources: readonly AttentionSource[] = [
  accountsAttention,
  approvalsAttention,
  jobsAttention,
  bookAttention,
]
