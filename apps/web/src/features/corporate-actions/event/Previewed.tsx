import type { ActionPreview } from '@em/contract/books/corporate-actions'
import { counted } from '../../../lib/numerals.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../../ui/Numbers.tsx'
import { PostingLines } from '../../../ui/PostingLines.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import textCss from '../../../ui/Text.module.css'
import css from './Event.module.css'
import { entitlementColumns } from './entitlement-columns.tsx'

interface PreviewedProps {
  preview: ActionPreview
  /** Without what each portfolio is entitled to: of an act on one portfolio. */
  brief?: boolean
}

/** What a write would do: entitlements, ledger lines, holdings before and after, and what to look at. */
export function Previewed({ preview, brief = false }: PreviewedProps) {
  const { entitlements, postings, positions, warnings } = preview
  return (
    <>
      <Warnings of={warnings} />
      {!brief && entitlements.length > 0 && (
        <DataGrid
          id={`preview-entitlements-${preview.kind}`}
          title="Entitlements"
          noun="portfolios"
          rows={entitlements}
          columns={entitlementColumns(preview.kind)}
          rowKey={(row) => row.portfolioId}
          search={false}
          totalsLabel={entitlements.length === preview.portfolios ? 'Together' : 'Of those shown'}
        />
      )}
      {preview.portfolios > entitlements.length && entitlements.length > 0 && !brief && (
        <p className={textCss.lead}>
          The first {counted(entitlements.length, 'portfolio')} of {counted(preview.portfolios, 'portfolio')}.
        </p>
      )}
      <div className={css.tables}>
        {postings.length === 0 ? (
          <p className={textCss.lead}>Nothing is posted to the ledger.</p>
        ) : (
          <SmallTable label="Ledger lines to be posted" tall>
            <PostingLines lines={postings} />
          </SmallTable>
        )}
        {positions.length > 0 && <Positions of={positions} />}
      </div>
    </>
  )
}

/** What somebody should look at. */
export function Warnings({ of }: { of: readonly string[] }) {
  if (of.length === 0) return null
  return (
    <Banner tone="warning">
      {of.length === 1 ? (
        of[0]
      ) : (
        <ul className={css.list}>
          {of.map((one) => (
            <li key={one}>{one}</li>
          ))}
        </ul>
      )}
    </Banner>
  )
}

function Positions({ of }: { of: ActionPreview['positions'] }) {
  const isOne = of.every(({ portfolioId }) => portfolioId === of[0]?.portfolioId)
  return (
    <SmallTable label="Holdings before and after" tall>
      {isOne && <caption>{of[0]?.portfolioName}</caption>}
      <thead>
        <tr>
          {!isOne && <th scope="col">Portfolio</th>}
          <th scope="col">Security</th>
          <th scope="col" data-right data-optional>
            Shares before
          </th>
          <th scope="col" data-right>
            Shares after
          </th>
          <th scope="col" data-right data-optional>
            Cost before (LKR)
          </th>
          <th scope="col" data-right>
            Cost after (LKR)
          </th>
        </tr>
      </thead>
      <tbody>
        {of.map(({ portfolioId, portfolioName, symbol, before, after }) => (
          <tr key={`${portfolioId} ${symbol}`}>
            {!isOne && <td data-wrap>{portfolioName}</td>}
            <td>{symbol}</td>
            <td data-right data-optional>
              <Quantity value={before.quantity} />
            </td>
            <td data-right>
              <Quantity value={after.quantity} />
            </td>
            <td data-right data-optional>
              <Amount value={before.cost} />
            </td>
            <td data-right>
              <Amount value={after.cost} />
            </td>
          </tr>
        ))}
      </tbody>
    </SmallTable>
  )
}
