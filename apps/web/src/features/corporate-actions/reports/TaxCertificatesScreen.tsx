import { actionReports, type TaxCertificates } from '@em/contract/corporate-actions/action-reports'
import { SegmentedControl } from '@mantine/core'
import { messageOf } from '../../../lib/api.ts'
import { filtersSet } from '../../../lib/filters.ts'
import { changeHashQuery, useHashQuery } from '../../../lib/hash.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { counted } from '../../../lib/numerals.ts'
import { useRoute } from '../../../lib/query.ts'
import { useSession } from '../../../lib/useSession.ts'
import { TabButton } from '../../../links/TabButton.tsx'
import { PortfolioFilter } from '../../../registers/FilterChoices.tsx'
import { Banner } from '../../../ui/Banner.tsx'
import { FilterSpan } from '../../../ui/form/FilterFields.tsx'
import { FilterFrame } from '../../../ui/form/FilterFrame.tsx'
import { Amount } from '../../../ui/Numbers.tsx'
import { Page, Section, StatCard, Stats } from '../../../ui/Page.tsx'
import { RefreshButton } from '../../../ui/RefreshButton.tsx'
import { PrintReportButton } from '../../../ui/report/PrintReportButton.tsx'
import { ReportButtons } from '../../../ui/report/ReportButtons.tsx'
import { EmptyState, NothingFound } from '../../../ui/States.tsx'
import { EventInAddress } from '../shared/EventInAddress.tsx'
import { CertificateList } from './CertificateList.tsx'
import {
  askedFor,
  CERTIFICATE_STATES,
  type CertificateFilters,
  filtersOf,
  NO_FILTERS,
  partsOf,
  STATE_WORDS,
} from './certificates.ts'
import { certificatesReport } from './certificates-report.tsx'
import css from './Reports.module.css'
import { useCertificateEdit } from './useCertificateEdit.ts'

const FAILED = 'Failed to load the tax certificates'
const change = (changes: Partial<CertificateFilters>) => changeHashQuery({ ...changes })

/** Tax Certificates: the tax withheld from dividends, the certificates of it, and whether the ledger says the same. */
export default function TaxCertificatesScreen() {
  const filters = filtersOf(useHashQuery())
  const list = useRoute(actionReports.certificates, { query: askedFor(filters) }, { keepPrevious: true })
  const { user } = useSession()
  const edit = useCertificateEdit()
  const { data } = list
  const parts = data === undefined ? undefined : partsOf(data.rows, filters.state)
  const report = () => {
    if (data === undefined) throw new Error(FAILED)
    return certificatesReport(data, filters, `${user.first_name} ${user.last_name}`)
  }
  const isUnusable = data === undefined || data.rows.length === 0 || list.isPlaceholderData
  return (
    <Page
      title="Tax Certificates"
      lead="The tax withheld from dividends, with the certificate of each payer, tied to account 6200."
      actions={
        <>
          <RefreshButton loading={list.isRefetching} onClick={() => void list.refetch()} />
          <ReportButtons report={report} disabled={isUnusable} />
          <PrintReportButton report={report} disabled={isUnusable} />
        </>
      }
    >
      <Filters filters={filters} />
      {list.isError && data !== undefined && (
        <Banner tone="warning">{messageOf(list.error, FAILED)} What you see may be out of date.</Banner>
      )}
      <Cards data={data} />
      {edit.fault !== null && <Banner tone="error">{edit.fault}</Banner>}
      <CertificateList
        id="tax-certificates"
        title="Tax certificates"
        rows={parts?.posted}
        edit={edit}
        filters={
          <SegmentedControl
            size="xs"
            aria-label="Which certificates are listed"
            data={[
              { value: '', label: 'All' },
              ...CERTIFICATE_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
            ]}
            value={filters.state}
            onChange={(state) => changeHashQuery({ state })}
          />
        }
        offset={parts !== undefined && parts.memo.length > 0 ? 320 : 220}
        error={loadFailure(list, FAILED)}
        empty={
          filtersSet(filters) > 0 ? (
            <NothingFound title="No certificates match the filters" onClear={() => change(NO_FILTERS)} />
          ) : (
            <EmptyState
              title="No tax was withheld yet"
              action={<TabButton to={['Corporate Actions', 'Dividend']}>Dividends</TabButton>}
            >
              Each processed dividend with tax stands here, once for each portfolio, until its certificate
              came.
            </EmptyState>
          )
        }
      />
      {parts !== undefined && parts.memo.length > 0 && (
        <Section title="Memo: tax of scrip dividends without income">
          <p className={css.note}>
            Withheld by the company and posted to no account. It is not part of the total above.
          </p>
          <CertificateList
            id="tax-certificates-memo"
            title="Memo tax"
            rows={parts.memo}
            edit={edit}
            offset={420}
            empty={<EmptyState title="No memo tax" />}
          />
        </Section>
      )}
      {parts !== undefined && parts.takenOn.length > 0 && (
        <Section title="Open items: tax of dividends from before the opening date">
          <p className={css.note}>
            Withheld from income of an earlier book and posted to no account here; the certificates are still
            to come. It is not part of the total above.
          </p>
          <CertificateList
            id="tax-certificates-taken-on"
            title="Tax of open items"
            rows={parts.takenOn}
            edit={edit}
            offset={420}
            empty={<EmptyState title="No tax of open items" />}
          />
        </Section>
      )}
      <EventInAddress />
    </Page>
  )
}

