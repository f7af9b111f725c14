import { type ApprovalRequest, approvals } from '@em/contract/approvals/approvals'
import { useEffect, useRef, useState } from 'react'
import { call } from '../../lib/api.ts'
import { notify } from '../../ui/notify.tsx'

const POLL_MS = 1_000
const POLLS_MOST = 600

const previewKey = ({ now, refusal, state }: ApprovalRequest) => `${now?.computedAt} ${refusal} ${state}`

/** Runs long work of a request again at the server, as a job, and asks until it says what it comes to now. */
export function usePreviewAgain(request: ApprovalRequest, again: () => Promise<unknown>) {
  const [busy, setBusy] = useState(false)
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  const start = async () => {
    const input = { params: { id: request.id } }
    const before = previewKey(request)
    setBusy(true)
    try {
      let now = await call(approvals.get, { ...input, query: { again: 1 } })
      for (let polls = 0; previewKey(now) === before && polls < POLLS_MOST && !left.current; polls += 1) {
        // One request after the other.
        // oxlint-disable-next-line no-await-in-loop
        await new Promise((done) => setTimeout(done, POLL_MS))
        // oxlint-disable-next-line no-await-in-loop
        now = await call(approvals.get, input)
      }
      await again()
    } catch (error) {
      notify.error('The request could not be calculated again. Please try again.', error)
    } finally {
      if (!left.current) setBusy(false)
    }
  }
  return { start, busy }
}
