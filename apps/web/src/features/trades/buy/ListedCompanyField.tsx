import { activeEquities } from '@em/contract/equities/equities'
import { Anchor } from '@mantine/core'
import { useMemo } from 'react'
import { useRoute } from '../../../lib/query.ts'
import { hrefOf } from '../../../links/tabs.ts'
import { securityItems } from '../../../ui/picker/security-items.ts'
import { CompanyField } from '../form/CompanyField.tsx'
import type { TradeForm } from '../form/useTradeForm.ts'

/** The company of a buy: any active security. */
export function ListedCompanyField({ trade }: { trade: TradeForm }) {
  const equities = useRoute(activeEquities)
  const items = useMemo(
    () =>
      securityItems(equities.data, ({ id, sector }) => ({ key: String(id), detail: sector ?? undefined })),
    [equities.data],
  )
  return (
    <CompanyField
      name="companyName"
      label="Company Name"
      required
      items={items}
      loading={equities.isPending}
      recentKey="equities"
      {...(equities.isError ? { nothingFound: 'Failed to fetch companies' } : {})}
      {...(equities.data?.length === 0 ? { nothingFound: <NoCompanies /> } : {})}
      onPick={(company) => trade.change((values) => ({ ...values, ...company }))}
    />
  )
}

function NoCompanies() {
  return (
    <>
      No companies found. Add the securities that can be traded in{' '}
      <Anchor href={hrefOf('Master Data Management', 'Equity Master')}>Equity Master</Anchor>.
    </>
  )
}
