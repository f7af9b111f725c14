import type { SheetRow } from '@em/contract/prices/prices'
import { PRICE_SOURCES } from '@em/contract/prices/trade-summary'
import { TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { formatDate, formatMoment } from '../../lib/dates.ts'
import { groupNumeral, readTyped } from '../../lib/numerals.ts'
import { SecurityLink } from '../../links/SecurityLink.tsx'
import type { Column } from '../../ui/grid/columns.ts'
import { toHtml, toTsv } from '../../ui/grid/copy.ts'
import { Percent, Price, Quantity } from '../../ui/Numbers.tsx'
import { SmallTable } from '../../ui/SmallTable.tsx'
import { SelectionLine } from '../../ui/sheet/SelectionLine.tsx'
import { type SheetRange, useSheet } from '../../ui/sheet/useSheet.ts'
import css from './Prices.module.css'
import { shownIn, type Typed } from './price-rows.ts'
import { exceptionWords } from './price-texts.ts'

/** A price is old after so many market days. */
const STALE_AFTER = 5

type Shown = Typed[string]
const FIELDS = ['last', 'close'] as const

interface PriceTableProps {
  date: string
  rows: readonly SheetRow[]
  typed: Typed
  faults: ReadonlyMap<string, string>
  readOnly: boolean
  /** How often the sheet was saved: each save puts the focus on the first price that is missing, as opening does. */
  saves: number
  onChange: (now: Typed) => void
  /** Answers whether it was taken, from the row of a symbol on. */
  onPaste: (text: string, from: string) => boolean
}

/** The prices of a day, typed with the keys of a spreadsheet. */
export function PriceTable(props: PriceTableProps) {
  const { date, rows, typed, faults, readOnly, saves, onChange, onPaste } = props
  const body = useRef<HTMLTableSectionElement>(null)
  const shown = rows.map((row) => shownIn(row, typed))
  const within = ({ top, bottom, left, right }: SheetRange) => ({
    rows: rows.slice(top, bottom + 1).map((row, at) => ({ row, shown: shown[top + at] ?? NOTHING })),
    fields: FIELDS.slice(left, right + 1),
  })
  const change = (range: SheetRange, textOf: (field: (typeof FIELDS)[number]) => string) => {
    const { rows: some, fields } = within(range)
    const now = Object.fromEntries(fields.map((field) => [field, textOf(field)]))
    if (!readOnly)
      onChange(Object.fromEntries(some.map(({ row, shown: before }) => [row.symbol, { ...before, ...now }])))
  }
  const sheet = useSheet({
    frame: body,
    lines: rows.length,
    columns: FIELDS.length,
    typed: [0, FIELDS.length - 1],
    onFill: (range) => {
      if (range.top < range.bottom) change(range, (field) => shown[range.top]?.[field] ?? '')
    },
    onClear: (range) => change(range, () => ''),
    copyOf: (range) => {
      const { rows: some, fields } = within(range)
      const columns = fields.map(
        (field): Column<Shown> => ({
          id: field,
          header: field,
          kind: 'price',
          value: (row) => readTyped(row[field]) ?? row[field],
        }),
      )
      const of = some.map((one) => one.shown)
      return { text: toTsv(of, columns), html: toHtml(of, columns) }
    },
  })
  const go = useRef(sheet.go)
  useEffect(() => {
    go.current = sheet.go
  })
  const missing = rows.findIndex(({ price }) => price === null)
  const first = useRef(0)
  useEffect(() => {
    first.current = Math.max(0, missing)
  }, [missing])
  useEffect(() => {
    if (readOnly) return
    // After the palette that led here has given the focus back, and the sheet that was saved has come anew.
    const timer = setTimeout(() => {
      const { activeElement: at } = document
      if (at === null || at === document.body || body.current?.contains(at) === true || saves > 0) {
        if (at?.closest('[role="dialog"]') == null) go.current({ line: first.current, column: 0 })
      }
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [readOnly, saves])
  const selected = sheet.isWide
    ? within(sheet.range).rows.flatMap((one) =>
        within(sheet.range).fields.map((field) => ({
          value: readTyped(one.shown[field]) ?? '',
          isNumber: true,
        })),
      )
    : []
  return (
    <>
      <SmallTable label={`Prices of ${formatDate(date)}`} tall typed={!readOnly}>
        <thead>
          <tr>
            <th>Symbol</th>
            <th data-optional>Company</th>
            <th data-right data-optional>
              Held
            </th>
            <th data-right>Before</th>
            <th data-right>Last trade</th>
            <th data-right data-optional>
              Close
            </th>
            <th data-right data-optional>
              Change (%)
            </th>
            <th data-optional>Remarks</th>
          </tr>
        </thead>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <tbody
          ref={body}
          {...sheet.frame}
          onPaste={(event) => {
            if (readOnly) return
            const text = event.clipboardData.getData('text')
            const isOne = !/[\t\n]./.test(text)
            const { symbol = '' } = (event.target as HTMLElement).dataset
            if (!isOne && onPaste(text, symbol)) event.preventDefault()
          }}
        >
          {rows.map((row, line) => {
            const now = shown[line] ?? NOTHING
            return (
              <PriceRow key={row.symbol} row={row} shown={now} fault={faults.get(row.symbol)}>
                {FIELDS.map((field, column) => (
                  <td key={field} data-right data-optional={field === 'close' ? '' : undefined}>
                    <TextInput
                      size="xs"
                      className={css.price}
                      aria-label={`${field === 'last' ? 'Last trade' : 'Close'} of ${row.symbol}`}
                      data-symbol={row.symbol}
                      inputMode="decimal"
                      autoComplete="off"
                      value={now[field]}
                      error={field === 'last' && faults.has(row.symbol)}
                      readOnly={readOnly}
                      {...sheet.cell(line, column)}
                      onChange={(event) =>
                        onChange({ [row.symbol]: { ...now, [field]: event.currentTarget.value } })
                      }
                      onBlur={(event) => {
                        // A short form of a number is written out.
                        const text = event.currentTarget.value
                        const numeral = /[km]\s*$/i.test(text) ? readTyped(text) : null
                        if (numeral !== null)
                          onChange({ [row.symbol]: { ...now, [field]: groupNumeral(numeral) } })
                      }}
                    />
                  </td>
                ))}
              </PriceRow>
            )
          })}
        </tbody>
      </SmallTable>
      {sheet.isWide && <SelectionLine cells={selected} />}
    </>
  )
}

const SETTLED_MS = 250
const NOTHING: Shown = { last: '', close: '' }

interface PriceRowProps {
  row: SheetRow
  shown: Shown
  fault: string | undefined
  /** The cells of its prices. */
  children: ReactNode
}

function PriceRow({ row, shown, fault, children }: PriceRowProps) {
  const { symbol, company_name, quantity, previous, price } = row
  const now = Number(readTyped(shown.last) ?? Number.NaN)
  const base = previous?.close ?? previous?.last_trade ?? null
  const moved = shown.last === '' || !(now > 0) || base === null ? null : ((now - base) / base) * 100
  const remarks = [
    fault,
    previous !== null && price === null && previous.market_days > STALE_AFTER
      ? `The last price is ${previous.market_days >= 30 ? '30 or more' : previous.market_days} market days old`
      : undefined,
    ...(price === null ? [] : exceptionWords(price)),
    price === null
      ? undefined
      : `${PRICE_SOURCES[price.source]}${price.recorded_by === '' ? '' : ` by ${price.recorded_by}`}${price.version > 1 ? `, version ${price.version}` : ''}`,
  ]
    .filter((words) => words !== undefined)
    .map((words) => words.replace(/\.$/, ''))
  return (
    <tr>
      <td>{company_name === null ? symbol : <SecurityLink symbol={symbol} />}</td>
      <td data-optional data-wrap>
        {company_name ?? 'N/A'}
      </td>
      <td data-right data-optional>
        {quantity === 0 ? '–' : <Quantity value={quantity} />}
      </td>
      <td data-right title={previous === null ? undefined : formatDate(previous.trade_date)}>
        <Price value={previous?.last_trade ?? null} />
      </td>
      {children}
      <td data-right data-optional>
        <Percent value={moved} signed />
      </td>
      <td
        data-optional
        data-wrap
        className={css.remarks}
        title={price === null ? undefined : formatMoment(price.recorded_at)}
      >
        {remarks.join('. ')}
      </td>
    </tr>
  )
}
