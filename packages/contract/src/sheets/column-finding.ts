/**
 * Which column of a sheet of trades is which field: by its name, as long as its cells can be that, then by its cells. What
 * can be two things is asked, not guessed.
 */
import type { Cell } from '../batches/batches.ts'
import { type ColumnContent, contentOfColumn, isSameColumn } from './column-content.ts'
import { AMOUNT_FIELDS, headerRank, suggestedField } from './column-names.ts'

export interface FoundColumns {
  /** The field of each column; null where none was found, or there is a question. */
  readonly fields: readonly (string | null)[]
  /** Columns whose cells decided, not their names. */
  readonly byContent: readonly number[]
  /** Fields that several columns may be, which say different things. */
  readonly questions: readonly { readonly field: string; readonly columns: readonly number[] }[]
}

type Rows = readonly (readonly Cell[])[]

const DATES: ReadonlySet<string> = new Set(['tradeDate', 'settlementDate'])
const EQUITY: ReadonlySet<string> = new Set(['symbol', 'companyName'])
const AMOUNTS: ReadonlySet<string> = new Set(['quantity', 'price', 'grossValue'])
const NUMBERS: ReadonlySet<string> = new Set([...AMOUNT_FIELDS, 'costOfFunds'])
/** "Share", "Stock" and "Units" are said of companies and of how many. */
const EITHER = /^(no\.? of )?(share|stock|scrip|counter|security|securitie|unit|equit)(s|y|ies)?$/i
/** As many letters as a symbol may have. */
const SYMBOL_MAX = 20
/** `grossValue` headers that surely do not mean the net: their ranks in the list. */
const SURELY_GROSS = 3

/** Columns of numbers that are tried as quantity, price and gross value. */
const NUMERIC_MAX = 10

const most = (part: number, content: ColumnContent, share = 0.6) =>
  content.filled > 0 && part >= content.filled * share

const isNumbers = (content: ColumnContent) => most(content.numbers, content, 0.5)

/** Whether cells can be what a header says; a column without cells can be anything. */
function canBe(field: string, content: ColumnContent): boolean {
  if (content.filled === 0) return true
  if (field === 'side') return most(content.sides, content, 0.5)
  if (DATES.has(field)) return most(content.dates, content, 0.3) || most(content.serials, content)
  if (field === 'tradeTime') return most(content.times, content, 0.3)
  // A percentage that a sheet shows with its sign is a text.
  if (field === 'costOfFunds') return !isDates(content)
  if (NUMBERS.has(field)) return most(content.numbers, content, 0.3) && !isDates(content)
  if (EQUITY.has(field)) return !isNumbers(content) && !isDates(content)
  return true
}

/** Dates rather than numbers: 20260615 alone does not make a column one of dates. */
const isDates = (content: ColumnContent) =>
  most(content.dates, content, 0.5) && content.numbers < content.dates

/** A column of securities goes by symbol or by name, as its cells do. */
function equityField(said: string, content: ColumnContent): string {
  if (content.longest > SYMBOL_MAX) return 'companyName'
  if (content.symbols === 0 && content.names === 0) return said
  return content.names > 0 ? 'companyName' : 'symbol'
}

/** The field by a column's name, if its cells fit it. */
function byName(header: string, content: ColumnContent): string | null {
  const said = suggestedField(header)
  const either = EITHER.test(header.trim())
  if (either && isNumbers(content)) return 'quantity'
  const meant = either && content.filled > 0 ? 'symbol' : said
  if (meant === null || !canBe(meant, content)) return null
  return meant
}

/** Quantity times price is the gross value, to a tenth of a percent, in nearly all rows that have the three. */
function multiplies(quantity: ColumnContent, price: ColumnContent, gross: ColumnContent): boolean {
  let whole = 0
  let fits = 0
  for (const [row, q] of quantity.values.entries()) {
    const [p, g] = [price.values[row], gross.values[row]]
    if (q === undefined || p === undefined || g === undefined) continue
    whole += 1
    if (Math.abs(q * p - g) <= Math.abs(g) * 0.001 + 0.01) fits += 1
  }
  return whole > 0 && fits >= whole * 0.8
}

/** Finds the fields of columns by `headers` (blank where there are none) and the rows below them. */
export function findColumns(headers: readonly string[], rows: Rows): FoundColumns {
  const contents = headers.map((_, column) => contentOfColumn(rows, column))
  const fields: (string | null)[] = headers.map((header, column) =>
    byName(header, contents[column] as ColumnContent),
  )
  nameEquities(fields, contents)
  const questions = oneEach(headers, fields, contents, rows)
  const open = new Set(questions.map(({ field }) => field))
  const byContent = findByContent(headers, fields, contents, open, rows)
  return { fields, byContent, questions }
}

/** A single column of securities goes as its cells do; of two, each keeps its name. */
function nameEquities(fields: (string | null)[], contents: readonly ColumnContent[]): void {
  const indexes = fields.flatMap((field, index) => (field !== null && EQUITY.has(field) ? [index] : []))
  if (new Set(indexes.map((index) => fields[index])).size > 1) return
  for (const index of indexes) {
    fields[index] = equityField(fields[index] as string, contents[index] as ColumnContent)
  }
}

