import { type CustodianLine, custodianMessages } from '@em/contract/custodian/custodian'
import { Button, Checkbox, Stack } from '@mantine/core'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { counted } from '../../lib/numerals.ts'
import { useWrite } from '../../lib/query.ts'
import { useOnce } from '../../lib/useOnce.ts'
import { usePreview } from '../../lib/usePreview.ts'
import { sentenceOf } from '../../registers/master.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Modal } from '../../ui/Dialog.tsx'
import { DialogActions } from '../../ui/DialogActions.tsx'
import { Amount, DateText } from '../../ui/Numbers.tsx'
import { notify } from '../../ui/notify.tsx'
import { PostingLines } from '../../ui/PostingLines.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import textCss from '../../ui/Text.module.css'
import { WillWait } from '../../ui/WillWait.tsx'

export type Proposed = CustodianLine & {
  line: number
  proposal: NonNullable<CustodianLine['proposal']>
}
export const isProposed = (line: CustodianLine): line is Proposed =>
  line.line !== null && line.proposal !== null

/** Lines of one call. */
const AT_ONCE = 1_000
const FAILED = 'The settlements could not be confirmed. Please try again.'

interface AcceptDialogProps {
  id: number
  lines: readonly Proposed[]
  onClose: () => void
}

/** The proposals of lines: which settlements are confirmed, by how much, and the ledger's postings. */
export function AcceptDialog({ id, lines, onClose }: AcceptDialogProps) {
  const offered = lines.slice(0, AT_ONCE)
  const [left, leave] = useState<ReadonlySet<number>>(new Set())
  const [failure, setFailure] = useState<unknown>(null)
  const accept = useWrite(custodianMessages.accept)
  const send = useOnce(accept.mutateAsync)
  const chosen = offered.filter(({ line }) => !left.has(line))
  const body = {
    lines: chosen.map(({ line }) => line),
    seen: chosen.map(({ line, proposal }) => ({ line, trade: proposal.trade_id, amount: proposal.amount })),
  }
  const { preview, refusal } = usePreview(
    chosen.length === 0 ? '' : JSON.stringify(body),
    (signal) => call(custodianMessages.accept, { params: { id }, query: { dryRun: '1' }, body, signal }),
    accept.isPending || accept.isSuccess,
  )
  const toggle = (line: number) => {
    const news = new Set(left)
    if (!news.delete(line)) news.add(line)
    leave(news)
  }
  const save = async () => {
    try {
      const { results } = await send({ params: { id }, query: {}, body })
      notify.success(`${counted(results.length, 'settlement')} confirmed.`)
      onClose()
    } catch (error) {
      setFailure(error)
    }
  }
  return (
    <Modal opened onClose={onClose} title="Accept confirmations" size="80rem">
      <Stack gap="md">
        <p className={textCss.lead}>
          Each chosen line confirms the settlement of its trade, once. What is not paid in full stays
          outstanding.
          {lines.length > offered.length && ` The first ${AT_ONCE} of ${lines.length} lines are shown.`}
        </p>
        <SmallTable label="Proposals" tall>
          <thead>
            <tr>
              <th>Accept</th>
              <th>Deal</th>
              <th data-optional>Portfolio</th>
              <th data-optional>Symbol</th>
              <th data-optional>Settled on</th>
              <th data-right>Amount (LKR)</th>
              <th data-right data-optional>
                Outstanding (LKR)
              </th>
            </tr>
          </thead>
          <tbody>
            {offered.map(({ line, symbol, proposal }) => (
              <tr key={line}>
                <td>
                  <Checkbox
                    size="xs"
                    checked={!left.has(line)}
                    onChange={() => toggle(line)}
                    aria-label={`Accept line ${line}, ${proposal.deal_number}`}
                  />
                </td>
                <td>{proposal.deal_number}</td>
                <td data-optional>{proposal.portfolio}</td>
                <td data-optional>{symbol}</td>
                <td data-optional>
                  <DateText value={proposal.date} />
                </td>
                <td data-right>
                  <Amount value={proposal.amount} />
                </td>
                <td data-right data-optional>
                  <Amount value={proposal.outstanding} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
        {preview !== null &&
          (preview.postings.length === 0 ? (
            <p className={textCss.lead}>The ledger already shows this: nothing is posted.</p>
          ) : (
            <SmallTable label="Ledger lines to be posted" tall>
              <PostingLines lines={preview.postings} />
            </SmallTable>
          ))}
        {(failure ?? refusal) !== null && (
          <Banner tone="error">{sentenceOf(failure ?? refusal, FAILED)}</Banner>
        )}
        <WillWait preview={preview} />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={accept.isPending} disabled={chosen.length === 0} onClick={() => void save()}>
            Confirm {counted(chosen.length, 'settlement')}
          </Button>
        </DialogActions>
      </Stack>
    </Modal>
  )
}
