import { prices } from '@em/contract/prices/prices'
import { formatDate, today } from '../../lib/dates.ts'
import { useRoute } from '../../lib/query.ts'
import { Modal } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/States.tsx'
import { Sheet } from './PriceSheetScreen.tsx'
import { UploadSummaries } from './UploadSummaries.tsx'

interface AddPricesProps {
  /** The exchange's files, or the price sheet. */
  way: 'file' | 'sheet'
  onClose: () => void
}

/** The two ways to record prices, over another screen. */
export default function AddPrices({ way, onClose }: AddPricesProps) {
  return way === 'file' ? <UploadSummaries opened onClose={onClose} /> : <SheetDialog onClose={onClose} />
}

/** The price sheet of the last market day: typed, pasted or read from a file. */
function SheetDialog({ onClose }: Pick<AddPricesProps, 'onClose'>) {
  const latest = useRoute(prices.sheet, { params: { date: today() } })
  const date = latest.data?.marketDay ?? ''
  const sheet = useRoute(prices.sheet, { params: { date } }, { enabled: date !== '' })
  const title = date === '' ? 'Prices' : `Prices of ${formatDate(date)}`
  return (
    <Modal opened onClose={onClose} title={title} size="80rem">
      <Loaded query={sheet} failed="Failed to load the prices">
        {(found) => <Sheet key={found.date} sheet={found} onSaved={onClose} />}
      </Loaded>
    </Modal>
  )
}