function Filters({ filters }: { filters: CertificateFilters }) {
  return (
    <FilterFrame
      label="Filter the certificates"
      count={filtersSet(filters)}
      onClear={() => change(NO_FILTERS)}
    >
      <PortfolioFilter value={filters.portfolio} onChange={(portfolio) => change({ portfolio })} />
      <FilterSpan
        books={{ portfolio: filters.portfolio }}
        labels={['From', 'To']}
        from={filters.from}
        to={filters.to}
        onChange={(days) => changeHashQuery({ ...days })}
      />
    </FilterFrame>
  )
}

/** The withheld tax and whether the ledger agrees: shown first. */
function Cards({ data }: { data: TaxCertificates | undefined }) {
  const loading = data === undefined
  const isTied = data === undefined || data.difference === 0
  return (
    <Stats>
      <StatCard
        label="Tax withheld (LKR)"
        value={<Amount value={data?.tax} />}
        note="All certificates of these days and portfolios"
        loading={loading}
      />
      <StatCard
        label="Movement of 6200 (LKR)"
        value={<Amount value={data?.ledger} />}
        note={
          data === undefined || data.provisional === 0 ? (
            'Withholding Tax in the ledger'
          ) : (
            <>
              <Amount value={data.provisional} /> of it is provisional tax at ex dates, paid on other days
            </>
          )
        }
        loading={loading}
      />
      <StatCard
        label="Difference (LKR)"
        value={<Amount value={data?.difference} signed />}
        note={
          isTied ? (
            'Agrees with the ledger'
          ) : (
            <span className={css.wrong}>Does not agree with the ledger</span>
          )
        }
        loading={loading}
      />
      <StatCard
        label="Missing"
        value={data?.missing ?? ''}
        note={
          data === undefined
            ? ''
            : `of ${counted(data.rows.filter((row) => !row.is_memo).length, 'certificate')}`
        }
        loading={loading}
      />
      {data !== undefined && data.memo !== 0 && (
        <StatCard
          label="Memo tax (LKR)"
          value={<Amount value={data.memo} />}
          note="Scrip dividends without income, outside 6200"
        />
      )}
      {data !== undefined && data.taken_on !== 0 && (
        <StatCard
          label="Tax of open items (LKR)"
          value={<Amount value={data.taken_on} />}
          note="Dividends of before the books began, outside 6200"
        />
      )}
    </Stats>
  )
}
