/**
 * The text of a golden scenario: a few lines of prose, then tables headed `given`, `when` or `then`. Columns
 * are named and two or more blanks apart; `-` is an empty cell.
 */

export type Row = Readonly<Record<string, string>>

export interface Table {
  readonly section: 'given' | 'when' | 'then'
  readonly name: string
  readonly columns: readonly string[]
  /** An empty row is shown as a blank line. */
  readonly rows: readonly Row[]
}

export interface ScenarioText {
  readonly prose: string
  readonly tables: readonly Table[]
}

const HEAD = /^(given|when|then) {2,}(\S.*)$/
const NUMBER = /^-?[\d,]+(\.\d+)?$/

function cells(line: string): string[] {
  return line.trim().split(/ {2,}/)
}

function readTable(section: string, name: string, lines: readonly string[]): Table {
  const [header = '', ...body] = lines.filter((line) => line.trim() !== '')
  const columns = cells(header)
  const rows = body.map((line) => {
    const values = cells(line)
    if (values.length !== columns.length) throw new Error(`${section} ${name}: "${line.trim()}" does not fit`)
    return Object.fromEntries(columns.map((column, index) => [column, values[index] ?? '']))
  })
  return { section: section as Table['section'], name, columns, rows }
}

/** Reads a scenario; `then` tables are left out, since they are what the rules must say again. */
export function readScenario(text: string): ScenarioText {
  const lines = text.split('\n')
  const heads = lines.flatMap((line, at) => (HEAD.test(line) ? [at] : []))
  const prose = lines.slice(0, heads[0]).join('\n').trimEnd()
  const tables = heads.flatMap((at, index) => {
    const [, section = '', name = ''] = HEAD.exec(lines[at] ?? '') ?? []
    return section === 'then' ? [] : [readTable(section, name, lines.slice(at + 1, heads[index + 1]))]
  })
  return { prose, tables }
}

function writeTable({ section, name, columns, rows }: Table): string {
  const shown = rows.map((row) => columns.map((column) => row[column] ?? ''))
  const widths = columns.map((column, index) =>
    Math.max(column.length, ...shown.map((row) => row[index]!.length)),
  )
  const numeric = columns.map((_, index) => {
    const filled = shown.map((row) => row[index]!).filter((cell) => cell !== '' && cell !== '-')
    return filled.length > 0 && filled.every((cell) => NUMBER.test(cell))
  })
  const line = (values: readonly string[]) =>
    values
      .map((value, index) => (numeric[index] ? value.padStart(widths[index]!) : value.padEnd(widths[index]!)))
      .join('  ')
      .trimEnd()
  const body = [columns, ...shown].map((values) => {
    const text = line(values)
    return text === '' ? '' : `  ${text}`
  })
  return [`${section.padEnd(5)}  ${name}`, ...body].join('\n')
}

/** Writes a scenario with its columns aligned, numbers to the right. */
export function writeScenario({ prose, tables }: ScenarioText): string {
  return `${[prose, ...tables.map(writeTable)].join('\n\n')}\n`
}
