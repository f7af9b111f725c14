/** Account and currency, from the rows around the lines of a table. */
import type { Cell } from '@em/contract/batches/batches'
import { FileRefusal } from '../../../platform/file-readers/file-refusal.ts'
import { isBlank, textOf } from '../../../sheets/cells.ts'
import type { Row } from '../../../sheets/headings.ts'
import { words } from './statement.ts'
import type { Table } from './table.ts'

/** The patterns below try every length of a run of spaces: they are given none. */
export const oneSpaced = (text: string) => text.replace(/\s+/g, ' ')

/** Three letters alone are none: “Currency: Sri Lankan Rupee”. */
const CURRENCIES = new Set(Intl.supportedValuesOf('currency'))
const CURRENCY = /\b(?:currency|ccy|curr)\b\s*[:\-–]?\s*\(?([A-Z]{3})\b/i
/** Groups that each hold a digit: what is written behind the number is none of it. */
const ACCOUNT =
  /\b(?:account|a\/c)\s*(?:no|number|#)?\.?\s*[:\-–]?\s*([A-Z*]*\d[A-Z0-9*]*(?:[ /-][A-Z*]*\d[A-Z0-9*]*){0,9})/i

/** @throws FileRefusal when the rows are of several currencies. */
export function currencyOf(table: Table, cells: readonly Cell[]): string | null {
  const named = new Set(cells.map((cell) => textOf(cell).toUpperCase()))
  if (named.size > 1) {
    const foreign = [...named].find((one) => one !== 'LKR' && one !== 'RS')
    throw new FileRefusal('statement.currency', { currency: foreign ?? [...named].join(', ') })
  }
  const [only] = named
  if (only !== undefined && /^[A-Z]{3}$/.test(only)) return only
  for (const line of table.preamble) {
    const [, code = ''] = CURRENCY.exec(oneSpaced(line.cells.map(textOf).join(' '))) ?? []
    if (CURRENCIES.has(code.toUpperCase())) return code.toUpperCase()
  }
  return null
}

/** The account that a row of words names. */
function accountIn({ cells }: Row): string | null {
  const texts = cells.map((cell) => oneSpaced(textOf(cell))).filter((text) => text !== '')
  for (const said of [...texts, texts.join(' ')]) {
    const found = ACCOUNT.exec(said)
    if (found !== null && /\d{3}/.test(found[1] as string)) return words(found[1], 100)
  }
  return null
}

/** The account in the rows above the table. */
export function accountOf(table: Table): string | null {
  for (const row of table.preamble) {
    const account = accountIn(row)
    if (account !== null) return account
  }
  return null
}

/** Cells of a row that names an account and nothing else. */
const TITLE_CELLS_MAX = 2

/** The tables of several accounts in one file, each below a row that names its account; one where only one is named. */
export function accountTables(table: Table): { readonly account: string | null; readonly table: Table }[] {
  const found: { account: string | null; preamble: Row[]; body: Row[] }[] = [
    { account: accountOf(table), preamble: [...table.preamble], body: [] },
  ]
  for (const row of table.body) {
    const filled = row.cells.filter((cell) => !isBlank(cell)).length
    const account = filled <= TITLE_CELLS_MAX ? accountIn(row) : null
    const last = found.at(-1)
    if (account !== null && account !== last?.account) found.push({ account, preamble: [row], body: [] })
    else last?.body.push(row)
  }
  const filled = found.filter(({ body }) => body.length > 0)
  const accounts = new Set(filled.map(({ account }) => account))
  // A number next to the lines of one account, of a card or a loan, divides nothing.
  if (accounts.size < 2 || accounts.has(null)) return [{ account: accountOf(table), table }]
  return filled.map(({ account, preamble, body }) => ({ account, table: { ...table, preamble, body } }))
}
