import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { FactPairs } from '../../ui/Facts.tsx'
import { Quantity } from '../../ui/Numbers.tsx'
import { Section } from '../../ui/Page.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { Skeletons } from '../../ui/States.tsx'
import { type Lines, particularsOf } from './document/document.tsx'
import css from './document/TradeReport.module.css'
import { ReportFoot } from './ReportFoot.tsx'

const DASH = '\u2013'

/** Client Info: whom the document is for, and who sent it. */
export function ClientTab({ document, lines }: { document: TradeDocumentDetail; lines: Lines }) {
  const { header, clients } = document
  if (lines.data === undefined && !lines.isError) return <Skeletons rows={8} />
  const particulars = particularsOf(document, lines.data ?? [])
  const facts: readonly (readonly [string, string | null])[] = [
    ['Client Account', particulars.clientAccount],
    ['Client Name', particulars.clientName],
    ['Broker', header.brokerName ?? document.broker],
    ['Address', header.address],
    ['Trade Date', particulars.tradeDate],
    ['Attention', header.attention],
    ['Settlement Date', particulars.settlementDate],
    ['Tel', header.tel],
    ['Fax', header.fax],
    ['E-mail', header.email],
  ]
  return (
    <>
      <Section card>
        <h2 className={css.confirmation}>TRADE CONFIRMATION</h2>
        <FactPairs
          className={css.particulars}
          facts={facts.map(([label, value]) => [label, value || DASH] as const)}
        />
      </Section>
      {clients.length > 1 && (
        <Section title="Client accounts">
          <SmallTable label="Client accounts">
            <thead>
              <tr>
                <th scope="col">Client account</th>
                <th scope="col">Client name</th>
                <th scope="col" data-right>
                  Lines
                </th>
                <th scope="col">Portfolio</th>
              </tr>
            </thead>
            <tbody>
              {clients.map(({ clientAccount, clientName, lines: count, portfolio }) => (
                <tr key={clientAccount ?? ''}>
                  <td>{clientAccount ?? DASH}</td>
                  <td>{clientName ?? DASH}</td>
                  <td data-right>
                    <Quantity value={count} />
                  </td>
                  <td>{portfolio?.name ?? DASH}</td>
                </tr>
              ))}
            </tbody>
          </SmallTable>
        </Section>
      )}
      <ReportFoot document={document} />
    </>
  )
}
