/** Puts the port of approvals together: for a server, and for the process of a job. */
import type { ApprovalPort } from '../../platform/http/approval-port.ts'
import { approvalPort } from './approval-port.ts'
import type { Means } from './carry-out.ts'
import { jobRefused, watchOfJob } from './held-jobs.ts'

export const openApprovals = (means: Means): ApprovalPort => ({
  ...approvalPort({ ...means, release: (request) => watchOfJob(means, request) }),
  refused: (job, refusal) => jobRefused(means, job, refusal),
})
