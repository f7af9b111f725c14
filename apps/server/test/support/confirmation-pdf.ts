/** The lines of a confirmation on paper: figures in columns under each other, ending at their right edge. */
import { type PositionedText, pdfFile } from './pdf-file.ts'

const [WIDTH, HEIGHT, MARGIN, LEADING, SIZE] = [842, 595, 30, 11, 6]
const LETTER = 0.6 * SIZE
const LINES_A_PAGE = Math.floor((HEIGHT - 2 * MARGIN) / LEADING)
/** Right edges of a row's words behind its date: shares, price, gross, six fees, net, settlement, foreign brokerage. */
const EDGES = [170, 215, 295, 355, 405, 455, 500, 555, 605, 680, 735, 800]
const CONTRACT_LEFT = 80

/** Each text begins on a page of its own. */
export function confirmationPdf(texts: readonly (readonly string[])[]): Uint8Array {
  const pages = texts.flatMap((lines) =>
    Array.from({ length: Math.ceil(lines.length / LINES_A_PAGE) }, (_, at) =>
      lines.slice(at * LINES_A_PAGE, (at + 1) * LINES_A_PAGE).flatMap((line, index) => {
        const y = HEIGHT - MARGIN - index * LEADING
        return /^\d{2}\/\d{2}\/\d{4} /.test(line) ? inColumns(line, y) : [{ text: line, x: MARGIN, y }]
      }),
    ),
  )
  return pdfFile(pages, { width: WIDTH, height: HEIGHT, size: SIZE })
}

function inColumns(line: string, y: number): PositionedText[] {
  const [date = '', ...words] = line.split(' ')
  const settles = words.findLastIndex((word) => word.includes('/'))
  const hasContract = settles === 11
  const contract = hasContract ? [{ text: words[0] ?? '', x: CONTRACT_LEFT, y }] : []
  const figures = words.slice(hasContract ? 1 : 0)
  return [
    { text: date, x: MARGIN, y },
    ...contract,
    ...figures.map((text, at) => ({ text, x: (EDGES[at] ?? WIDTH) - text.length * LETTER, y })),
  ]
}
