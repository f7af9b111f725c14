/** The six fees: the name in a form, the name as stored, and what people call it. */
export const FEES = [
  { field: 'brokerage', stored: 'brokerage', label: 'Brokerage' },
  { field: 'cseFees', stored: 'cse_fees', label: 'CSE Fees' },
  { field: 'cdsFees', stored: 'cds_fees', label: 'CDS Fees' },
  { field: 'clearingFees', stored: 'clearing_fees', label: 'Clearing Fees' },
  { field: 'sec', stored: 'sec', label: 'SEC Cess' },
  { field: 'stl', stored: 'stl', label: 'Share Transaction Levy' },
] as const

export const FEE_SOURCES = { schedule: 'By schedule', contract: 'As charged', manual: 'As charged' } as const
