import type { OpeningLotsReport } from '@em/contract/openings/openings'
import { Stack } from '@mantine/core'
import { counted } from '../../lib/numerals.ts'
import { Banner } from '../../ui/Banner.tsx'
import { DebitCredit, DebitCreditHead, DebitCreditTotal } from '../../ui/DebitCredit.tsx'
import { Amount, DateText, Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { WillWait } from '../../ui/WillWait.tsx'
import { faultSentences } from '../batches/rows/faults.ts'
import { FaultLine, type GoToRow, RowLink } from '../batches/rows/RowLinks.tsx'
import rowsCss from '../batches/rows/Rows.module.css'
import type { Check } from '../batches/rows/useCheck.ts'
import { AffectedSales } from '../trades/preview/AffectedSales.tsx'
import { EntitlementChanges } from '../trades/preview/EntitlementChanges.tsx'
import { GainsByMonth } from '../trades/preview/GainsByMonth.tsx'
import { LOT_COLUMNS } from './lots.ts'
import css from './Openings.module.css'

const LISTED = 200
const LABELS = new Map(LOT_COLUMNS.map(({ field, label }) => [field, label]))
const count = (value: number) => value.toLocaleString('en-LK')

interface LotsReportProps {
  check: Check<OpeningLotsReport>
  openingDate: string
  onGo: GoToRow
}

/** The effect of the lots: rows at fault, or the positions and entries after them. */
export function LotsReport({ check: { last, open }, openingDate, onGo }: LotsReportProps) {
  if (last === null) return null
  const { report, checked, fresh } = last
  return (
    <Stack gap="md">
      {fresh && <WillWait preview={report} />}
      {report.failed > 0 && (
        <Banner tone={open.length === 0 ? 'info' : 'error'}>
          {count(report.failed)} of {counted(report.rows, 'lot')} {fresh ? 'cannot' : 'could not'} be
          recorded.
          {!fresh && ' Rows were changed since: check them again.'}
          <ul className={rowsCss.list}>
            {faultSentences(open, LABELS)
              .slice(0, LISTED)
              .map((fault) => (
                <li key={fault.sentence}>
                  <FaultLine fault={fault} checked={checked} onGo={onGo} />
                </li>
              ))}
          </ul>
        </Banner>
      )}
      {fresh && report.warnings.length > 0 && (
        <Banner tone="warning">
          Identical rows are recorded as separate lots. Check that none was pasted twice.
          <ul className={rowsCss.list}>
            {report.warnings.slice(0, LISTED).map(({ row, message }) => (
              <li key={row}>
                <RowLink row={row} field="symbol" checked={checked} onGo={onGo} word />: {message}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {fresh && report.ok && <Outcome report={report} openingDate={openingDate} />}
    </Stack>
  )
}

function Outcome({ report, openingDate }: { report: OpeningLotsReport; openingDate: string }) {
  const { consequences, positions, postings } = report
  return (
    <>
      <Banner tone="success">
        {counted(report.rows, 'lot')} can be recorded: cost LKR <Amount value={report.cost} />, charges
        carried LKR <Amount value={report.charges} />.
      </Banner>
      <Section title="Holdings">
        <SmallTable label="Holdings" tall>
          <thead>
            <tr>
              <th scope="col">Security</th>
              <th scope="col" data-right data-optional>
                Lots
              </th>
              <th scope="col" data-right data-optional>
                Shares now
              </th>
              <th scope="col" data-right>
                Shares after
              </th>
              <th scope="col" data-right>
                Cost after (LKR)
              </th>
            </tr>
          </thead>
          <tbody>
            {positions.map((position) => (
              <tr key={position.symbol}>
                <td data-wrap>
                  {position.symbol} {position.company_name}
                </td>
                <td data-right data-optional>
                  <Quantity value={position.lots} />
                </td>
                <td data-right data-optional>
                  <Quantity value={position.before.quantity} />
                </td>
                <td data-right>
                  <Quantity value={position.after.quantity} />
                </td>
                <td data-right>
                  <Amount value={position.after.cost} />
                </td>
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </Section>
      <Section title="Ledger">
        <p className={css.quiet}>
          {count(report.entries)} {report.entries === 1 ? 'entry' : 'entries'} on{' '}
          <DateText value={openingDate} />
          {report.entries > report.rows && ', fair values taken back on the next day'}. Together:
        </p>
        <SmallTable label="Ledger lines">
          <thead>
            <tr>
              <th scope="col">Account</th>
              <DebitCreditHead />
            </tr>
          </thead>
          <tbody>
            {postings.map((line) => (
              <tr key={line.account_code}>
                <td data-wrap>
                  {line.account_code} {line.account_name}
                </td>
                <DebitCredit debit={line.debit} credit={line.credit} />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Total</th>
              <DebitCreditTotal lines={postings} />
            </tr>
          </tfoot>
        </SmallTable>
      </Section>
      <EntitlementChanges changes={consequences} />
      {consequences.affectedSales > 0 && (
        <Section title="Sales whose cost changes">
          <Banner tone="warning">
            {count(consequences.affectedSales)} recorded{' '}
            {consequences.affectedSales === 1 ? 'sale takes' : 'sales take'} from these lots, each posted as
            one linked difference entry.
          </Banner>
          <AffectedSales consequences={consequences} />
          <GainsByMonth months={consequences.gainsByMonth} />
        </Section>
      )}
    </>
  )
}
