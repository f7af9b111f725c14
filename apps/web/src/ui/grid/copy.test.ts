import { FORMULA_SIGNS, inertText } from '@em/core/values/inert-text'
import { expect, it } from 'vitest'
import { copyText, toHtml, toTsv } from './copy.ts'

/** Every sign that a spreadsheet program takes for the start of a formula, full-width ones included. */
const SIGNS = ['=', '+', '-', '@', '\t', '\r', '\n', '\0', '\uff1d', '\uff0b', '\uff0d', '\uff20']

it('knows every sign that starts a formula', () => {
  expect([...FORMULA_SIGNS].toSorted()).toEqual(SIGNS.toSorted())
})

it.each(SIGNS)('text that starts with %j is copied as text', (sign) => {
  expect(inertText(`${sign}1+1`)).toBe(`'${sign}1+1`)
  const copied = toTsv(
    [{ name: `${sign}cmd|' /C calc'!A0` }],
    [{ id: 'name', header: `${sign}Header`, value: (row: { name: string }) => row.name }],
    true,
  )
  for (const cell of copied.split(/\n(?="?')/)) expect(cell).toMatch(/^"?'/)
})

it.each(SIGNS)('a column of figures or days holding text after %j is copied as text', (sign) => {
  const kinds = ['money', 'quantity', 'percent', 'date', 'moment'] as const
  for (const kind of kinds) expect(copyText({ kind }, `${sign}SUM(A1)`)).toMatch(/^"?'/)
})

it('leaves other text, figures and days as they are', () => {
  for (const text of ['JKH.N0000', 'a=b', ' =1', '１＝１', "'quoted"]) expect(inertText(text)).toBe(text)
  expect(copyText({ kind: 'money' }, '-20.00')).toBe('-20.00')
  expect(copyText({ kind: 'money' }, -20)).toBe('-20.00')
  expect(copyText({ kind: 'date' }, '2026-06-15')).toBe('2026-06-15')
})

it('a table keeps numbers, days and texts as such, and no text is a formula or markup', () => {
  const row = { code: '0012', net: -20, day: '2026-06-15', name: '=1+1<b>' }
  const html = toHtml(
    [row],
    [
      { id: 'code', header: 'Code', value: (one: typeof row) => one.code },
      { id: 'net', header: 'Net', kind: 'money', value: (one: typeof row) => one.net },
      { id: 'day', header: 'Day', kind: 'date', value: (one: typeof row) => one.day },
      { id: 'name', header: 'Name', value: (one: typeof row) => one.name },
    ],
  )
  expect(html).toContain(String.raw`<td style="mso-number-format:'\@'">0012</td>`)
  expect(html).toContain(`<td style="mso-number-format:'#,##0.00'">-20.00</td>`)
  expect(html).toContain(String.raw`<td style="mso-number-format:'yyyy\-mm\-dd'">2026-06-15</td>`)
  expect(html).toContain("'=1+1&lt;b&gt;")
})
