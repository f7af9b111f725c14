import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { FEES } from '@em/contract/fee-tariffs/fees'
import { Button } from '@mantine/core'
import { useMemo } from 'react'
import { changeHashQuery } from '../../lib/hash.ts'
import { loadFailure } from '../../lib/load-failure.ts'
import { counted } from '../../lib/numerals.ts'
import { Facts } from '../../ui/Facts.tsx'
import { sumOf } from '../../ui/grid/columns.ts'
import { Amount, Quantity } from '../../ui/Numbers.tsx'
import { Section, StatCard, Stats } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { ErrorState } from '../../ui/States.tsx'
import { ALL_EQUITIES, type Lines, particularsOf, sumsOf } from './document/document.tsx'
import css from './document/TradeReport.module.css'
import { ReportFoot } from './ReportFoot.tsx'
import { TradeFileSection } from './TradeFileSection.tsx'

interface OverviewTabProps {
  document: TradeDocumentDetail
  lines: Lines
  equity: string
}

/** Overview: what the document comes to, of one equity or of all. */
export function OverviewTab({ document, lines, equity }: OverviewTabProps) {
  const { data } = lines
  const sums = useMemo(
    () =>
      data === undefined
        ? undefined
        : sumsOf(
            equity === ALL_EQUITIES ? data : data.filter(({ companySymbol }) => companySymbol === equity),
          ),
    [data, equity],
  )
  const failure = loadFailure(lines, 'Failed to load the lines of the document')
  if (failure !== null && data === undefined) return <ErrorState {...failure} />
  const particulars = particularsOf(document, data ?? [])
  const loading = sums === undefined
  const shares = (of: string | undefined) => (
    <>
      <Quantity value={of} /> shares
    </>
  )
  return (
    <>
      <Stats>
        <StatCard
          label="Total Sales (LKR)"
          value={<Amount value={sums?.sales.net} />}
          note={shares(sums?.sales.shares)}
          loading={loading}
        />
        <StatCard
          label="Total Purchases (LKR)"
          value={<Amount value={sums?.purchases.net} />}
          note={shares(sums?.purchases.shares)}
          loading={loading}
        />
        <StatCard
          label="Net Settlement (LKR)"
          value={<Amount value={sums?.net} />}
          note="Sales minus purchases"
          loading={loading}
        />
      </Stats>
      <Section card title="Summary">
        <Facts
          facts={[
            { label: 'Sales', value: <Quantity value={sums?.sales.count} /> },
            { label: 'Purchases', value: <Quantity value={sums?.purchases.count} /> },
            { label: 'Brokerage (LKR)', value: <Amount value={sums?.brokerage} /> },
            { label: 'GOV CESS (LKR)', value: <Amount value={sums?.governmentCess} /> },
            { label: 'Foreign Brokerage (LKR)', value: <Amount value={sums?.foreignBrokerage} /> },
            { label: 'Clearing Fees (LKR)', value: <Amount value={sums?.clearingFees} /> },
            { label: 'Trade Date', value: particulars.tradeDate },
            { label: 'Settlement Date', value: particulars.settlementDate },
            { label: 'Client Account', value: particulars.clientAccount },
            { label: 'Client Name', value: particulars.clientName },
          ]}
        />
      </Section>
      {document.kind === 'drop-copy' && <TradeFileSection document={document} />}
      <FeeProof document={document} />
      <ReportFoot document={document} />
    </>
  )
}

/** The charged fees of the whole document compared with the schedule, fee by fee. */
function FeeProof({ document }: { document: TradeDocumentDetail }) {
  const { charged, schedule, difference, different, unproved, foreignBrokerage } = document.proof
  const total = (fees: typeof charged) => sumOf(Object.values(fees))
  // The messages of a drop copy need not state any: then there is nothing to prove.
  const isStated = document.kind !== 'drop-copy' || Object.values(charged).some((fee) => fee !== 0)
  return (
    <Section
      title={`Fees charged and schedule${document.broker === null ? '' : `, ${document.broker}`}`}
      actions={
        different > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            onClick={() => changeHashQuery({ tab: 'parsed', differences: '1' })}
          >
            Show {counted(different, 'line')} that {different === 1 ? 'differs' : 'differ'}
          </Button>
        )
      }
    >
      <SmallTable label="Fees charged and schedule">
        <thead>
          <tr>
            <th scope="col">Fee</th>
            <th scope="col" data-right>
              Charged (LKR)
            </th>
            <th scope="col" data-right>
              Schedule (LKR)
            </th>
            <th scope="col" data-right>
              Difference (LKR)
            </th>
          </tr>
        </thead>
        <tbody>
          {FEES.map(({ component, label }) => {
            const apart = sumOf([charged[component], -schedule[component]])
            return (
              <tr key={component}>
                <td>{label}</td>
                <td data-right>
                  <Amount value={isStated ? charged[component] : null} />
                </td>
                <td data-right>
                  <Amount value={schedule[component]} />
                </td>
                <td data-right>
                  <Amount value={isStated ? apart : null} />
                </td>
              </tr>
            )
          })}
        </tbody>
        <tfoot>
          <tr>
            <td>Six fees</td>
            <td data-right>
              <Amount value={isStated ? total(charged) : null} />
            </td>
            <td data-right>
              <Amount value={total(schedule)} />
            </td>
            <td data-right className={difference === 0 ? undefined : css.apart}>
              <Amount value={isStated ? difference : null} />
            </td>
          </tr>
        </tfoot>
      </SmallTable>
      <p className={css.foot}>
        {!isStated
          ? 'The messages state no fees. Trades are recorded with those of the schedule.'
          : different === 0
            ? 'Every line is charged as the schedule says.'
            : `${counted(different, 'line')} ${different === 1 ? 'differs' : 'differ'} from the schedule; up to half a cent per fee and fill is rounding and not counted.`}
        {foreignBrokerage !== 0 && (
          <>
            {' '}
            Foreign brokerage of LKR <Amount value={foreignBrokerage} /> is no part of the schedule.
          </>
        )}
        {unproved > 0 && ` ${counted(unproved, 'line')} could not be proved: no tariff reaches back so far.`}
      </p>
    </Section>
  )
}
