import { type ApprovalRequest, approvalRules, approvals } from '@em/contract/approvals/approvals'
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { loadFailure } from '../../lib/load-failure.ts'
import { useMay } from '../../lib/may.ts'
import { useRoute } from '../../lib/query.ts'
import { Banner } from '../../ui/Banner.tsx'
import { confirm, Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { ErrorState, Skeletons } from '../../ui/States.tsx'
import { useLast } from '../../ui/useLast.ts'
import { isLongWork } from './approval-texts.ts'
import { CollectDialog } from './CollectDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { RequestBody } from './RequestBody.tsx'
import { ResultFile } from './ResultFile.tsx'
import { SignInAgain } from './SignInAgain.tsx'
import { useDecision } from './useDecision.ts'
import { useKeys } from './useKeys.ts'
import { usePreviewAgain } from './usePreviewAgain.ts'

interface RequestModalProps {
  /** The request that is open; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
  onNext: () => void
  onPrevious: () => void
  onDecided: () => void
}

/** One request with everything that it would do, and the decision. */
export function RequestModal({ id, onClose, ...ways }: RequestModalProps) {
  const shown = useLast(id)
  const query = useRoute(
    approvals.get,
    { params: { id: shown ?? 0 } },
    { enabled: id !== null, staleTime: 0, refetchOnMount: 'always' },
  )
  const failed = loadFailure(query, 'Failed to load the request')
  const request = query.data
  return (
    <Modal opened={id !== null} onClose={onClose} title={request?.number ?? 'Request'} size="80rem">
      {failed !== null && request === undefined && <ErrorState {...failed} />}
      {failed === null && request === undefined && <Skeletons rows={8} />}
      {request !== undefined && (
        <Request
          key={request.id}
          request={request}
          isOpen={id !== null}
          again={() => query.refetch()}
          onClose={onClose}
          {...ways}
        />
      )}
    </Modal>
  )
}

interface RequestProps extends Omit<RequestModalProps, 'id'> {
  request: ApprovalRequest
  isOpen: boolean
  again: () => Promise<unknown>
}
type Asking = 'reject' | 'withdraw' | 'collect' | null

function Request({ request, isOpen, again, onClose, onNext, onPrevious, onDecided }: RequestProps) {
  const { id, number, act, state, isMine, mayDecide, isCollected } = request
  const [asking, ask] = useState<Asking>(null)
  const decision = useDecision(id, { again, onDecided })
  const previewAgain = usePreviewAgain(request, again)
  const seen = (request.now ?? request.submitted).hash
  const mayApprove = mayDecide && request.refusal === null && !previewAgain.busy
  // Who writes the rules takes back what its maker cannot any more, with a reason.
  const mayWithdraw = useMay()(approvalRules.create) || isMine
  const mayPreview = state === 'waiting' && isLongWork(act)
  const approveByKey = async () => {
    if (!mayApprove || decision.busy) return
    if (await confirm({ title: `Approve ${number}?`, message: request.title, confirm: 'Approve' }))
      await decision.approve(seen)
  }
  useKeys(
    {
      j: onNext,
      k: onPrevious,
      a: () => void approveByKey(),
      r: () => mayDecide && ask('reject'),
    },
    isOpen && asking === null && decision.signing === null,
  )
  return (
    <Stack gap="lg">
      {decision.problem !== null && <Banner tone="error">{decision.problem}</Banner>}
      <RequestBody request={request} isPreviewing={previewAgain.busy} />
      <DialogActions>
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <ResultFile request={request} />
        {mayPreview && (
          <Button variant="default" loading={previewAgain.busy} onClick={() => void previewAgain.start()}>
            Look again
          </Button>
        )}
        {mayWithdraw && (state === 'waiting' || (state === 'approved' && isCollected)) && (
          <Button variant="default" onClick={() => ask('withdraw')}>
            Withdraw
          </Button>
        )}
        {isMine && isCollected && state === 'approved' && (
          <Button onClick={() => ask('collect')}>Collect</Button>
        )}
        {mayDecide && (
          <>
            <Button variant="default" color="red" onClick={() => ask('reject')}>
              Reject
            </Button>
            <Button
              data-autofocus
              loading={decision.busy}
              disabled={!mayApprove}
              onClick={() => void decision.approve(seen)}
            >
              Approve
            </Button>
          </>
        )}
      </DialogActions>
      {(asking === 'reject' || asking === 'withdraw') && (
        <ReasonDialog request={request} act={asking} onClose={() => ask(null)} onDone={onDecided} />
      )}
      {asking === 'collect' && <CollectDialog request={request} onClose={() => ask(null)} />}
      {decision.signing !== null && (
        <SignInAgain
          onClose={decision.stopSigning}
          onSigned={() => void decision.approve(decision.signing ?? seen)}
        />
      )}
    </Stack>
  )
}
