import { ELECTIONS_MAX } from '@em/contract/books/action-elections'
import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/books/corporate-actions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { callPages } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { keyOf } from '../../../lib/query.ts'
import { WholeRow } from '../../../ui/form/FormShell.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'

/** What dialogs about one portfolio of an event share: which portfolio it is, and a day. */

export interface OfPortfolioProps {
  action: CorporateActionDetail
  /** The current entitlements, of all portfolios. */
  entitlements: readonly Entitlement[]
  /** The portfolio that it is about, where it is known already. */
  portfolioId?: string
  onClose: () => void
}
/** The current entitlements of an event, all of them at once: what dialogs choose from. */
export function useEntitlements(id: number): UseQueryResult<readonly Entitlement[], Error> {
  return useQuery({
    queryKey: [...keyOf(corporateActions.entitlements, { params: { id } }), 'all'],
    queryFn: async () =>
      (await callPages<Entitlement>(corporateActions.entitlements, {}, ELECTIONS_MAX, ELECTIONS_MAX, { id }))
        .rows,
  })
}

export type Values = Record<string, string>

export const required = (label: string, value: string | undefined) =>
  (value ?? '').trim() === '' ? `${label} is required.` : null
export const isDay = (label: string, value: string | undefined) =>
  isDate(value ?? '') ? null : `${label} is required.`
/** What is due on a day that has come is dated with it. */
export const dayOf = (date: string | null) => (date !== null && date <= today() ? date : today())

/** The one portfolio there is, or the one that was chosen before; else somebody chooses. */
export function firstOf(rows: readonly Entitlement[], chosen: string | undefined): Entitlement | undefined {
  return rows.find((row) => row.portfolioId === chosen) ?? (rows.length === 1 ? rows[0] : undefined)
}

export function PortfolioChoice({
  rows,
  detail,
  onPick,
}: {
  rows: readonly Entitlement[]
  detail: (row: Entitlement) => string
  onPick: (row: Entitlement) => void
}) {
  return (
    <WholeRow>
      <SelectField
        name="portfolioId"
        label="Portfolio"
        required
        searchable
        {...(rows.length === 0 ? { help: 'There is no portfolio left of which this can be recorded.' } : {})}
        options={rows.map((row) => ({
          value: row.portfolioId,
          label: `${row.portfolioName} (${row.portfolioId}): ${detail(row)}`,
        }))}
        onChange={(portfolioId) => {
          const row = rows.find((one) => one.portfolioId === portfolioId)
          if (row !== undefined) onPick(row)
        }}
      />
    </WholeRow>
  )
}
