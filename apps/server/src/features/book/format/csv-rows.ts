/** Reads CSV as it streams in: one row of it is in memory at a time. */

/** A row longer than this is no row of a book. */
const ROW_MOST = 8 * 1024 * 1024

/** The cells of each row, quotes taken off. @throws SyntaxError for a quote that is never closed and a row without end. */
export async function* csvRows(text: AsyncIterable<string>): AsyncGenerator<string[]> {
  let [cells, cell, quoted, closing, length]: [string[], string, boolean, boolean, number] = [
    [],
    '',
    false,
    false,
    0,
  ]
  for await (const piece of text) {
    for (const letter of piece) {
      length += 1
      if (length > ROW_MOST) throw new SyntaxError('a row has no end')
      if (quoted && closing) {
        closing = false
        if (letter === '"') {
          cell += '"'
          continue
        }
        quoted = false
      } else if (quoted) {
        if (letter === '"') closing = true
        else cell += letter
        continue
      }
      if (letter === '"' && cell === '') quoted = true
      else if (letter === ',') {
        cells.push(cell)
        cell = ''
      } else if (letter === '\n') {
        yield [...cells, cell]
        ;[cells, cell, length] = [[], '', 0]
      } else if (letter !== '\r') cell += letter
    }
  }
  if (quoted && !closing) throw new SyntaxError('a quote is not closed')
  if (cells.length > 0 || cell !== '') yield [...cells, cell]
}
