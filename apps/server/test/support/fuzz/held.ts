/** The contents of a text file, found without the readers: its lines, and the numbers in them by either decimal mark. */

export const linesOf = (text: string): string[] => text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)

/** A plain numeral without needless zeros: 1500.50 and 01500.5 are one. */
export function plainNumeral(text: string): string {
  const [whole = '', fraction = ''] = text.replace(/^-/, '').split('.')
  const [left, right] = [whole.replace(/^0+(?=\d)/, '') || '0', fraction.replace(/0+$/, '')]
  return right === '' ? left : `${left}.${right}`
}

/** Digits in one run, with signs that group them or are before the decimals; around it no digit. */
const ONE_NUMBER = /^\D*?((?:\d|[.,](?=\d))(?:[\d.,'’\s]*\d)?)[.,]?\D*$/u

function numbersOf(cell: string): string[] {
  const written = ONE_NUMBER.exec(cell)?.[1]
  if (written === undefined) return []
  return (['.', ','] as const).flatMap((mark) => {
    const [whole = '', ...rest] = written.split(mark)
    const [fraction = ''] = rest
    if (rest.length > 1 || /\D/.test(fraction)) return []
    // Every group but the first has two digits, as in India, or three.
    const groups = whole.split(/\D/)
    if (groups.slice(1).some((group) => group.length < 2 || group.length > 3)) return []
    const plain = `${groups.join('')}.${fraction}`
    // Amounts that a spreadsheet calculated are rounded.
    return [plain, ...[2, 4].map((decimals) => Number(plain).toFixed(decimals))].map(plainNumeral)
  })
}

/** The cells of a line for each sign that may part them; a quotation mark within a cell is a letter of it. */
const CELLS = [',', ';', '\\t', '\\|'].map(
  (mark) => new RegExp(`(?<=^|${mark})"(?:[^"]|"")*"[^${mark}]*|[^${mark}]+`, 'gm'),
)
const cellsOf = (line: string) => CELLS.flatMap((cell) => line.match(cell) ?? [])

/** The numbers that are in delimited text, a line of it or more, whatever parts its cells. */
export const figuresIn = (line: string): ReadonlySet<string> => new Set(cellsOf(line).flatMap(numbersOf))

/** A cell whose mark opens it and that has not ended with its line. */
const OVER_LINES = /(?:^|[,;\t|\r\n])"(?:[^"\r\n]|"")*[\r\n]/

/** Whether a quotation mark may have made one cell of several lines. */
export const isRequoted = (text: string): boolean =>
  OVER_LINES.test(text) || linesOf(text).some((line) => line.split('"').length % 2 === 0)
