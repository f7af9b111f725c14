import { type ApprovalRequest, approvals } from '@em/contract/approvals/approvals'
import { useState } from 'react'
import { ApiFailure, messageOf } from '../../lib/api.ts'
import { useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { notify } from '../../ui/notify.tsx'

const FAILED = 'The request was not decided. Please try again.'

interface Options {
  /** Asks for the request again, as it is now. */
  readonly again: () => Promise<unknown>
  readonly onDecided: () => void
}

/** Shows the outcome of an approval, in a sentence. */
function notifyOutcome({
  number,
  state,
  approvals: { given, needed },
  isCollected,
  steps,
}: ApprovalRequest): void {
  if (state === 'returned') {
    const reason = steps.findLast(({ what }) => what === 'returned')?.reason ?? ''
    notify.error(`${number} was approved and could not be carried out. ${reason}`)
    return
  }
  if (state === 'done') notify.success(`${number} is approved and carried out.`)
  else if (state === 'waiting')
    notify.success(`${number} is approved by you: ${given} of ${needed} approvals.`)
  else
    notify.success(
      isCollected
        ? `${number} is approved: the person who asked can collect it now.`
        : `${number} is approved and is being carried out.`,
    )
}

/** Approving a request as it was seen: figures that changed since are shown again, and where it asks for it the person signs in anew. */
export function useDecision(id: number, { again, onDecided }: Options) {
  const write = useWrite(approvals.approve)
  const send = useOnce(write.mutateAsync)
  const [problem, setProblem] = useState<string | null>(null)
  const [signing, setSigning] = useState<string | null>(null)
  const approve = async (seen: string): Promise<void> => {
    setProblem(null)
    setSigning(null)
    try {
      notifyOutcome(await send({ params: { id }, body: { seen } }))
      onDecided()
    } catch (error) {
      if (error instanceof ApiFailure && error.code === 'approval.sign-in-again') {
        setSigning(seen)
        return
      }
      setProblem(messageOf(error, FAILED))
      // It may have changed, or another user may have decided it.
      if (error instanceof ApiFailure && (error.status === 409 || error.status === 403)) await again()
    }
  }
  return {
    approve,
    busy: write.isPending,
    problem,
    /** The request to approve once the user has signed in again; null where that is not asked. */
    signing,
    stopSigning: () => setSigning(null),
  }
}
