import { ELECTIONS_MAX } from '@em/contract/corporate-actions/action-elections'
import {
  type ActionPreview,
  type CorporateActionDetail,
  corporateActions,
  type Entitlement,
} from '@em/contract/corporate-actions/corporate-actions'
import { type ActionKind, KINDS } from '@em/contract/corporate-actions/kinds'
import { Switch } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { callPages } from '../../../lib/api.ts'
import { isDate, today } from '../../../lib/dates.ts'
import { loadFailure } from '../../../lib/load-failure.ts'
import { counted } from '../../../lib/numerals.ts'
import { keyOf } from '../../../lib/query.ts'
import { useScrolled } from '../../../lib/useScrolled.ts'
import { Banner } from '../../../ui/Banner.tsx'
import { WholeRow } from '../../../ui/form/FormShell.tsx'
import { SelectField } from '../../../ui/form/TextFields.tsx'
import { type Column, DataGrid } from '../../../ui/grid/DataGrid.tsx'
import { Amount, Quantity } from '../../../ui/Numbers.tsx'
import { PostingLines } from '../../../ui/PostingLines.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import { EmptyState } from '../../../ui/States.tsx'
import textCss from '../../../ui/Text.module.css'
import css from './Event.module.css'

type Of = Column<Entitlement>
type Figure = Exclude<keyof Entitlement, 'allocations'>

const money = (id: Figure, header: string, more: Partial<Of> = {}): Of => ({
  id,
  header,
  unit: 'LKR',
  kind: 'money',
  value: (row) => row[id],
  width: 132,
  total: 'sum',
  phone: false,
  ...more,
})
const quantity = (id: Figure, header: string, more: Partial<Of> = {}): Of => ({
  id,
  header,
  kind: 'quantity',
  value: (row) => row[id],
  width: 112,
  total: 'sum',
  phone: false,
  ...more,
})

const CHOSEN = { subscribe: 'subscribed', sell: 'sold', lapse: 'lapsed', additional: 'additional' } as const
const CHOSEN_WORDS = {
  subscribed: 'Subscribed',
  sold: 'Sold',
  lapsed: 'Lapsed',
  additional: 'Additional',
} as const

const NAME: Of = {
  id: 'portfolio',
  header: 'Portfolio',
  value: (row) => row.portfolioName,
  width: 190,
  least: 150,
  phone: true,
}

/** Money of an entitlement: of what is applied for, what was paid and what comes back. */
function moneyColumns(kind: ActionKind): Of[] {
  const { allots, gives, taxOn } = KINDS[kind]
  if (allots !== undefined) {
    const { header, ...more } = allots.grossColumn
    return [
      money('gross', header, more),
      money('received', 'Refunded', { hidden: true }),
      money('outstanding', 'Refund Outstanding', { width: 156 }),
    ]
  }
  const { shares } = gives
  return [
    money('gross', 'Gross'),
    money('tax', 'Tax', { hidden: shares }),
    ...(taxOn !== undefined
      ? [
          {
            id: 'tax_rate',
            header: 'Tax Rate',
            unit: '%',
            kind: 'number',
            decimals: 4,
            value: (row) => row.tax_rate,
            width: 96,
            phone: false,
            hidden: true,
          } satisfies Of,
          {
            id: 'tax_rate_on',
            header: 'Rate Of',
            kind: 'date',
            hint: 'The day whose rate of the register counts: the payment date, before it has come the ex date',
            value: (row) => row.tax_rate_on,
            width: 112,
            phone: false,
            hidden: true,
          } satisfies Of,
          {
            id: 'ex_tax_rate',
            header: 'Rate at XD',
            unit: '%',
            kind: 'number',
            decimals: 4,
            hint: 'Withheld provisionally at the ex date; the payment date posts the difference',
            value: (row) => row.ex_tax_rate,
            width: 104,
            phone: false,
            hidden: true,
          } satisfies Of,
        ]
      : []),
    money('net', 'Net', { phone: !shares }),
    money('received', 'Received', { hidden: shares }),
    money('outstanding', 'Outstanding', { phone: !shares }),
  ]
}

/** The columns of each portfolio, for the shares or money of the kind; `versions` adds the version of a row. */
export function entitlementColumns(kind: ActionKind, versions = false): readonly Of[] {
  const { gives, elects, allots, hasMemoTax } = KINDS[kind]
  const { shares, money: hasMoney } = gives
  const choices = Object.keys(elects?.choices ?? {}) as (keyof typeof CHOSEN)[]
  const columns: Of[] = [
    NAME,
    quantity('shares_held', 'Shares Held', {
      hint: 'At the close before the day, unsettled trades included',
    }),
    quantity('shares_typed', 'Shares Typed', { hidden: true, hint: 'As typed in the form', width: 116 }),
    ...(shares ? [quantity('entitled_shares', 'Entitled Shares', { phone: true, width: 126 })] : []),
    ...(shares
      ? [
          {
            id: 'fraction',
            header: 'Fraction',
            kind: 'number',
            decimals: 4,
            value: (row) => row.fraction,
            width: 96,
            phone: false,
            hidden: allots !== undefined,
          } satisfies Of,
        ]
      : []),
    ...choices.map((choice) => quantity(CHOSEN[choice], CHOSEN_WORDS[CHOSEN[choice]], { width: 104 })),
    ...(allots !== undefined ? [quantity('allotted', 'Allotted', { width: 100 })] : []),
    ...(hasMoney ? moneyColumns(kind) : []),
    ...(hasMemoTax === true ? [money('memo_tax', 'Memo Tax', { hint: 'Withheld outside the books' })] : []),
    ...(versions
      ? [
          {
            id: 'version',
            header: 'Version',
            kind: 'quantity',
            value: (row) => row.version,
            width: 84,
            phone: true,
          } satisfies Of,
          {
            id: 'current',
            header: 'Current',
            kind: 'boolean',
            value: (row) => row.is_current,
            width: 84,
            phone: false,
          } satisfies Of,
          {
            id: 'at',
            header: 'Recorded',
            kind: 'moment',
            value: (row) => row.recorded_at,
            width: 150,
            phone: false,
          } satisfies Of,
        ]
      : []),
  ]
  // Of several versions of one portfolio a sum would say nothing; pages come one by one, so the server's order stays.
  return columns.map(({ total: sum, ...column }) => ({
    ...column,
    ...(versions || sum === undefined ? {} : { total: sum }),
    sortable: false,
  }))
}

/** The entitlements of each portfolio, with the amounts received; earlier versions on request. */
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
      // Totals are shown once all rows are loaded.
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

/** The props shared by dialogs about one portfolio of an event: the portfolio, and a day. */

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
/** The due day where it has come, else today. */
export const dayOf = (date: string | null) => (date !== null && date <= today() ? date : today())

/** The only portfolio, or the one that was chosen before; otherwise the user has to choose. */
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

interface PreviewedProps {
  preview: ActionPreview
  /** Without what each portfolio is entitled to: of an act on one portfolio. */
  brief?: boolean
}

/** The effect of a write: entitlements, ledger lines, holdings before and after, and points to check. */
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

/** The points that a user should check. */
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
