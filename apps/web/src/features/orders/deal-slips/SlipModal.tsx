import { transactions } from '@em/contract/trades/transactions'
import { Button, Stack } from '@mantine/core'
import IconPrinter from '@tabler/icons-react/dist/esm/icons/IconPrinter.mjs'
import { useCallback, useState } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { goTo } from '../../../links/tabs.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { Modal } from '../../../ui/Dialog.tsx'
import { DialogActions } from '../../../ui/DialogActions.tsx'
import { PrintSheet } from '../../../ui/print/PrintSheet.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { Loaded } from '../../../ui/States.tsx'
import { useLast } from '../../../ui/useLast.ts'
import { SlipPaper } from './SlipPaper.tsx'
import { slipReport, slipTitle } from './slip-content.ts'

interface SlipModalProps {
  /** The trade's id; null keeps the dialog shut. */
  id: number | null
  onClose: () => void
}

/** The slip of one trade, as it will be printed. */
export function SlipModal({ id, onClose }: SlipModalProps) {
  const { user } = useSession()
  const by = `${user.first_name} ${user.last_name}`
  const shown = useLast(id)
  const query = useRoute(transactions.one, { params: { id: shown ?? 0 } }, { enabled: id !== null })
  const [printing, setPrinting] = useState(false)
  const printed = useCallback(() => setPrinting(false), [])
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={query.data === undefined ? 'Deal Slip' : slipTitle(query.data)}
      size="lg"
    >
      <Loaded query={query} failed="Failed to load the deal slip">
        {(trade) => (
          <Stack gap="md">
            {trade.is_deleted && <Banner tone="warning">This transaction was deleted.</Banner>}
            <SlipPaper trade={trade} />
            <DialogActions>
              <Button
                variant="default"
                onClick={() => goTo('Trade Capture', 'Transactions', { trade: String(trade.trade.id) })}
              >
                Show transaction
              </Button>
              <ReportButtons
                formats={['pdf']}
                disabled={trade.is_deleted}
                report={() => slipReport(trade, by)}
              />
              <Button
                data-autofocus
                leftSection={<IconPrinter size={16} />}
                disabled={trade.is_deleted}
                onClick={() => setPrinting(true)}
              >
                Print
              </Button>
            </DialogActions>
            {printing && (
              <PrintSheet title={slipTitle(trade)} facts={[]} by={by} onDone={printed} portrait>
                <SlipPaper trade={trade} />
              </PrintSheet>
            )}
          </Stack>
        )}
      </Loaded>
    </Modal>
  )
}
