import { ELECTIONS_MAX } from '@em/contract/books/action-elections'
import {
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/books/corporate-actions'
import { Switch } from '@mantine/core'
import { useMemo, useState } from 'react'
import { callPages } from '../../../lib/api.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import { entitlementColumns } from './entitlement-columns.tsx'

/** What each portfolio is entitled to, with what it received; earlier versions where they are asked for. */
export function Entitlements({ action }: { action: CorporateActionDetail }) {
  const [versions, setVersions] = useState(false)
  const params = { id: action.id }
  const query = versions ? { versions: 'all' } : {}
  const { list, rows, total, more } = useScrolled<Entitlement>(corporateActions.entitlements, {
    params,
    query,
  })
  const columns = useMemo(() => entitlementColumns(action.kind, versions), [action.kind, versions])
  return (
    <DataGrid
      id={`entitlements-${action.kind}${versions ? '-versions' : ''}`}
      title={`Entitlements ${action.title}`}
      noun={versions ? 'versions' : 'portfolios'}
      rows={rows}
      columns={columns}
      rowKey={(row) => `${row.portfolioId}/${row.version}`}
      search={false}
      muted={(row) => !row.is_current}
      // Sums stand there once all rows do.
      {...(more.has ? {} : { totalsLabel: 'Together' })}
      more={{ ...more, total }}
      filters={
        <Switch
          label="All versions"
          checked={versions}
          onChange={(event) => setVersions(event.currentTarget.checked)}
        />
      }
      allRows={async () =>
        (
          await callPages<Entitlement>(
            corporateActions.entitlements,
            query,
            10 * ELECTIONS_MAX,
            ELECTIONS_MAX,
            params,
          )
        ).rows
      }
      error={loadFailure(list, 'Failed to load the entitlements')}
      empty={
        <EmptyState title="No entitlements">
          {action.state === 'draft'
            ? 'A draft has none. Edit it and save it to announce it.'
            : `${action.securityCode ?? action.securityName} is not held at the close before its day.`}
        </EmptyState>
      }
    />
  )
}
