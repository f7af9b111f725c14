import type { TradeDocumentDetail } from '@em/contract/documents/trade-documents'
import { formatNumber } from '../../../lib/numerals.ts'
import { NumberField } from '../../../ui/form/NumberField.tsx'
import { TextField } from '../../../ui/form/TextFields.tsx'
import { Section } from '../../../ui/Page.tsx'
import { SmallTable } from '../../../ui/SmallTable.tsx'
import css from '../document/TradeReport.module.css'
import { CONTROLS, type Control, controlsApart, SIDES, type Side, type Terms } from './useRecording.ts'

const SIDE_WORDS = { purchases: 'Purchases', sales: 'Sales' } as const
const CONTROL_WORDS = { count: 'Fills', gross: 'Gross', fees: 'Fees', net: 'Net' } as const
const shown = (control: Control, value: number | null | undefined) =>
  formatNumber(value, { decimals: control === 'count' ? 0 : 2 })

/** The figures that a document states of both sides together. */
const WHOLE = ['count', 'net'] as const

interface ControlsPartProps {
  document: TradeDocumentDetail
  terms: Terms
  onChange: (changes: Partial<Terms>) => void
}

/** Control totals: what the lines come to, what the document states, and what a person types from the paper. */
export function ControlsPart({ document, terms, onChange }: ControlsPartProps) {
  const { totals, statedTotals } = document
  const apart = controlsApart(document, terms)
  const type = (side: Side, control: Control, value: string) =>
    onChange({
      controls: { ...terms.controls, [side]: { ...terms.controls[side], [control]: value } },
    })
  const isApart = (side: Side | 'document', control: Control) =>
    apart.some((one) => one.side === side && one.total === control)
  const rows = SIDES.filter((side) => totals[side].count > 0 || statedTotals?.[side] != null)
  return (
    <Section title="Control totals" card>
      <div className={css.controls}>
        <SmallTable label="Control totals">
          <thead>
            <tr>
              <th scope="col">Total</th>
              <th scope="col" data-right>
                In the lines
              </th>
              <th scope="col" data-right data-optional>
                Stated in the document
              </th>
              <th scope="col" data-right>
                Your figure
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.flatMap((side) =>
              CONTROLS.map((control) => {
                const label = `${SIDE_WORDS[side]}, ${CONTROL_WORDS[control].toLowerCase()}`
                return (
                  <tr key={label}>
                    <td>{label}</td>
                    <td data-right className={isApart(side, control) ? css.apart : undefined}>
                      {shown(control, totals[side][control])}
                    </td>
                    <td data-right data-optional>
                      {shown(control, statedTotals?.[side]?.[control])}
                    </td>
                    <td data-right>
                      <NumberField
                        label={label}
                        labelHidden
                        whole={control === 'count'}
                        value={terms.controls[side][control]}
                        onChange={(value) => type(side, control, value)}
                      />
                    </td>
                  </tr>
                )
              }),
            )}
            {WHOLE.filter((control) => statedTotals?.[control] != null).map((control) => (
              <tr key={control}>
                <td>Document, {CONTROL_WORDS[control].toLowerCase()}</td>
                <td data-right className={isApart('document', control) ? css.apart : undefined}>
                  {shown(
                    control,
                    control === 'net' ? totals.net : totals.purchases.count + totals.sales.count,
                  )}
                </td>
                <td data-right data-optional>
                  {shown(control, statedTotals?.[control])}
                </td>
                <td />
              </tr>
            ))}
          </tbody>
        </SmallTable>
      </div>
      {apart.length === 0 ? (
        <p className={css.foot}>
          Optional: type what the broker's paper says. A figure that the lines do not come to needs a reason.
        </p>
      ) : (
        <>
          <ul className={css.list}>
            {apart.map(({ side, total, stated, found }) => (
              <li key={`${side} ${total} ${stated}`}>
                {side === 'document' ? 'Document' : SIDE_WORDS[side]}, {CONTROL_WORDS[total].toLowerCase()}:{' '}
                {shown(total, stated)} stated, {shown(total, found)} in the lines
              </li>
            ))}
          </ul>
          <TextField
            label="Reason for recording all the same"
            required
            maxLength={500}
            value={terms.controlReason}
            onChange={(controlReason) => onChange({ controlReason })}
          />
        </>
      )}
    </Section>
  )
}
