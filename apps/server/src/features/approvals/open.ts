/** Puts the desk of approvals together: for a server, and for the process of a job. */
import type { ApprovalDesk } from '../../platform/http/approval-desk.ts'
import type { Means } from './carry-out.ts'
import { approvalDesk } from './desk.ts'
import { jobRefused, watchOfJob } from './held-jobs.ts'

export const openApprovals = (means: Means): ApprovalDesk => ({
  ...approvalDesk({ ...means, release: (request) => watchOfJob(means, request) }),
  refused: (job, refusal) => jobRefused(means, job, refusal),
})