/** Leaves each field to one column; answers the fields where nothing says which. */
function oneEach(
  headers: readonly string[],
  fields: (string | null)[],
  contents: readonly ColumnContent[],
  rows: Rows,
): { field: string; columns: number[] }[] {
  const questions: { field: string; columns: number[] }[] = []
  const claims = Map.groupBy(fields.keys(), (column) => fields[column] ?? null)
  const contentOf = (column: number | undefined) =>
    column === undefined ? undefined : (contents[column] as ColumnContent)
  const one = (field: string) => {
    const [only, ...others] = claims.get(field) ?? []
    return others.length === 0 ? only : undefined
  }
  const [quantity, price] = [contentOf(one('quantity')), contentOf(one('price'))]
  for (const [field, all] of claims) {
    if (field === null) continue
    const filled = all.filter((column) => (contents[column] as ColumnContent).filled > 0)
    const columns = filled.length > 0 ? filled : all.slice(0, 1)
    for (const column of all) if (!columns.includes(column)) fields[column] = null
    const keep = (chosen: number | undefined) => {
      for (const column of columns) if (column !== chosen) fields[column] = null
    }
    const rank = (column: number) => headerRank(headers[column] ?? '', field) ?? Number.MAX_SAFE_INTEGER
    if (field === 'grossValue' && quantity !== undefined && price !== undefined) {
      const proven = columns.filter((column) =>
        multiplies(quantity, price, contents[column] as ColumnContent),
      )
      // With quantity and price the gross value follows; an amount that is another one is the net, or with fees.
      const surely = columns.filter((column) => rank(column) < SURELY_GROSS)
      keep(proven[0] ?? (surely.length === 1 ? surely[0] : undefined))
      continue
    }
    const [first, ...others] = columns.toSorted((a, b) => rank(a) - rank(b))
    if (first === undefined || others.length === 0) continue
    const apart = others.filter((column) => !isSameColumn(rows, first, column))
    const isAsked = apart.some((column) => AMOUNTS.has(field) || rank(column) === rank(first))
    keep(isAsked ? undefined : first)
    if (isAsked) questions.push({ field, columns: [first, ...apart].toSorted((a, b) => a - b) })
  }
  return questions
}

/** Gives the fields that no name said to the columns whose cells say them; answers these columns. */
function findByContent(
  headers: readonly string[],
  fields: (string | null)[],
  contents: readonly ColumnContent[],
  open: ReadonlySet<string>,
  rows: Rows,
): number[] {
  const found: number[] = []
  const asked = (field: string) => open.has(field) || fields.includes(field)
  // A column whose name says a field of ours is that one or none.
  const free = () =>
    [...fields.keys()].filter(
      (column) => fields[column] === null && isUnnamed(headers[column] ?? '', contents[column]),
    )
  const give = (column: number | undefined, field: string) => {
    if (column === undefined || asked(field)) return
    fields[column] = field
    found.push(column)
  }
  const first = (fits: (content: ColumnContent) => boolean) =>
    free().find((column) => fits(contents[column] as ColumnContent))
  const enough = (content: ColumnContent) =>
    content.filled * 2 > Math.min(rows.length, contents[0]?.values.length ?? 0)
  give(
    first((content) => most(content.sides, content, 0.9)),
    'side',
  )
  give(
    first((content) => enough(content) && most(content.dates, content, 0.8) && isDates(content)),
    'tradeDate',
  )
  if (!asked('symbol') && !asked('companyName')) {
    const column = first((content) => enough(content) && most(content.symbols + content.names, content))
    if (column !== undefined) give(column, equityField('symbol', contents[column] as ColumnContent))
  }
  for (const [field, column] of amountsByContent(free(), fields, contents)) {
    if (!asked(field)) give(column, field)
  }
  return found
}

/** Whether a column may be found by its cells: nothing in its name says otherwise. */
function isUnnamed(header: string, content: ColumnContent | undefined): boolean {
  const said = suggestedField(header)
  return content !== undefined && content.filled > 0 && (said === null || !canBe(said, content))
}

/** Quantity, price and gross value among columns of numbers: as they multiply in one way only. */
function amountsByContent(
  free: readonly number[],
  fields: readonly (string | null)[],
  contents: readonly ColumnContent[],
): [field: string, column: number][] {
  const numeric = free
    .filter((column) => {
      const content = contents[column] as ColumnContent
      return most(content.numbers, content, 0.8) && !isDates(content)
    })
    .slice(0, NUMERIC_MAX)
  const choices = (field: string) => {
    const named = fields.indexOf(field)
    return named === -1 ? numeric : [named]
  }
  const wholes = choices('quantity').filter((column) => {
    const content = contents[column] as ColumnContent
    return content.whole === content.numbers
  })
  const fits: [string, number][][] = []
  for (const quantity of wholes) {
    for (const price of choices('price')) {
      for (const gross of choices('grossValue')) {
        if (new Set([quantity, price, gross]).size < 3) continue
        const [q, p, g] = [quantity, price, gross].map((column) => contents[column] as ColumnContent)
        if (q === undefined || p === undefined || g === undefined || !multiplies(q, p, g)) continue
        fits.push([
          ['quantity', quantity],
          ['price', price],
          ['grossValue', gross],
        ])
      }
    }
  }
  const [only, ...others] = fits
  return only !== undefined && others.length === 0 ? only : []
}
