/** A workbook calculated once more by its formulas, as a spreadsheet does when it opens one: what it says must not be only what was written. */
import { readXlsx } from 'hucre/xlsx'

/** A calculated cell: what the file says it is, and what its formula comes to. */
export interface Calculated {
  readonly sheet: string
  /** `B12` */
  readonly at: string
  readonly formula: string
  readonly written: number
  readonly recalculated: number
}

type Book = Awaited<ReturnType<typeof readXlsx>>

/** Every formula of a workbook with both results. Knows the four operations, SUM, MIN and ROUND. @throws Error for another formula. */
export async function recalculated(bytes: Uint8Array): Promise<{ book: Book; cells: Calculated[] }> {
  const book = await readXlsx(bytes)
  const sheets = new Map(book.sheets.map((sheet) => [sheet.name, sheet]))
  const results = new Map<string, number>()
  const valueAt = (sheet: string, at: string): number => {
    const key = `${sheet}!${at}`
    const known = results.get(key)
    if (known !== undefined) return known
    const [row, column] = addressOf(at)
    const formula = sheets.get(sheet)?.cells?.get(`${row},${column}`)?.formula
    const value =
      formula === undefined
        ? Number(sheets.get(sheet)?.rows[row]?.[column] ?? 0)
        : evaluated(formula, sheet, valueAt)
    results.set(key, value)
    return value
  }
  const cells: Calculated[] = []
  for (const { name, cells: all } of book.sheets) {
    for (const [address, { formula, formulaResult, value }] of all ?? []) {
      if (formula === undefined) continue
      const at = nameOf(address)
      cells.push({
        sheet: name,
        at,
        formula,
        written: Number(formulaResult ?? value),
        recalculated: valueAt(name, at),
      })
    }
  }
  return { book, cells }
}

function addressOf(at: string): [row: number, column: number] {
  const [, letters = '', row = ''] = /^\$?([A-Z]+)\$?(\d+)$/.exec(at) ?? []
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
  return [Number(row) - 1, column - 1]
}

function nameOf(address: string): string {
  const [row = 0, column = 0] = address.split(',').map(Number)
  let [letters, rest] = ['', column]
  for (; rest >= 0; rest = Math.floor(rest / 26) - 1)
    letters = String.fromCharCode(65 + (rest % 26)) + letters
  return `${letters}${row + 1}`
}

const TOKEN =
  /\s*((?:'(?:[^']|'')+'!)?\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?|[A-Z]+(?=\()|\d+(?:\.\d+)?|[-+*/(),])/gy

function evaluated(formula: string, own: string, valueAt: (sheet: string, at: string) => number): number {
  const tokens = [...formula.matchAll(TOKEN)].map(([, token = '']) => token)
  if (tokens.join('').replaceAll(' ', '') !== formula.replaceAll(' ', ''))
    throw new Error(`cannot calculate ${formula}`)
  let at = 0
  const take = (expected?: string) => {
    const token = tokens[at]
    if (token === undefined || (expected !== undefined && token !== expected))
      throw new Error(`cannot calculate ${formula}`)
    at += 1
    return token
  }
  const values = (token: string): number[] => {
    const [, quoted, from = '', to = from] = /^(?:'((?:[^']|'')+)'!)?([^:]+)(?::(.+))?$/.exec(token) ?? []
    const sheet = quoted?.replaceAll("''", "'") ?? own
    const [[top, left], [bottom, right]] = [addressOf(from), addressOf(to)]
    const all: number[] = []
    for (let row = top; row <= bottom; row += 1)
      for (let column = left; column <= right; column += 1)
        all.push(valueAt(sheet, nameOf(`${row},${column}`)))
    return all
  }
  const term = (): number => {
    const token = take()
    if (token === '-') return -term()
    if (token === '(') {
      const value = sum()
      take(')')
      return value
    }
    if (token === 'SUM') {
      take('(')
      const all = values(take())
      take(')')
      return all.reduce((total, value) => total + value, 0)
    }
    if (token === 'ROUND') {
      take('(')
      const value = sum()
      take(',')
      const digits = 10 ** Number(take())
      take(')')
      // Half away from zero, as spreadsheets have it; what binary leaves of a half is one.
      const units = Math.abs(value) * digits
      return (Math.sign(value) * Math.round(units + 1e-9 * Math.max(1, units * 1e-6))) / digits
    }
    if (token === 'MIN') {
      take('(')
      const first = sum()
      take(',')
      const second = sum()
      take(')')
      return Math.min(first, second)
    }
    return /^\d/.test(token) ? Number(token) : (values(token)[0] ?? 0)
  }
  const product = (): number => {
    let value = term()
    while (tokens[at] === '*' || tokens[at] === '/') value = take() === '*' ? value * term() : value / term()
    return value
  }
  const sum = (): number => {
    let value = product()
    while (tokens[at] === '+' || tokens[at] === '-') value += take() === '+' ? product() : -product()
    return value
  }
  const result = sum()
  if (at !== tokens.length) throw new Error(`cannot calculate ${formula}`)
  return result
}
