import type { SettlementRow } from '@em/contract/settlements/settlements'
import { selectionOf } from '../../../ui/grid/selection.tsx'

/** Instructions ticked in the list. */
export const { SelectionProvider, useSelection, Tick } = selectionOf<SettlementRow>({
  keyOf: (row) => row.trade_id,
  nameOf: (row) => row.deal_number,
})
